import { Command } from 'commander'
import { join, resolve } from 'node:path'
import { userInfo } from 'node:os'
import { history } from '../actions/history.ts'
import { promote } from '../actions/promote.ts'
import { publish } from '../actions/publish.ts'
import { rollback } from '../actions/rollback.ts'
import { status } from '../actions/status.ts'
import { shellUnit } from '../registry/layout.ts'
import { openRegistry, type Registry } from '../registry/registry.ts'
import { readCommit } from './commit.ts'
import { describeHistory, describeMove, describePublished, describeStatus } from './report.ts'

/** Root of the workspace: release/src/cli/ lies three levels below. */
const workspace = resolve(import.meta.dirname, '../../..')

interface CommonOptions {
  readonly channel: string
  readonly registry: string
  readonly json?: true
}

/** The command line of docs/releasing.md. */
export function createProgram(): Command {
  const program = new Command('release')
    .description('Publishes, promotes and rolls back the units of the site: the shell and each remote.')
    .exitOverride()
    .showHelpAfterError('Add --help to see how it is used.')
    .addHelpText('after', '\nExit status: 0 done, 1 refused or failed, 2 wrong usage.')

  verb(program, 'publish <unit>', 'Put a build into the registry. Users see nothing of it until it is promoted.')
    .option('--from <dir>', 'directory of the build (default: <unit package>/dist)')
    .action(async (unit: string, options: CommonOptions & { readonly from?: string }) => {
      const folder = unit === shellUnit ? 'shell' : `remote-${unit}`
      const from = options.from === undefined ? join(workspace, folder, 'dist') : resolve(options.from)
      const buildCommand = `pnpm --filter @adsite/${folder} build`
      const commit = await readCommit(from)
      const published = await publish(openRegistry(options.registry), { unit, from, channel: options.channel, commit, buildCommand })
      print(options, published, describePublished(published))
    })

  verb(program, 'promote <unit> <build>', 'Make a published build the one that runs.')
    .option('--reason <text>', 'what it is for; kept in the history')
    .action(async (unit: string, build: string, options: CommonOptions & { readonly reason?: string }) => {
      const why = options.reason?.trim() || null
      const move = await promote(openRegistry(options.registry), { unit, build, channel: options.channel, who: who(), why })
      print(options, move, describeMove('promote', move))
    })

  verb(program, 'rollback <unit> [build]', 'Put an earlier build back: the newest good one, or the one that is named.')
    .requiredOption('--reason <text>', 'what was wrong; kept in the history')
    .action(async (unit: string, build: string | undefined, options: CommonOptions & { readonly reason: string }) => {
      const { channel, reason } = options
      const move = await rollback(openRegistry(options.registry), { unit, build, channel, who: who(), reason })
      print(options, move, describeMove('rollback', move))
    })

  verb(program, 'status [unit]', 'What runs, since when, and who did it.').action(
    async (unit: string | undefined, options: CommonOptions) => {
      const registry: Registry = openRegistry(options.registry)
      const units = await status(registry, { channel: options.channel, unit })
      print(options, units, describeStatus(units, options.channel, registry.storage.location))
    },
  )

  verb(program, 'history <unit>', 'Every change of what runs, newest first.').action(async (unit: string, options: CommonOptions) => {
    const changes = await history(openRegistry(options.registry), { unit, channel: options.channel })
    print(options, changes, describeHistory(changes))
  })

  return program
}

function verb(program: Command, usage: string, description: string): Command {
  const dataDirectory = process.env.DATA_DIR ?? join(workspace, 'data')
  return program
    .command(usage)
    .description(description)
    .option('--channel <name>', 'which set of pointers', 'stable')
    .option('--registry <dir>', 'directory of the registry ($DATA_DIR/registry)', join(dataDirectory, 'registry'))
    .option('--json', 'print the result (or the refusal) as JSON')
}

function print(options: CommonOptions, result: unknown, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(result, null, 2) : text}\n`)
}

/** Who answers for a change: what a pipeline says, else the user of the machine. */
function who(): string {
  const named = process.env.RELEASE_USER?.trim()
  if (named) return named
  try {
    return userInfo().username
  } catch {
    // A user id without an entry in the system's user list, as containers have it.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
