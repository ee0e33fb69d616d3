import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'

/** Names of units and builds, as the registry takes them. */
export const unitName = /^[a-z][a-z0-9-]{0,39}$/u
export const buildName = /^[0-9a-z][0-9a-z.-]{0,99}$/u

/** How far a build of a remote came in a page (spec/platform "Beacons"): `mount` is its first screen, `render` anything after that. */
export const beaconPhases = ['resolve', 'signature', 'contract', 'entry', 'chunk', 'mount', 'render'] as const
export type BeaconPhase = (typeof beaconPhases)[number]

/** Names of routes and of classes of errors: a name has no place for an address, an id or anything somebody typed. */
const routeName = /^[a-z][a-z0-9_-]{0,29}(?:\.[a-z][a-z0-9_-]{0,29}){0,3}$/u
const errorName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/u

/** Where a page failed, and with what: the route's name (`company.detail`), and the name of the error (`TypeError`). Older shells say neither. */
export const failureDetails = {
  route: v.optional(v.pipe(v.string(), v.regex(routeName))),
  error: v.optional(v.pipe(v.string(), v.regex(errorName))),
}

/** What one page says of one build. Whoever is signed in can forge it, so that an account weighs little. */
const beacon = v.strictObject({
  remote: v.pipe(v.string(), v.regex(unitName)),
  build: v.pipe(v.string(), v.regex(buildName)),
  /** The account is one of those that try a canary of this remote, whichever build it got in the end. */
  canary: v.boolean(),
  phase: v.picklist(beaconPhases),
  ok: v.boolean(),
  ...failureDetails,
})
export type ReleaseBeacon = v.InferOutput<typeof beacon>

/** Beacons that one call may carry. */
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
