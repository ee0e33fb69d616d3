import * as v from 'valibot'
import { beaconPhases } from './release-beacon.ts'

/** Load results of a build since the requested time; each account has limited weight. */
export const loads = v.object({
  build: v.string(),
  /** Number of successful first screens, and number of failures. */
  worked: v.number(),
  failed: v.number(),
  /** Number of accounts that reported, and of those with a failure. */
  accounts: v.number(),
  failing_accounts: v.number(),
})
export type ReleaseLoads = v.InferOutput<typeof loads>

const failures = {
  phase: v.picklist(beaconPhases),
  failed: v.number(),
  /** Number of accounts with a failure. */
  accounts: v.number(),
  first_at: v.string(),
  last_at: v.string(),
}
export const failedPhase = v.object(failures)
export type ReleaseFailedPhase = v.InferOutput<typeof failedPhase>

/** A place of a stack: in the sources (`remote-ad/src/ad/AdScreen.tsx:42:7`), or in the build's file where there is no source map. */
const resolvedFrame = v.object({ place: v.string(), resolved: v.boolean() })
export type ResolvedFrame = v.InferOutput<typeof resolvedFrame>

/** Failures with one cause: the same error, message and innermost place. null means that the page did not report the value. */
export const failedKind = v.object({
  ...failures,
  /** The only screen that it happened on; null if there are several, or none is known. */
  route: v.nullable(v.string()),
  routes: v.array(v.string()),
  error: v.nullable(v.string()),
  /** Without data of users (`maskMessage`). */
  message: v.nullable(v.string()),
  /** Innermost first; empty if unknown. */
  stack: v.array(resolvedFrame),
})
export type ReleaseFailedKind = v.InferOutput<typeof failedKind>

/** Maximum number of failure kinds returned per build, newest first. */
export const releaseFailedKinds = 50

/** What the content security policy of pages has blocked, by its kind. */
export const violation = v.object({
  /** The build whose file caused it; null if the browser did not name one. */
  build: v.nullable(v.string()),
  place: v.nullable(resolvedFrame),
  directive: v.string(),
  /** Origin, scheme (`data:`) or keyword (`inline`, `eval`); empty if unknown. */
  blocked: v.string(),
  /** First segment of the address of the page; empty for the dashboard. */
  area: v.string(),
  /** Number of reports since `first_at`. */
  count: v.number(),
  first_at: v.string(),
  last_at: v.string(),
})
export type ReleaseViolation = v.InferOutput<typeof violation>
