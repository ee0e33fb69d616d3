import { InvalidArgumentError, type Command } from 'commander'
import {
  createToken,
  defaultScopes,
  isTokenName,
  listTokens,
  revokeToken,
  tokenDays,
  tokenScopes,
  type Token,
  type TokenList,
  type TokenScope,
} from '../access/token.ts'
import { registryOf, type Place } from './place.ts'
import { namesOf, wholeNumber } from './values.ts'

interface TokenCommandOptions {
  readonly registry: string
  readonly json?: true
}

interface Context {
  readonly open: (options: TokenCommandOptions) => Promise<Place>
  /** The same for a registry that may have nothing yet: a first build may come over the network. */
  readonly openOrMake: (options: TokenCommandOptions) => Place
  readonly who: () => string
  readonly print: (options: TokenCommandOptions, result: unknown, text: string) => void
  /** Adds the options of every command that works on a registry. */
  readonly onRegistry: (command: Command) => Command
}

/** Tokens for repositories of their own, which publish over the network. Made and revoked in the registry itself. */
export function addTokenCommands(program: Command, { open, openOrMake, who, print, onRegistry }: Context): void {
  const token = program
    .command('token')
    .description('Tokens with which pipelines publish over the network (--registry https://…, RELEASE_TOKEN).')

  onRegistry(token.command('create'))
    .description('Make a token for some units and verbs. It is shown once; the registry keeps its hash.')
    .requiredOption('--unit <names>', 'the units that it is for, as in crm or ad,md', namesOf('unit'))
    .requiredOption('--name <text>', 'who uses it; named in the log of what it changes', tokenName)
    .option(
      '--allow <verbs>',
      `what it permits, of ${tokenScopes.join(', ')}; status, history, diff and doctor always`,
      scopes,
      defaultScopes,
    )
    .option('--days <number>', 'how long it is accepted', wholeNumber('days', tokenDays), 90)
    .action(async (options: TokenCommandOptions & { unit: string[]; name: string; allow: readonly TokenScope[]; days: number }) => {
      const registry = registryOf(openOrMake(options), 'No token was created')
      const made = await createToken(registry, {
        name: options.name,
        units: options.unit,
        scopes: options.allow,
        days: options.days,
        who: who(),
      })
      print(options, made, `${describe(made)}\nIt is not shown again:\nRELEASE_TOKEN=${made.secret}`)
    })

  onRegistry(token.command('list'))
    .description('All tokens, without their secrets.')
    .action(async (options: TokenCommandOptions) => {
      const list = await listTokens(registryOf(await open(options), 'No tokens were listed'))
      print(options, list, describeList(list))
    })

  onRegistry(token.command('revoke <id>'))
    .description('Revoke a token: it is refused from now on.')
    .action(async (id: string, options: TokenCommandOptions) => {
      const revoked = await revokeToken(registryOf(await open(options), 'No token was revoked'), { id, who: who() })
      print(options, revoked, describe(revoked))
    })
}

function describeList({ tokens, damaged }: TokenList): string {
  const lines = [...tokens.map(describe), ...damaged.map((id) => `${id}  DAMAGED: it cannot be read, so it admits nobody`)]
  return lines.length === 0 ? 'There are no tokens.' : lines.join('\n')
}

function describe({ id, name, units, scopes: permitted, created_at, created_by, expires_at, revoked }: Token): string {
  const end = revoked ? `revoked at ${revoked.at} by ${revoked.by}` : `accepted until ${expires_at}`
  return `${id}  "${name}"  ${units.join(', ')}: ${permitted.join(', ')}  ${end}  (made at ${created_at} by ${created_by})`
}

function tokenName(text: string): string {
  if (isTokenName(text)) return text
  throw new InvalidArgumentError('Say in 1 to 60 characters who uses it.')
}

function scopes(text: string): TokenScope[] {
  return text.split(',').map((each) => {
    const name = each.trim()
    const scope = tokenScopes.find((known) => known === name)
    if (scope !== undefined) return scope
    throw new InvalidArgumentError(`Give some of ${tokenScopes.join(', ')}, with commas between them.`)
  })
}
