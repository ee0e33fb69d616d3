import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'

/** Name patterns of units and builds, as in the registry. */
export const unitName = /^[a-z][a-z0-9-]{0,39}$/u
export const buildName = /^[0-9a-z][0-9a-z.-]{0,99}$/u

/**
 * How far a page got in loading a build of a remote (spec/platform "Beacons"): `mount` is the first screen,
 * `render` anything after it.
 */
export const beaconPhases = ['resolve', 'signature', 'contract', 'entry', 'chunk', 'mount', 'render'] as const
export type BeaconPhase = (typeof beaconPhases)[number]

/** Names of routes and error classes. The pattern excludes URLs, ids and user input. */
const routeName = /^[a-z][a-z0-9_-]{0,29}(?:\.[a-z][a-z0-9_-]{0,29}){0,3}$/u
const errorName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/u

/** Where and how a page failed: the route name (`company.detail`) and the error name (`TypeError`). Older shells send neither. */
export const failureDetails = {
  route: v.optional(v.pipe(v.string(), v.regex(routeName))),
  error: v.optional(v.pipe(v.string(), v.regex(errorName))),
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

/** Maximum number of beacons per call. */
export const releaseBeaconLimit = 50

export const releaseBeaconEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/release/beacon',
  kind: 'change',
  permission: 'session.use',
  summary: 'What a page saw of the builds of remotes: first screens that came up, and failures',
  body: v.strictObject({ beacons: v.pipe(v.array(beacon), v.minLength(1), v.maxLength(releaseBeaconLimit)) }),
  success: 204,
  stale: [],
})
