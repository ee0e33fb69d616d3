import { history } from '../actions/history.ts'
import type { PointerMoved } from '../actions/promote.ts'
import { rollback } from '../actions/rollback.ts'
import type { Registry } from '../registry/registry.ts'
import { automaticActor } from '../registry/schemas.ts'
import { decideRollback, trialOf, type Comparison, type Loads, type Verdict } from './decide-rollback.ts'

export interface WatchOptions {
  readonly unit: string
  readonly channel: string
  /** Reads the beacons of a unit's builds since a moment. */
  readonly readLoads: (unit: string, since: Date) => Promise<readonly Loads[]>
  readonly now?: Date
}

export type Watched = Exclude<Verdict, { kind: 'rollback' }> | { readonly kind: 'rolled_back'; readonly moved: PointerMoved }

const percent = (rate: number) => `${Math.round(rate * 100)}%`

/** Describes a comparison in one sentence, for the log. */
export function describeComparison({ tried, against }: Comparison): string {
  const part = ({ build, rate, failed, loads }: Comparison['tried']) =>
    `${build} failed in ${percent(rate)} of its loads (${failed} of ${loads})`
  return `${part(tried)}, ${part(against)}`
}

/**
 * Checks one unit, and rolls back its canary or new stable build if it fails clearly more often, by
 * compare-and-swap and with the figures in the log.
 * @throws ReleaseError `pointer_moved` when somebody has changed the unit meanwhile
 */
export async function watchUnit(registry: Registry, { unit, channel, readLoads, now = new Date() }: WatchOptions): Promise<Watched> {
  const current = await registry.readPointer(channel, unit)
  if (!current) return { kind: 'leave' }
  const { entries } = await history(registry, { unit, channel })
  const trial = trialOf(current.pointer, entries, now)
  if (!trial) return { kind: 'leave' }
  const loads = await readLoads(unit, trial.since)
  const verdict = decideRollback(trial, loads, { frozen: current.pointer.frozen, entries, now })
  if (verdict.kind !== 'rollback') return verdict
  const { comparison } = verdict
  const moved = await rollback(registry, {
    unit,
    channel,
    who: automaticActor,
    reason: describeComparison(comparison),
    evidence: { ...comparison },
    // Rolls back what the figures are about: a newly promoted build returns to the one it was compared with.
    ...(trial.canary ? {} : { build: trial.against }),
    decidedOn: current.pointer.rev,
  })
  return { kind: 'rolled_back', moved }
}
