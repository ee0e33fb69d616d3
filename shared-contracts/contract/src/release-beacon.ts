import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

/** Names of units and builds, as the registry takes them. */
export const unitName = /^[a-z][a-z0-9-]{0,39}$/u
export const buildName = /^[0-9a-z][0-9a-z.-]{0,99}$/u

/** How far a build of a remote came in a page (PLATFORM.md section 3): `mount` is its first screen, `render` anything after that. */
export const beaconPhases = ['resolve', 'signature', 'contract', 'entry', 'chunk', 'mount', 'render'] as const
export type BeaconPhase = (typeof beaconPhases)[number]

/** What one page says of one build. Whoever is signed in can forge it, so that an account weighs little. */
const beacon = v.strictObject({
  remote: v.pipe(v.string(), v.regex(unitName)),
  build: v.pipe(v.string(), v.regex(buildName)),
  /** The account is one of those that try a canary of this remote, whichever build it got in the end. */
  canary: v.boolean(),
  phase: v.picklist(beaconPhases),
  ok: v.boolean(),
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
})
