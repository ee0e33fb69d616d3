import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { failureMessageLength, failureStack } from './failure-description.ts'
import { buildName, unitName } from './names.ts'

/**
 * How far a page got in loading a build of a remote (spec/platform "Beacons"): `mount` is the first screen,
 * `render` anything after it, `api` a call that the API did not answer, `blank` a screen without anything painted.
 */
export const beaconPhases = ['resolve', 'signature', 'contract', 'entry', 'chunk', 'mount', 'render', 'api', 'blank'] as const
export type BeaconPhase = (typeof beaconPhases)[number]

/** Names of routes and error classes. The pattern excludes URLs, ids and user input. */
const routeName = /^[a-z][a-z0-9_-]{0,29}(?:\.[a-z][a-z0-9_-]{0,29}){0,3}$/u
const errorName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/u

/**
 * Where and how a page failed: the route name (`company.detail`), the error name (`TypeError`), its message without
 * data (`maskMessage`) and the places of its stack. Older shells send none or only the first two.
 */
export const failureDetails = {
  route: v.optional(v.pipe(v.string(), v.regex(routeName))),
  error: v.optional(v.pipe(v.string(), v.regex(errorName))),
  message: v.optional(v.pipe(v.string(), v.maxLength(failureMessageLength))),
  stack: v.optional(failureStack),
}

/** A page's report on one build. Any signed-in user can forge it, so each account has little weight. */
const beacon = v.strictObject({
  remote: v.pipe(v.string(), v.regex(unitName)),
  build: v.pipe(v.string(), v.regex(buildName)),
  /** The account is in the canary audience of this remote, whichever build it finally ran. */
  canary: v.boolean(),
  phase: v.picklist(beaconPhases),
  ok: v.boolean(),
  ...failureDetails,
})
export type ReleaseBeacon = v.InferOutput<typeof beacon>

const buildField = v.pipe(v.string(), v.regex(buildName))

/** What an open page runs: its shell, and the remote of the area that it shows. Any signed-in user can forge it. */
export const openPageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/release/page',
  label: { ja: '開いているページの報告', en: 'Report an open page' },
  kind: 'change',
  permission: 'session.use',
  summary: 'Which builds an open page runs, reported when they change and every few minutes; `closed` when it is left',
  body: v.strictObject({
    /** Made up by the page. */
    page: v.pipe(v.string(), v.uuid()),
    shell: buildField,
    area: v.nullable(v.strictObject({ unit: v.pipe(v.string(), v.regex(unitName)), build: buildField })),
    closed: v.optional(v.literal(true)),
  }),
  success: 204,
  stale: [],
})

/** How often an open page reports itself, in minutes. One that was not heard of for twice as long no longer counts. */
export const openPageMinutes = 5

/** Maximum number of beacons per call. */
export const releaseBeaconLimit = 50

export const releaseBeaconEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/release/beacon',
  label: { ja: 'ビルドの動作状況の報告', en: 'Report how a build fared' },
  kind: 'change',
  permission: 'session.use',
  summary: 'What a page saw of the builds of remotes: first screens that came up, and failures',
  body: v.strictObject({ beacons: v.pipe(v.array(beacon), v.minLength(1), v.maxLength(releaseBeaconLimit)) }),
  success: 204,
  stale: [],
})
