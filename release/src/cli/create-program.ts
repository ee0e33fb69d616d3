import { Command, InvalidArgumentError } from 'commander'
import { join, resolve } from 'node:path'
import { userInfo } from 'node:os'
import { freeze, unfreeze } from '../actions/freeze.ts'
import { diff } from '../actions/diff.ts'
import { doctor } from '../actions/doctor.ts'
import { history } from '../actions/history.ts'
import { promote } from '../actions/promote.ts'
import { promoteTogether } from '../actions/promote-together.ts'
import { prune } from '../actions/prune.ts'
import { publish } from '../actions/publish.ts'
import { repair } from '../actions/repair.ts'
import { rollback } from '../actions/rollback.ts'
import { status } from '../actions/status.ts'
import { shellUnit } from '../registry/layout.ts'
import { openRegistry, type Registry } from '../registry/registry.ts'
import { newKeyPair } from '../signing/key-source.ts'
import { readCommit } from './read-commit.ts'
import {
  describeDiagnoses,
  describeDiff,
  describeFreeze,
  describeHistory,
  describeKeyPair,
  describeMove,
  describePruned,
  describePublished,
  describeRepair,
  describeStatus,
} from './report.ts'

/** Root of the workspace, three levels above release/src/cli/. */
const workspace = resolve(import.meta.dirname, '../../..')

interface CommonOptions {
  readonly channel: string
  readonly registry: string
  readonly json?: true
}

interface PromoteFlags {
  readonly canary?: number
  readonly accounts?: readonly number[]
  readonly reason?: string
}

/** The command line described in docs/releasing.md. */
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
      const published = await publish(open(options), { unit, from, channel: options.channel, commit, buildCommand })
      print(options, published, describePublished(published))
    })

  verb(
    program,
    'promote <unit> <build> [more...]',
    'Make a published build the one that runs, for everybody or for some accounts that try it. Several units with their builds are checked with each other and promoted together.',
  )
    .option('--canary <percent>', 'only this share of the accounts gets it, as in 5%; all others keep what runs', percent)
    .option('--accounts <ids>', 'these accounts get it too (or alone), as in 12,31', accountIds)
    .option('--reason <text>', 'what it is for; kept in the history')
    .action(async (unit: string, build: string, more: string[], options: CommonOptions & PromoteFlags, command: Command) => {
      const why = options.reason?.trim() || null
      const { channel, accounts } = options
      if (more.length > 0) {
        if (options.canary !== undefined || accounts !== undefined)
          command.error('error: only one unit at a time can be tried by some accounts')
        const builds = [unit, build, ...more].flatMap((name, index, all) => {
          if (index % 2 === 1) return []
          const next = all[index + 1] ?? command.error(`error: no build is named for ${name}: give UNIT BUILD UNIT BUILD …`)
          return [{ unit: name, build: next }]
        })
        const moves = await promoteTogether(open(options), { builds, channel, who: who(), why })
        print(options, moves, moves.map(describeMove).join('\n'))
        return
      }
      const canary = options.canary === undefined && accounts === undefined ? undefined : { percent: options.canary, accounts }
      const move = await promote(open(options), { unit, build, channel, who: who(), why, canary })
      print(options, move, describeMove(move))
    })

  verb(program, 'rollback <unit> [build]', 'Put an earlier build back: what ran before, or the build that is named. Ends a trial.')
    .requiredOption('--reason <text>', 'what was wrong; kept in the history')
    .action(async (unit: string, build: string | undefined, options: CommonOptions & { readonly reason: string }) => {
      const { channel, reason } = options
      const move = await rollback(open(options), { unit, build, channel, who: who(), reason })
      print(options, move, describeMove(move))
    })

  for (const [name, description, act, frozen] of [
    ['freeze', 'Keep a unit as it is: nothing is promoted, and nothing moves by itself. People can still roll back.', freeze, true],
    ['unfreeze', 'Let a unit be promoted again.', unfreeze, false],
  ] as const) {
    verb(program, `${name} <unit>`, description)
      .requiredOption('--reason <text>', 'why; kept in the history')
      .action(async (unit: string, options: CommonOptions & { readonly reason: string }) => {
        const { channel, reason } = options
        const move = await act(open(options), { unit, channel, who: who(), reason })
        print(options, move, describeFreeze(move, frozen))
      })
  }

  verb(program, 'repair <unit>', 'Restore a missing or damaged pointer from the log, to the newest entry whose build is complete.').action(
    async (unit: string, options: CommonOptions) => {
      const move = await repair(open(options), { unit, channel: options.channel, who: who() })
      print(options, move, describeRepair(move))
    },
  )

  verb(program, 'status [unit]', 'What runs, since when, and who did it.').action(
    async (unit: string | undefined, options: CommonOptions) => {
      const registry = open(options)
      const units = await status(registry, { channel: options.channel, unit })
      print(options, units, describeStatus(units, options.channel, registry.storage.location))
    },
  )

  verb(
    program,
    'diff <unit> <from> <to>',
    'What differs between two builds: routes, contract, shared modules, files and their sizes.',
  ).action(async (unit: string, from: string, to: string, options: CommonOptions) => {
    const difference = await diff(open(options), { unit, from, to })
    print(options, difference, describeDiff(difference))
  })

  verb(
    program,
    'doctor [unit] [build]',
    'Check builds: signature, every file in every encoding, and whether they run with what is live. Status 1 when something is wrong.',
  )
    .option('--site <url>', 'fetch the files from this site as browsers do, instead of reading them in the registry', siteAddress)
    .action(async (unit: string | undefined, build: string | undefined, options: CommonOptions & { readonly site?: string }) => {
      const found = await doctor(open(options), { channel: options.channel, unit, build, site: options.site })
      print(options, found, describeDiagnoses(found))
      if (found.some(({ faults }) => faults.length > 0)) process.exitCode = 1
    })

  verb(program, 'prune [unit]', 'Remove builds that no pointer and no log entry of the last days needs.')
    .option('--days <number>', 'how long builds are kept after they ran', days, 30)
    .option('--dry-run', 'only say what would be removed')
    .action(async (unit: string | undefined, options: CommonOptions & { readonly days: number; readonly dryRun?: true }) => {
      const dryRun = options.dryRun ?? false
      const pruned = await prune(open(options), { unit, days: options.days, dryRun })
      print(options, pruned, describePruned(pruned, dryRun, options.days))
    })

  program
    .command('keygen')
    .description('Make a pair of keys to sign releases with, as the settings take them. Nothing is written.')
    .option('--json', 'print them as JSON')
    .action((options: Pick<CommonOptions, 'json'>) => {
      const pair = newKeyPair()
      print(options, pair, describeKeyPair(pair))
    })

  verb(program, 'history <unit>', 'Every change of what runs, newest first.').action(async (unit: string, options: CommonOptions) => {
    const changes = await history(open(options), { unit, channel: options.channel })
    print(options, changes, describeHistory(changes))
  })

  return program
}

function verb(program: Command, usage: string, description: string): Command {
  const registry = process.env.REGISTRY || join(process.env.DATA_DIR ?? join(workspace, 'data'), 'registry')
  return program
    .command(usage)
    .description(description)
    .option('--channel <name>', 'which set of pointers', 'stable')
    .option('--registry <place>', 'directory, or s3://bucket/prefix ($REGISTRY, else $DATA_DIR/registry)', registry)
    .option('--json', 'print the result (or the refusal) as JSON')
}

/** Side effects such as a created key are reported on standard error, because they are not the result. */
function open({ registry }: CommonOptions): Registry {
  return openRegistry(registry, { notify: (text) => process.stderr.write(`${text}\n`) })
}

function percent(text: string): number {
  if (/^\d+(\.\d{1,2})?%?$/.test(text)) return Number.parseFloat(text)
  throw new InvalidArgumentError('Give a share like 5%, with at most two decimals.')
}

function days(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a number of days.')
}

function siteAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('Give an address that begins with https:// or http://.')
}

function accountIds(text: string): number[] {
  if (/^\d+(,\d+)*$/.test(text)) return text.split(',').map(Number)
  throw new InvalidArgumentError('Give the ids of accounts with commas between them, as in 12,31.')
}

function print(options: Pick<CommonOptions, 'json'>, result: unknown, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(result, null, 2) : text}\n`)
}

/** The author of a change: as set by a pipeline, else the machine's user. */
function who(): string {
  const named = process.env.RELEASE_USER?.trim()
  if (named) return named
  try {
    return userInfo().username
  } catch {
    // A user id without an entry in the user list, as in containers.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
