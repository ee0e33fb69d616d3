import type { ReleaseLoads, ReleaseTrial, ReleaseUnitWithLoads } from '@adsite/contract'
import type { releaseTexts } from './texts.ts'

/** Who runs a build, or its role within the unit. */
export type RowKind = 'all' | 'others' | 'trial' | 'good' | 'bad' | 'earlier'

/** Texts of the page that name them. */
export const kindText = {
  all: 'for_all',
  others: 'for_others',
  trial: 'for_trial',
  good: 'good',
  bad: 'bad',
  earlier: 'earlier',
} as const satisfies Record<RowKind, keyof typeof releaseTexts>

/** A build of a unit with its load results. */
export interface BuildRow {
  readonly kind: RowKind
  readonly build: string
  readonly trial: ReleaseTrial | null
  readonly loads: ReleaseLoads | null
  /** Number of open pages that run it; null: the API does not count them. */
  readonly pages: number | null
}

/** Maximum number of other builds to show that no page runs any more. */
const shownOthers = 3

/** The relevant builds of a unit: stable, canary, rollback target, and others that pages have run in the period. */
export function rowsOf({ stable, canary, way_back, bad, loads, open }: ReleaseUnitWithLoads): BuildRow[] {
  if (stable === null) return []
  const row = (kind: RowKind, build: string): BuildRow => ({
    kind,
    build,
    trial: kind === 'trial' ? canary : null,
    loads: loads.find((one) => one.build === build) ?? null,
    pages: open ? (open.find((one) => one.build === build)?.pages ?? 0) : null,
  })
  const good = way_back?.build ?? undefined
  const named = [stable, canary?.build, good]
  const running = (open ?? []).map(({ build }) => build).filter((build) => !named.includes(build))
  const reported = loads.map(({ build }) => build).filter((build) => !named.includes(build) && !running.includes(build))
  return [
    row(canary ? 'others' : 'all', stable),
    ...(canary ? [row('trial', canary.build)] : []),
    ...(good === undefined ? [] : [row('good', good)]),
    ...[...running, ...reported.slice(-shownOthers)].map((build) => row(bad.includes(build) ? 'bad' : 'earlier', build)),
  ]
}

/** Fraction of loads that failed, 0 to 1; null: there are no reports. */
export function failureRate(loads: Pick<ReleaseLoads, 'worked' | 'failed'> | null): number | null {
  const all = loads ? loads.worked + loads.failed : 0
  return loads && all > 0 ? loads.failed / all : null
}
