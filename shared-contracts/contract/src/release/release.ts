import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks, writtenText } from '../field/checks.ts'
import { buildName } from './names.ts'
import { failedKind, failedPhase, loads, violation } from './release-loads.ts'
import { openPageEndpoint, releaseBeaconEndpoint } from './release-beacon.ts'
import { message } from '../text/message.ts'
import type { Text } from '../text/text.ts'
import { buildVital, webVitalEndpoint } from './web-vital.ts'

/** A canary build and its audience: a percentage of accounts (0 to 100, two decimals) plus accounts listed by id. */
const trial = v.object({ build: v.string(), percent: v.number(), accounts: v.array(v.number()) })
export type ReleaseTrial = v.InferOutput<typeof trial>

const measured = v.object({ build: v.string(), loads: v.number(), failed: v.number(), rate: v.number(), failing_accounts: v.number() })

/** The evidence for an automatic rollback: both builds since a point in time; `rate` is between 0 and 1. */
export const releaseEvidence = v.object({ tried: measured, against: measured, since: v.string() })
export type ReleaseEvidence = v.InferOutput<typeof releaseEvidence>

/** What pages and messages call the shell; an area has a title of its own. */
export const shellTitle = { ja: 'シェル', en: 'Shell' } as const satisfies Text

export const releaseActions = ['promote', 'canary', 'end_canary', 'rollback', 'freeze', 'unfreeze'] as const
export type ReleaseAction = (typeof releaseActions)[number]

/** What the history of a unit can contain: actions of the page, and repairs by the command line. */
export const releaseChanges = [...releaseActions, 'repair'] as const

const change = v.object({
  rev: v.number(),
  at: v.string(),
  who: v.string(),
  /** Whether the platform acted by itself. */
  automatic: v.boolean(),
  why: v.nullable(v.string()),
  action: v.picklist(releaseChanges),
  /** The stable build before and after the change; null: none. */
  from: v.nullable(v.string()),
  to: v.string(),
  canary: v.nullable(trial),
  /** The canary build whose trial this change ended. */
  ended_canary: v.nullable(v.string()),
  /** False if the writer lost a race or crashed before the pointer moved. */
  took_effect: v.boolean(),
  evidence: v.nullable(releaseEvidence),
})
export type ReleaseChange = v.InferOutput<typeof change>

/** A change of which nothing is known: its entry of the log, an object of the registry, is missing or damaged. */
const damagedChange = v.object({ rev: v.number(), object: v.string() })
export type DamagedReleaseChange = v.InferOutput<typeof damagedChange>

const wayBack = v.object({
  /** The target of a rollback that names none and ends no canary; null if no former build runs with what is live. */
  build: v.nullable(v.string()),
  /** Newer former builds that do not run with what is live, and why, in the words of the command line. */
  passed_over: v.array(v.object({ build: v.string(), why: v.string() })),
  /** The command that goes back together with other units; null if there is none or if none is needed. */
  command: v.nullable(v.string()),
})

/** A build of a pointer that the registry cannot give, and why, in the words of the command line. */
const unusableBuild = v.object({ build: v.string(), why: v.string() })

const unitState = {
  unit: v.string(),
  /** The display name of the area; null for the shell and for units that do not run. */
  title: v.nullable(v.object({ ja: v.string(), en: v.string() })),
  /** The team that owns the unit, from the manifest of its stable build; null if it names none. */
  owner: v.nullable(v.string()),
  /** Whether the unit supports canaries; the shell does not, because it loads before sign-in. */
  can_try: v.boolean(),
  /** Whether the page cannot move the unit forward: it takes a key or a token of the unit. */
  is_protected: v.boolean(),
  /** Revision of the pointer, which a change must state; null if nothing was ever promoted. */
  rev: v.nullable(v.number()),
  stable: v.nullable(v.string()),
  canary: v.nullable(trial),
  /** Builds to roll back to, newest first, without those marked bad. */
  last_known_good: v.array(v.string()),
  bad: v.array(v.string()),
  /** null if nothing was ever promoted, or if the state is unreadable. */
  way_back: v.nullable(wayBack),
  frozen: v.boolean(),
  changed: v.nullable(change),
  /** Which of the stable build and the canary cannot be used; absent in answers of an API that does not tell it yet. */
  unusable: v.optional(v.array(unusableBuild)),
  /** The registry's error message if the unit's state is unreadable (a damaged registry object). */
  fault: v.nullable(v.string()),
}
const unit = v.object(unitState)
export type ReleaseUnit = v.InferOutput<typeof unit>

/** Number of open pages of signed-in users that run a build. */
const openPages = v.object({ build: v.string(), pages: v.number() })

/**
 * `open`: absent in answers of an API that does not count pages yet. `violations`: kinds of violations of the content
 * security policy in the period; absent in answers of an API that does not collect them yet.
 */
const unitWithLoads = v.object({
  ...unitState,
  loads: v.array(loads),
  open: v.optional(v.array(openPages)),
  violations: v.optional(v.number()),
})
export type ReleaseUnitWithLoads = v.InferOutput<typeof unitWithLoads>

const build = v.object({ build: v.string(), published_at: v.string(), commit: v.nullable(v.string()) })
export type ReleaseBuild = v.InferOutput<typeof build>

const moved = v.object({ rev: v.number(), build: v.string(), canary: v.nullable(trial), ended_canary: v.nullable(v.string()) })
export type ReleaseMoved = v.InferOutput<typeof moved>

/** Periods for error rates, in hours; beacons are kept for a week. */
export const releaseHours = ['1', '24', '168'] as const

const hours = v.optional(v.picklist(releaseHours, message('choice')), '24')

/** Number of changes per page of the history. */
export const releaseHistoryPage = 20

export const releaseReason = writtenText(500)
const buildField = v.pipe(v.string(message('required')), v.regex(buildName, message('invalid')))
/** The revision the user saw, so that a change made in between is never overwritten. */
const rev = checks.id

/** Maximum number of accounts that a canary can list individually. */
export const releaseAccountLimit = 200

export const releaseAudience = {
  percent: v.pipe(v.number(message('number')), v.minValue(0, message('min', 0)), v.maxValue(100, message('max', 100))),
  accounts: v.pipe(v.array(checks.id), v.maxLength(releaseAccountLimit, message('too_many', releaseAccountLimit))),
}

const ofUnit = {
  fresh: alwaysFresh,
  kind: 'change',
  permission: 'release.manage',
  method: 'POST',
  success: 200,
  stale: ['/api/release'],
  event: 'release',
  response: v.object({ data: moved }),
} as const
const refusals = ['action_blocked', 'conflict', 'not_found'] as const

export const releaseEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/release',
    label: { ja: 'リリース一覧の表示', en: 'View releases' },
    kind: 'list',
    permission: 'release.manage',
    summary: 'Which build of the shell and every remote each account is running, and how the pages fared with it',
    query: v.strictObject({ hours }),
    response: v.object({ data: v.array(unitWithLoads) }),
    success: 200,
  }),
  builds: defineEndpoint({
    method: 'GET',
    path: '/api/release/{unit}/builds',
    label: { ja: '公開済みビルドの表示', en: 'View published builds' },
    kind: 'get',
    permission: 'release.manage',
    summary: 'Builds of a unit that the registry keeps and that are genuine, newest first',
    response: v.object({ data: v.array(build) }),
    success: 200,
    errors: ['not_found'],
  }),
  failures: defineEndpoint({
    method: 'GET',
    path: '/api/release/{unit}/failures',
    label: { ja: 'ビルドのエラーの表示', en: 'View failures of a build' },
    kind: 'get',
    permission: 'release.manage',
    summary:
      'What failed of a build, newest first: by how far the pages came, and by error with its message and stack. The sum is what its failure rate counts',
    query: v.strictObject({ build: buildField, hours }),
    response: v.object({ data: v.object({ phases: v.array(failedPhase), kinds: v.array(failedKind) }) }),
    success: 200,
    errors: ['not_found'],
  }),
  vitals: defineEndpoint({
    method: 'GET',
    path: '/api/release/{unit}/vitals',
    label: { ja: 'ビルドの表示速度の表示', en: 'View web vitals of builds' },
    kind: 'get',
    permission: 'release.manage',
    summary: 'How fast the screens of each build of a unit were, as their users measured it (web vitals, 75th percentile)',
    query: v.strictObject({ hours }),
    response: v.object({ data: v.array(buildVital) }),
    success: 200,
    errors: ['not_found'],
  }),
  violations: defineEndpoint({
    method: 'GET',
    path: '/api/release/{unit}/violations',
    label: { ja: 'CSP違反の表示', en: 'View content security violations' },
    kind: 'get',
    permission: 'release.manage',
    summary: 'What the content security policy of pages has blocked, by the unit whose file caused it, newest first',
    query: v.strictObject({ hours }),
    response: v.object({ data: v.array(violation) }),
    success: 200,
    errors: ['not_found'],
  }),
  history: defineEndpoint({
    method: 'GET',
    path: '/api/release/{unit}/history',
    label: { ja: 'リリース履歴の表示', en: 'View release history' },
    kind: 'get',
    permission: 'release.manage',
    summary:
      'Changes of what runs of a unit, newest first, and in `damaged` those of which nothing is known; `before` is the `next` of the page before',
    query: v.strictObject({ before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/u, message('invalid')))) }),
    // `damaged`: absent in answers of an API that does not tell them yet.
    response: v.object({
      data: v.array(change),
      damaged: v.optional(v.array(damagedChange)),
      page: v.object({ next: v.nullable(v.string()) }),
    }),
    success: 200,
    errors: ['not_found'],
  }),
  rollback: defineEndpoint({
    ...ofUnit,
    path: '/api/release/{unit}/rollback',
    label: { ja: 'リリースのロールバック', en: 'Roll back a release' },
    summary:
      'Puts an earlier build back: the named one, else ends the trial, else the newest one that runs with what is live. The build that it leaves is marked bad; with `now` open pages follow at once',
    body: v.strictObject({ rev, build: v.optional(buildField), reason: releaseReason, now: v.optional(v.literal(true)) }),
    errors: refusals,
  }),
  canary: defineEndpoint({
    ...ofUnit,
    path: '/api/release/{unit}/canary',
    label: { ja: '試行の開始・変更', en: 'Start or change a trial' },
    summary: 'Lets a share of the accounts, or those named, try a build; again with another share while it runs',
    body: v.strictObject({ rev, build: buildField, ...releaseAudience, reason: v.optional(releaseReason) }),
    errors: refusals,
  }),
  endCanary: defineEndpoint({
    ...ofUnit,
    path: '/api/release/{unit}/end-canary',
    label: { ja: '試行の終了', en: 'End a trial' },
    summary: 'Ends a trial without a judgement: everybody keeps the stable build, and the tried one is not marked bad',
    body: v.strictObject({ rev, reason: v.optional(releaseReason) }),
    errors: refusals,
  }),
  promote: defineEndpoint({
    ...ofUnit,
    path: '/api/release/{unit}/promote',
    label: { ja: 'ビルドの全体公開', en: 'Promote a build' },
    summary: 'Makes a published build the one that everybody runs; without `rev` the first one of a unit',
    body: v.strictObject({ rev: v.optional(rev), build: buildField, reason: v.optional(releaseReason) }),
    errors: refusals,
  }),
  freeze: defineEndpoint({
    ...ofUnit,
    path: '/api/release/{unit}/freeze',
    label: { ja: 'リリースの凍結', en: 'Freeze releases' },
    summary: 'Keeps a unit as it is: nothing is promoted and nothing moves by itself; rollbacks by hand go through',
    body: v.strictObject({ rev, reason: releaseReason }),
    errors: refusals,
  }),
  unfreeze: defineEndpoint({
    ...ofUnit,
    path: '/api/release/{unit}/unfreeze',
    label: { ja: 'リリースの凍結解除', en: 'Unfreeze releases' },
    summary: 'Lets a frozen unit be changed again',
    body: v.strictObject({ rev, reason: releaseReason }),
    errors: refusals,
  }),
  beacon: releaseBeaconEndpoint,
  vital: webVitalEndpoint,
  page: openPageEndpoint,
}
