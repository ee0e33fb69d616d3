import { isInCanary } from '@adsite/remote/release-format'
import { channelFlag, commandLine, ReleaseError } from '../error/release-error.ts'
import { rollback, type RolledBack } from '../move/rollback.ts'
import { changesInForce } from '../registry/changes-in-force.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { automaticActor, type LogEntry, type Pointer } from '../registry/schemas.ts'
import { day, decideRollback, trialOf, type Comparison, type Loads, type Verdict } from './decide-rollback.ts'

export interface LoadsWanted {
  readonly since: Date
  /**
   * Whether unanswered calls of the API count as failures: only where both builds run at the same time. An outage
   * would otherwise count against a build only because it is the newer one.
   */
  readonly withApi: boolean
  /** Whether an account tries the canary that is judged; what others say of it does not count. */
  readonly isInCanary: (account: number) => boolean
}

export interface WatchOptions {
  readonly unit: string
  readonly channel: string
  /** Reads the beacons of a unit's builds since a moment. */
  readonly readLoads: (unit: string, options: LoadsWanted) => Promise<readonly Loads[]>
  /** Default: the time of the registry. */
  readonly now?: Date
}

/** A rollback is due but needs a person. */
export interface Asked {
  readonly kind: 'ask'
  readonly why: Extract<Verdict, { kind: 'ask' }>['why'] | 'no_target' | 'shell'
  readonly comparison: Comparison
  /** The revision since which the build is live. */
  readonly since: number
  /** Why no former build can run; null for other reasons. */
  readonly refusal: string | null
  /** The command line that goes back; null if there is none. */
  readonly command: string | null
}

export type Watched = { readonly kind: 'leave' } | Asked | { readonly kind: 'rolled_back'; readonly moved: RolledBack }

const percent = (rate: number) => `${Math.round(rate * 100)}%`

/** Describes a comparison in one sentence, for the log. */
export function describeComparison({ tried, against }: Comparison): string {
  const part = ({ build, rate, failed, loads }: Comparison['tried']) =>
    `${build} failed in ${percent(rate)} of its loads (${failed} of ${loads})`
  return `${part(tried)}, ${part(against)}`
}

/**
 * Checks one unit, and rolls back its canary or new stable build if it fails clearly more often, by
 * compare-and-swap and with the figures in the log: a canary to the stable build, a stable build to the newest former
 * one that runs with what is live. For the shell a person is asked.
 * @throws ReleaseError `pointer_moved` when somebody has changed the unit meanwhile, `registry_damaged` when the log does not
 * say since when the build runs
 */
export async function watchUnit(registry: Registry, { unit, channel, readLoads, ...options }: WatchOptions): Promise<Watched> {
  const now = options.now ?? (await registry.storage.now())
  const current = await registry.readPointer(channel, unit)
  if (!current) return { kind: 'leave' }
  const { rev } = current.pointer
  // Only the changes up to this pointer count: another process may have rolled back since, and with its entry this would be a second rollback.
  const changes = await recentChanges(registry, { unit, channel }, current.pointer, now)
  const trial = trialOf(current.pointer, changes, now)
  if (!trial) return { kind: 'leave' }
  if (trial === 'unknown') {
    throw new ReleaseError('registry_damaged', {
      what: `${unit} was not watched on ${channel}`,
      why: 'the log entry of what it runs is missing or damaged',
      advice: 'See which one it is, and restore it from a backup or from another copy of the registry',
      commands: [['doctor', unit, ...channelFlag(channel)]],
    })
  }
  const { canary } = current.pointer
  const loadsOf = async (build: string, since: Date) => {
    const inTrial = (account: number) => canary !== null && isInCanary(canary, account)
    const heard = await readLoads(unit, { since, withApi: trial.canary, isInCanary: inTrial })
    return heard.filter((loads) => loads.build === build)
  }
  const loads = [...(await loadsOf(trial.build, trial.since)), ...(await loadsOf(trial.against, trial.againstSince))]
  const verdict = decideRollback(trial, loads, { frozen: current.pointer.frozen, changes, now })
  if (verdict.kind === 'leave') return verdict
  const { comparison } = verdict
  const reason = describeComparison(comparison)
  const since = await liveSince(registry, { unit, channel }, current.pointer, trial.build)
  const back = ['rollback', unit, '--from', trial.build, '--reason', reason, ...channelFlag(channel)]
  const byHand = { comparison, since, refusal: null, command: commandLine([back]) }
  if (verdict.kind === 'ask') return { ...verdict, ...byHand }
  // Remotes may need the new shell, and what they break could be held against it.
  if (unit === shellUnit) return { kind: 'ask', why: 'shell', ...byHand }
  try {
    const evidence = { ...comparison }
    const moved = await rollback(registry, { unit, channel, who: automaticActor, reason, evidence, decidedOn: rev })
    return { kind: 'rolled_back', moved }
  } catch (error) {
    if (!(error instanceof ReleaseError) || error.code !== 'no_rollback_target') throw error
    const command = error.commands.length === 0 ? null : commandLine(error.commands)
    return { kind: 'ask', why: 'no_target', comparison, since, refusal: `${error.what}: ${error.why}`, command }
  }
}

type Watching = Pick<WatchOptions, 'unit' | 'channel'>

/** The changes of the last day and the one before, newest first; null in the place of one that cannot be read. */
async function recentChanges(
  registry: Registry,
  { unit, channel }: Watching,
  pointer: Pointer,
  now: Date,
): Promise<readonly (LogEntry | null)[]> {
  const changes: (LogEntry | null)[] = []
  for await (const change of changesInForce(registry, channel, unit, pointer)) {
    changes.push(change)
    if (change && isOlder(change, now)) break
  }
  return changes
}

const isOlder = ({ at }: LogEntry, now: Date) => Date.parse(at) < now.getTime() - day

/** The revision since which a build that a pointer names has been live without a break, as a canary or for everybody. */
async function liveSince(registry: Registry, { unit, channel }: Watching, pointer: Pointer, build: string): Promise<number> {
  let since = pointer.rev
  for await (const change of changesInForce(registry, channel, unit, pointer)) {
    if (!change) continue
    if (change.to.stable !== build && change.to.canary?.build !== build) break
    since = change.rev
  }
  return since
}

/**
 * The automatic rollbacks of the last day, newest first. They stand in the log, so that one is known even if the
 * process died that made it.
 */
export async function automaticRollbacks(registry: Registry, watching: Watching): Promise<readonly LogEntry[]> {
  const now = await registry.storage.now()
  const current = await registry.readPointer(watching.channel, watching.unit)
  const changes = current ? await recentChanges(registry, watching, current.pointer, now) : []
  return changes.flatMap((change) =>
    change?.action === 'rollback' && change.who === automaticActor && !isOlder(change, now) ? [change] : [],
  )
}
