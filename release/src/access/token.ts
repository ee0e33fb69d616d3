import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { ReleaseError } from '../error/release-error.ts'
import { jsonBytes } from '../registry/change-pointer.ts'
import { checkName, layout } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

/** What a token may permit. Reading its units' status, history and builds is permitted to every token. */
export const tokenScopes = ['publish', 'canary', 'promote', 'rollback', 'freeze', 'repair', 'prune'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What a pipeline needs from its first release to a rollback. */
export const defaultScopes: readonly TokenScope[] = ['publish', 'canary', 'promote', 'rollback']

/** tokens/<id>.json: a token as the registry knows it, which is not enough to use it. */
const storedToken = v.object({
  id: v.string(),
  /** Who uses it: named in the log of everything that it changes. */
  name: v.string(),
  units: v.array(v.string()),
  scopes: v.array(v.picklist(tokenScopes)),
  /** SHA-256 of the token, in hex. */
  hash: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  created_by: v.string(),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
  revoked: v.nullable(v.object({ at: v.pipe(v.string(), v.isoTimestamp()), by: v.string() })),
})
type StoredToken = v.InferOutput<typeof storedToken>

/** A token without its hash. */
export type Token = Omit<StoredToken, 'hash'>

const form = /^adsite_([0-9a-f]{16})_[\w-]{43}$/u

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

function withoutHash(stored: StoredToken): Token {
  const { hash: _, ...token } = stored
  return token
}

export interface CreateTokenOptions {
  readonly name: string
  readonly units: readonly string[]
  readonly scopes: readonly TokenScope[]
  /** How long it is accepted. */
  readonly days: number
  readonly who: string
}

/** How long a token may be accepted. */
export const tokenDays = { min: 1, max: 366 } as const

export const isTokenName = (text: string): boolean => /^[^\p{C}]{1,60}$/u.test(text.trim())

/**
 * Creates a token for publishing over the network. `secret` is what its user sends; it is not stored and cannot be
 * shown again.
 * @throws ReleaseError
 */
export async function createToken(registry: Registry, options: CreateTokenOptions): Promise<Token & { readonly secret: string }> {
  const { name, units, scopes, days, who } = options
  for (const unit of units) checkName('unit', unit)
  const refused = (why: string, advice: string) => new ReleaseError('token_invalid', { what: 'No token was created', why, advice })
  if (!isTokenName(name)) throw refused('its name is empty or too long', 'Say in 1 to 60 characters who uses it, with --name')
  if (units.length === 0) throw refused('it is for no unit', 'Name the units with --unit')
  if (scopes.length === 0) throw refused('it permits nothing', `Name what it permits with --allow, of ${tokenScopes.join(', ')}`)
  if (!(days >= tokenDays.min && days <= tokenDays.max))
    throw refused(`${days} days are not possible`, `Give ${tokenDays.min} to ${tokenDays.max} days`)
  const id = randomBytes(8).toString('hex')
  const secret = `adsite_${id}_${randomBytes(32).toString('base64url')}`
  const stored: StoredToken = {
    id,
    name: name.trim(),
    units: [...new Set(units)],
    scopes: tokenScopes.filter((scope) => scopes.includes(scope)),
    hash: hashOf(secret),
    created_at: new Date().toISOString(),
    created_by: who,
    expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
    revoked: null,
  }
  await registry.storage.create(layout.token(id), jsonBytes(stored))
  return { ...withoutHash(stored), secret }
}

export interface TokenList {
  /** The newest first. */
  readonly tokens: readonly Token[]
  /** Ids of those that are stored and cannot be read. */
  readonly damaged: readonly string[]
}

/** All tokens. */
export async function listTokens(registry: Registry): Promise<TokenList> {
  const ids = (await registry.storage.list(layout.tokens)).flatMap((name) => /^([0-9a-f]{16})\.json$/u.exec(name)?.[1] ?? [])
  const read = await Promise.all(ids.map((id) => readToken(registry, id)))
  const tokens = read.flatMap((token) => (token ? [withoutHash(token.stored)] : []))
  return {
    tokens: tokens.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1)),
    damaged: ids.filter((_, index) => !read[index]),
  }
}

/**
 * Revokes a token at once and for ever. Revoking it again changes nothing.
 * @throws ReleaseError
 */
export async function revokeToken(registry: Registry, { id, who }: { readonly id: string; readonly who: string }): Promise<Token> {
  const known = /^[0-9a-f]{16}$/u.test(id) ? await readToken(registry, id) : null
  if (!known) {
    const { damaged } = await listTokens(registry)
    const isDamaged = damaged.includes(id)
    throw new ReleaseError(isDamaged ? 'registry_damaged' : 'token_invalid', {
      what: 'No token was revoked',
      why: isDamaged ? `${layout.token(id)} is damaged, so it admits nobody` : `there is none with the id ${JSON.stringify(id)}`,
      advice: isDamaged ? 'Remove it, or restore it from a backup and revoke it then' : 'See "release token list" for the ids',
    })
  }
  if (known.stored.revoked) return withoutHash(known.stored)
  const stored = { ...known.stored, revoked: { at: new Date().toISOString(), by: who } }
  // Only a revocation changes a token, so whoever was faster has revoked it too.
  await registry.storage.compareAndSwap(layout.token(id), jsonBytes(stored), known.etag)
  return withoutHash(stored)
}

async function readToken(registry: Registry, id: string): Promise<{ stored: StoredToken; etag: string } | null> {
  const object = await registry.storage.read(layout.token(id))
  if (!object) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storedToken), object.body.toString('utf8'))
  // A damaged token admits nobody.
  return parsed.success ? { stored: parsed.output, etag: object.etag } : null
}

/**
 * The token of a request's Authorization header.
 * @throws ReleaseError `token_refused` if there is none that is accepted now; says why only to those who have the secret
 */
export async function authenticate(registry: Registry, authorization: string | undefined): Promise<Token> {
  const secret = /^Bearer (\S+)$/iu.exec(authorization ?? '')?.[1] ?? ''
  const id = form.exec(secret)?.[1]
  const known = id === undefined ? null : await readToken(registry, id)
  const genuine = known && timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), Buffer.from(known.stored.hash, 'hex'))
  if (!genuine) {
    const why = secret === '' ? 'it came without a token' : 'its token is not known here'
    throw refusal(why, 'Set RELEASE_TOKEN to a token of this site ("release token create" on its side)')
  }
  const { name, expires_at: end, revoked } = known.stored
  const advice = 'Ask the operators of the site for another ("release token create")'
  if (revoked) throw refusal(`the token "${name}" was revoked at ${revoked.at}`, advice)
  if (Date.parse(end) <= Date.now()) throw refusal(`the token "${name}" expired at ${end}`, advice)
  return withoutHash(known.stored)
}

const refusal = (why: string, advice: string) => new ReleaseError('token_refused', { what: 'The request was not accepted', why, advice })

/**
 * Refuses what a token does not permit.
 * @throws ReleaseError `not_permitted`, which names the units that the token lacks
 */
export function checkPermitted(token: Token, scope: TokenScope | 'read', units: readonly string[]): void {
  const foreign = units.filter((unit) => !token.units.includes(unit))
  const advice = 'Ask the operators of the site for a token that permits it ("release token create")'
  const what = `The token "${token.name}" was not accepted for this`
  if (foreign.length > 0 || units.length === 0) {
    const why = `it is for ${token.units.join(', ')}, not for ${foreign.join(', ') || 'all units'}`
    throw new ReleaseError('not_permitted', { what, why, advice })
  }
  if (scope !== 'read' && !token.scopes.includes(scope)) {
    throw new ReleaseError('not_permitted', { what, why: `it permits ${token.scopes.join(', ')}, not ${scope}`, advice })
  }
}
