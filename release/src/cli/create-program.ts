import { Command } from 'commander'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { userInfo } from 'node:os'
import { readMeasured, withMeasured } from '../actions/measured.ts'
import { shellUnit } from '../registry/layout.ts'
import { newKeyPair } from '../signing/key-source.ts'
import { basesOf, pairsOf, revisions, type BasisFlags } from './basis.ts'
import { addImpactCommand } from './impact-command.ts'
import { checkRegistry, isSite, openPlace, type Place } from './place.ts'
import { addPreviewCommand } from './preview-command.ts'
import { readCommit } from './read-commit.ts'
import { rollbackOrAsk } from './rollback-or-ask.ts'
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
  describeRollback,
  describeStatus,
  diagnosesIn,
  unitsIn,
} from './report.ts'
import { addTokenCommands } from './token-commands.ts'
import { accountIds, nameOf, namesOf, percent, reason, siteAddress, wholeNumber } from './values.ts'
import {
  diff,
  doctor,
  endCanary,
  freeze,
  history,
  promote,
  promoteTogether,
  prune,
  publish,
  repair,
  rollbackSet,
  rollbackTogether,
  status,
  unfreeze,
} from './verbs.ts'

/** Root of the workspace, three levels above release/src/cli/; null where the tools are installed as a package. */
const above = resolve(import.meta.dirname, '../../..')
const workspace = existsSync(join(above, 'pnpm-workspace.yaml')) ? above : null

interface CommonOptions {
  readonly channel: string
  readonly registry: string
  readonly json?: true
}

interface PromoteFlags extends BasisFlags {
  readonly canary?: number
  readonly firstForAll?: true
  readonly accounts?: readonly number[]
  readonly reason?: string
}

/** The command line described in docs/releasing.md. With `quiet`, whoever runs it tells what is wrong with its words. */
export function createProgram({ quiet = false } = {}): Command {
  const program = new Command('release')
    .description('Publishes, promotes and rolls back the units of the site: the shell and each remote.')
    .exitOverride()
    .configureOutput(quiet ? { writeErr: () => undefined } : {})
    .showHelpAfterError('Add --help to see how it is used.')
    .addHelpText('after', '\nExit status: 0 done, 1 refused or failed, 2 wrong usage.')

  verb(program, 'publish <unit>', 'Put a build into the registry. Users see nothing of it until it is promoted.')
    .option('--from <dir>', 'directory of the build (default: dist in the folder of the unit)')
    .action(async (unit: string, options: CommonOptions & { readonly from?: string }) => {
      const folder = unit === shellUnit ? 'shell' : `remote-${unit}`
      const from = resolve(options.from ?? (workspace === null ? 'dist' : join(workspace, folder, 'dist')))
      const buildCommand = workspace === null ? 'npm run build' : `pnpm --filter @adsite/${folder} build`
      const commit = await readCommit(from)
      const { channel } = options
      const published = await publish(openOrMake(options), { unit, from, channel, commit, buildCommand })
      print(options, published, describePublished(published, channel, givenRegistry(program)))
    })

  mover(
    program,
    'promote <unit> <build> [more...]',
    'Make a published build the one that runs, for everybody or for some accounts that try it. Several units with their builds are checked with each other and promoted together.',
  )
    .option('--canary <percent>', 'only this share of the accounts gets it, as in 5%; all others keep what runs', percent)
    .option('--accounts <ids>', 'these accounts get it too (or alone), as in 12,31', accountIds)
    .option('--first-for-all', 'a canary of a unit of which nothing runs yet is promoted for everybody')
    .option('--reason <text>', 'what it is for; kept in the history')
    .action(async (unit: string, build: string, more: string[], options: CommonOptions & PromoteFlags, command: Command) => {
      const why = options.reason?.trim() || null
      const { channel, accounts, firstForAll } = options
      const given = pairsOf([unit, build, ...more], options, command)
      if (more.length > 0) {
        if (options.canary !== undefined || accounts !== undefined)
          command.error('error: only one unit at a time can be tried by some accounts')
        const moves = await promoteTogether(await open(options), { builds: given, channel, who: who(), why })
        print(options, moves, moves.map(describeMove).join('\n'))
        return
      }
      const canary = options.canary === undefined && accounts === undefined ? undefined : { percent: options.canary, accounts }
      const [basis] = basesOf(1, options, command)
      const move = await promote(await open(options), { ...basis, unit, build, channel, who: who(), why, canary, firstForAll })
      print(options, move, describeMove(move))
    })

  mover(
    program,
    'rollback <unit> [build] [more...]',
    'Put an earlier build back: the named one, or the newest one before that runs with what is live. Several units with their builds go back together. The builds that they leave are marked bad; so is the build of a canary, which a rollback ends first.',
  )
    .requiredOption('--reason <text>', 'what was wrong; kept in the history', reason)
    .option('--now', 'open pages swap at once, except where something is unsaved (otherwise at the next screen or query of their users)')
    .option('--set', 'put all units back that were promoted together with this one')
    .action(
      async (
        unit: string,
        build: string | undefined,
        more: string[],
        options: CommonOptions & BasisFlags & { readonly reason: string; readonly set?: true; readonly now?: true },
        command: Command,
      ) => {
        const { channel, reason, now } = options
        const place = await open(options)
        const by = { channel, who: who(), reason, now }
        if (options.set && build !== undefined) command.error('error: --set finds the builds itself: name one unit alone')
        if (options.set || (build !== undefined && more.length > 0)) {
          const moves = options.set
            ? await rollbackSet(place, { ...by, ...basesOf(1, options, command)[0], unit })
            : await rollbackTogether(place, { ...by, builds: pairsOf([unit, build ?? '', ...more], options, command) })
          print(options, moves, moves.map(describeMove).join('\n'))
          return
        }
        const move = await rollbackOrAsk(place, { ...by, ...basesOf(1, options, command)[0], unit, build })
        print(options, move, describeRollback(move))
      },
    )

  mover(
    program,
    'end-canary <unit>',
    'End a canary without a judgement on its build: everybody keeps the stable one, and it is not marked bad.',
  )
    .option('--reason <text>', 'why; kept in the history')
    .action(async (unit: string, options: CommonOptions & BasisFlags & { readonly reason?: string }, command: Command) => {
      const why = options.reason?.trim() || null
      const [basis] = basesOf(1, options, command)
      const move = await endCanary(await open(options), { ...basis, unit, channel: options.channel, who: who(), why })
      print(options, move, describeMove(move))
    })

  for (const [name, description, act, frozen] of [
    ['freeze', 'Keep a unit as it is: nothing is promoted, and nothing moves by itself. People can still roll back.', freeze, true],
    ['unfreeze', 'Let a unit be promoted again.', unfreeze, false],
  ] as const) {
    mover(program, `${name} <unit>`, description)
      .requiredOption('--reason <text>', 'why; kept in the history', reason)
      .action(async (unit: string, options: CommonOptions & BasisFlags & { readonly reason: string }, command: Command) => {
        const { channel, reason } = options
        const [basis] = basesOf(1, options, command)
        const move = await act(await open(options), { ...basis, unit, channel, who: who(), reason })
        print(options, move, describeFreeze(move, frozen))
      })
  }

  mover(program, 'repair <unit>', 'Restore a missing or damaged pointer from the log, to the newest entry whose build is complete.').action(
    async (unit: string, options: CommonOptions & BasisFlags, command: Command) => {
      const [basis] = basesOf(1, options, command)
      const move = await repair(await open(options), { ...basis, unit, channel: options.channel, who: who() })
      print(options, move, describeRepair(move))
    },
  )

  verb(program, 'status [unit]', 'What runs, since when, and who did it.')
    .option('--metrics <url>', 'add open pages and web vitals by build: the address of METRICS_PORT of the worker', siteAddress)
    .action(async (unit: string | undefined, options: CommonOptions & { readonly metrics?: string }) => {
      const { channel, metrics } = options
      const place = await open(options)
      const units = unitsIn(givenRegistry(program), await status(place, { channel, unit }))
      const measured = metrics === undefined ? units : withMeasured(units, await readMeasured(metrics, process.env.METRICS_TOKEN))
      const location = isSite(place) ? place.address : place.storage.location
      print(options, measured, describeStatus(measured, { channel, registry: givenRegistry(program), location }))
    })

  verb(
    program,
    'diff <unit> <from> <to>',
    'What differs between two builds: routes, contract, shared modules, files and their sizes.',
  ).action(async (unit: string, from: string, to: string, options: CommonOptions) => {
    const difference = await diff(await open(options), { unit, from, to })
    print(options, difference, describeDiff(difference))
  })

  addImpactCommand(program, { open, print, verb })

  verb(
    program,
    'doctor [unit] [build]',
    'Check builds: signature, every file in every encoding, and whether they run with what is live. Status 1 when something is wrong.',
  )
    .option('--site <url>', 'fetch the files from this site as browsers do, instead of reading them in the registry', siteAddress)
    .action(async (unit: string | undefined, build: string | undefined, options: CommonOptions & { readonly site?: string }) => {
      const seen = await doctor(await open(options), { channel: options.channel, unit, build, site: options.site })
      const found = diagnosesIn(givenRegistry(program), seen)
      print(options, found, describeDiagnoses(found))
      if (found.some(({ faults }) => faults.length > 0)) process.exitCode = 1
    })

  verb(program, 'prune [unit]', 'Remove builds that no pointer and no log entry of the last days needs.')
    .option('--days <number>', 'how long builds are kept after they ran', wholeNumber('days', { min: 0, max: 99_999 }), 30)
    .option('--dry-run', 'only say what would be removed')
    .action(async (unit: string | undefined, options: CommonOptions & { readonly days: number; readonly dryRun?: true }) => {
      const dryRun = options.dryRun ?? false
      const pruned = await prune(await open(options), { unit, days: options.days, dryRun })
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
    const changes = await history(await open(options), { unit, channel: options.channel })
    print(options, changes, describeHistory(changes))
  })

  addPreviewCommand(program, { open, print, verb })
  addTokenCommands(program, { open, openOrMake, who, print, onRegistry })

  return program
}

function verb(program: Command, usage: string, description: string): Command {
  return onRegistry(
    program.command(usage).description(description).option('--channel <name>', 'which set of pointers', nameOf('channel'), 'stable'),
  )
}

function onRegistry(command: Command): Command {
  const registry = process.env.REGISTRY || join(process.env.DATA_DIR ?? join(workspace ?? '.', 'data'), 'registry')
  const places =
    'directory, s3://bucket/prefix, or a site as in https://ads.example with $RELEASE_TOKEN ($REGISTRY, else $DATA_DIR/registry)'
  return command.option('--registry <place>', places, registry).option('--json', 'print the result (or the refusal) as JSON')
}

/** The registry that the command line named; undefined: the environment's. */
export function givenRegistry(program: Command): string | undefined {
  const ran = program.commands.find((command) => command.getOptionValueSource('registry') === 'cli')
  return ran?.getOptionValue('registry')
}

/** A verb that moves pointers: it can say what it was decided on. */
function mover(program: Command, usage: string, description: string): Command {
  return verb(program, usage, description)
    .option(
      '--from <builds>',
      'refuse unless the change replaces this build; of several units one each, in their order: A,B',
      namesOf('build'),
    )
    .option('--rev <numbers>', 'refuse unless the pointer has this revision; of several units one each, in their order: 4,7', revisions)
}

/** Side effects such as a created key are reported on standard error, because they are not the result. */
function openOrMake({ registry }: Pick<CommonOptions, 'registry'>): Place {
  return openPlace(registry, who(), (text) => process.stderr.write(`${text}\n`))
}

/** What the options name, for all verbs but those that a registry begins with. */
async function open(options: Pick<CommonOptions, 'registry'>): Promise<Place> {
  const place = openOrMake(options)
  if (!isSite(place)) await checkRegistry(place)
  return place
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
