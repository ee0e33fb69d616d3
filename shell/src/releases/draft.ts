import { call } from '@adsite/api-client'
import { releaseEndpoints, type ReleaseAction, type ReleaseMoved, type ReleaseUnitWithLoads } from '@adsite/contract'

/** Instead of a build: the registry's default rollback target. */
export const byDefault = ''

/** What has been entered for a change of a release. */
export interface Draft {
  readonly build: string | null
  readonly percent: number
  readonly accounts: readonly number[]
  readonly reason: string
  /** A rollback that open pages follow at once. */
  readonly now: boolean
}

export function startOf(action: ReleaseAction, { canary, way_back }: ReleaseUnitWithLoads): Draft {
  const back = canary || way_back?.build != null ? byDefault : null
  return {
    build: action === 'rollback' ? back : (canary?.build ?? null),
    percent: canary?.percent ?? 5,
    accounts: canary?.accounts ?? [],
    reason: '',
    now: false,
  }
}

export const needsBuild = (action: ReleaseAction) => action === 'rollback' || action === 'promote' || action === 'canary'
export const needsReason = (action: ReleaseAction) => action === 'rollback' || action === 'freeze' || action === 'unfreeze'

/** Whether a build and, for a trial, somebody who tries it have been chosen. */
export function isChosen(action: ReleaseAction, { build, percent, accounts }: Draft, stable: string | null): boolean {
  if (needsBuild(action) && (build === null || build === stable)) return false
  return action !== 'canary' || percent > 0 || accounts.length > 0
}

/** Applies a change to the state of the unit that the user saw. `reason` has been checked; null where none is given. Rejects with ApiError. */
export async function sendDraft(
  action: ReleaseAction,
  { unit, rev }: ReleaseUnitWithLoads,
  draft: Draft,
  reason: string | null,
): Promise<ReleaseMoved> {
  const params = { unit }
  const given = reason === null ? {} : { reason }
  const build = draft.build ?? ''
  // Without a revision there is nothing yet that could be overwritten.
  const decided = rev ?? 0
  switch (action) {
    case 'rollback': {
      const target = build === byDefault ? {} : { build }
      const at = draft.now ? { now: true as const } : {}
      return (await call(releaseEndpoints.rollback, { params, body: { rev: decided, reason: reason ?? '', ...target, ...at } })).data
    }
    case 'canary': {
      const { percent, accounts } = draft
      return (await call(releaseEndpoints.canary, { params, body: { rev: decided, build, percent, accounts: [...accounts], ...given } }))
        .data
    }
    case 'end_canary':
      return (await call(releaseEndpoints.endCanary, { params, body: { rev: decided, ...given } })).data
    case 'promote':
      return (await call(releaseEndpoints.promote, { params, body: { ...(rev === null ? {} : { rev }), build, ...given } })).data
    default:
      return (await call(releaseEndpoints[action], { params, body: { rev: decided, reason: reason ?? '' } })).data
  }
}
