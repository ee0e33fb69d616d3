import type { ReleaseLoads, ReleaseTrial, ReleaseUnitWithLoads } from '@adsite/contract'

/** Who runs a build, or what it is to the unit. */
export type RowKind = 'all' | 'others' | 'trial' | 'good' | 'bad' | 'earlier'

/** One build of a unit, with what was heard of it. */
export interface BuildRow {
  readonly kind: RowKind
  readonly build: string
  readonly trial: ReleaseTrial | null
  readonly loads: ReleaseLoads | null
}

/** Builds that no page runs any more, and were heard of in the period: no more of them than these. */
const shownOthers = 3

/** The builds of a unit that matter: what runs, what is tried, the way back, and what else pages have run in the period. */
export function rowsOf({ stable, canary, last_known_good, bad, loads }: ReleaseUnitWithLoads): BuildRow[] {
  if (stable === null) return []
  const row = (kind: RowKind, build: string): BuildRow => ({
    kind,
    build,
    trial: kind === 'trial' ? canary : null,
    loads: loads.find((one) => one.build === build) ?? null,
  })
  const [good] = last_known_good
  const named = [stable, canary?.build, good]
  const others = loads.map(({ build }) => build).filter((build) => !named.includes(build))
  return [
    row(canary ? 'others' : 'all', stable),
    ...(canary ? [row('trial', canary.build)] : []),
    ...(good === undefined ? [] : [row('good', good)]),
    ...others.slice(-shownOthers).map((build) => row(bad.includes(build) ? 'bad' : 'earlier', build)),
  ]
}

/** Share of loads that failed, 0 to 1; null: nothing was heard. */
export function failureRate(loads: Pick<ReleaseLoads, 'worked' | 'failed'> | null): number | null {
  const all = loads ? loads.worked + loads.failed : 0
  return loads && all > 0 ? loads.failed / all : null
}
