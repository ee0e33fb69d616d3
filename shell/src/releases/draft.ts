import { call } from '@adsite/api-client'
import {
  message,
  parseAmount,
  releaseAudience,
  releaseEndpoints,
  type ReleaseAction,
  type ReleaseMoved,
  type ReleaseUnitWithLoads,
} from '@adsite/contract'
import * as v from 'valibot'

/** Instead of a build: the registry's default rollback target. */
export const byDefault = ''

/** What has been entered for a change of a release. */
export interface Draft {
  readonly build: string | null
  /** As it was typed. */
  readonly share: string
  readonly accounts: readonly number[]
  readonly reason: string
  /** A rollback that open pages follow at once. */
  readonly now: boolean
}

/** Reads a share as a percentage with the two decimals that the registry keeps; nothing typed is nobody. */
export const typedShare = v.pipe(
  v.string(),
  v.transform((typed) => (typed.trim() === '' ? 0 : Number(parseAmount(typed, 'rate') ?? Number.NaN))),
  releaseAudience.percent,
  v.check((percent) => Number(percent.toFixed(2)) === percent, message('decimals', 2)),
)

/** What of a draft has been checked: the reason is null where none is given. */
export interface Checked {
  readonly reason: string | null
  readonly percent: number
}

export function startOf(action: ReleaseAction, { canary, way_back }: ReleaseUnitWithLoads): Draft {
  const back = canary || way_back?.build != null ? byDefault : null
  return {
    build: action === 'rollback' ? back : (canary?.build ?? null),
    share: String(canary?.percent ?? 5),
    accounts: canary?.accounts ?? [],
    reason: '',
    now: false,
  }
}

export const needsBuild = (action: ReleaseAction) => action === 'rollback' || action === 'promote' || action === 'canary'
export const needsReason = (action: ReleaseAction) => action === 'rollback' || action === 'freeze' || action === 'unfreeze'

/** Whether a trial would reach nobody. */
export function isForNobody({ share, accounts }: Draft): boolean {
  return accounts.length === 0 && v.safeParse(typedShare, share).output === 0
}

/** Whether a build and, for a trial, somebody who tries it have been chosen. */
export function isChosen(action: ReleaseAction, draft: Draft, stable: string | null): boolean {
  if (needsBuild(action) && (draft.build === null || draft.build === stable)) return false
  return action !== 'canary' || !isForNobody(draft)
}

/** Applies a change to the state of the unit that the user saw. Rejects with ApiError. */
export async function sendDraft(
  action: ReleaseAction,
  { unit, rev }: ReleaseUnitWithLoads,
  draft: Draft,
  { reason, percent }: Checked,
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
      const accounts = [...draft.accounts]
      return (await call(releaseEndpoints.canary, { params, body: { rev: decided, build, percent, accounts, ...given } })).data
    }
    case 'end_canary':
      return (await call(releaseEndpoints.endCanary, { params, body: { rev: decided, ...given } })).data
    case 'promote':
      return (await call(releaseEndpoints.promote, { params, body: { ...(rev === null ? {} : { rev }), build, ...given } })).data
    default:
      return (await call(releaseEndpoints[action], { params, body: { rev: decided, reason: reason ?? '' } })).data
  }
}
