import { isInCanary } from '@adsite/remote/release-format'
import { history } from '../actions/history.ts'
import { channelFlag, commandLine, ReleaseError } from '../error/release-error.ts'
import { rollback, type RolledBack } from '../move/rollback.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { automaticActor, type LogEntry } from '../registry/schemas.ts'
import { decideRollback, liveSince, trialOf, type Comparison, type Loads, type Verdict } from './decide-rollback.ts'

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
 * @throws ReleaseError `pointer_moved` when somebody has changed the unit meanwhile
 */
export async function watchUnit(registry: Registry, { unit, channel, readLoads, ...options }: WatchOptions): Promise<Watched> {
  const now = options.now ?? (await registry.storage.now())
  const current = await registry.readPointer(channel, unit)
  if (!current) return { kind: 'leave' }
  const { rev } = current.pointer
  // Another process may have rolled back since the pointer was read: its entry would make this rollback a second one.
  const entries = (await history(registry, { unit, channel })).entries.filter((entry) => entry.rev <= rev)
  const trial = trialOf(current.pointer, entries, now)
  if (!trial) return { kind: 'leave' }
  const { canary } = current.pointer
  const loads = await readLoads(unit, {
    since: trial.since,
    withApi: trial.canary,
    isInCanary: (account) => canary !== null && isInCanary(canary, account),
  })
  const verdict = decideRollback(trial, loads, { frozen: current.pointer.frozen, entries, now })
  if (verdict.kind === 'leave') return verdict
  const { comparison } = verdict
  const reason = describeComparison(comparison)
  const since = liveSince(entries, trial.build)
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

/** How long automatic rollbacks are remembered, for whoever tells of them (milliseconds). */
const remembered = 24 * 60 * 60_000

/**
 * The automatic rollbacks of the last day, newest first. They stand in the log, so that one is known even if the
 * process died that made it.
 */
export async function automaticRollbacks(
  registry: Registry,
  { unit, channel }: Pick<WatchOptions, 'unit' | 'channel'>,
): Promise<readonly LogEntry[]> {
  const oldest = (await registry.storage.now()).getTime() - remembered
  const found: LogEntry[] = []
  let rev = (await registry.readPointer(channel, unit))?.pointer.rev
  while (rev !== undefined) {
    const entry: LogEntry | null = await registry.readLogEntry(channel, unit, rev)
    if (!entry || Date.parse(entry.at) < oldest) break
    if (entry.action === 'rollback' && entry.who === automaticActor) found.push(entry)
    rev = entry.from?.rev
  }
  return found
}
