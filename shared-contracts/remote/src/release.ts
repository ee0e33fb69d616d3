import * as v from 'valibot'
import { remoteManifest, shellManifest, type RouteManifest } from './manifest.ts'

/** Signature with one of the platform's keys over everything else in release.json (signed-bytes.ts). */
export const releaseSignature = v.object({
  /** Key id: the first 16 hex digits of the SHA-256 of the 32-byte public key. */
  key: v.string(),
  /** Ed25519 signature in base64. */
  value: v.string(),
})
export type ReleaseSignature = v.InferOutput<typeof releaseSignature>

// Input is validated against these schemas but kept as read (`v.is`, not `v.parse`): fields added by later versions are
// covered by the signature and must survive.
const releaseEntries = {
  unit: v.string(),
  build: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  /** Source commit, with the suffix `-dirty` if the work tree had changes; null outside git. */
  commit: v.nullable(v.string()),
  /** Every file of the build: path → its hash (base64) and size in bytes. */
  files: v.record(v.string(), v.object({ sha384: v.string(), size: v.number() })),
  signature: releaseSignature,
}

/**
 * r/<unit>/<build>/release.json of a remote: everything a page needs to load the build. `manifest` contains the
 * contract and shared versions.
 */
export const remoteRelease = v.object({ ...releaseEntries, manifest: remoteManifest })
export type RemoteRelease = v.InferOutput<typeof remoteRelease>

/** r/shell/<build>/release.json. */
export const shellRelease = v.object({ ...releaseEntries, manifest: shellManifest })
export type ShellRelease = v.InferOutput<typeof shellRelease>

export type Release = RemoteRelease | ShellRelease
export type ReleaseFiles = Release['files']

/** The audience of a canary build (spec/platform "Cohort"). */
export const canaryAudience = {
  /** Percentage of accounts, 0 to 100 with two decimals; an account is included if hash(salt + account id) % 10000 < percent × 100. */
  percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  /** Accounts included regardless of their hash. */
  accounts: v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Unique per rollout: raising the percentage only adds accounts, and the next rollout starts with different ones. */
  salt: v.pipe(v.string(), v.minLength(1)),
}

/**
 * Live builds of one remote as sent to a page. Contains whole releases, so that the page needs no further
 * request before the first script.
 */
export const livePointer = v.object({
  rev: v.number(),
  stable: remoteRelease,
  canary: v.nullable(v.object({ build: remoteRelease, ...canaryAudience })),
  /** Ids of fallback builds, newest first, excluding bad ones; their release.json is fetched on demand. */
  lastKnownGood: v.array(v.string()),
  /** Builds that no page may run, not even from its cache. */
  bad: v.array(v.string()),
})
export type LivePointer = v.InferOutput<typeof livePointer>

/** All pointers of a channel in one response: embedded in index.html and served by /registry/pointers. */
export const registryPointers = v.object({
  channel: v.string(),
  remotes: v.record(v.string(), livePointer),
  /** The response may differ between accounts and must be refetched when the account changes. */
  by_account: v.optional(v.literal(true)),
})
export type RegistryPointers = v.InferOutput<typeof registryPointers>

/** The base path of a build's files. */
export function buildBase({ unit, build }: { readonly unit: string; readonly build: string }): string {
  return `/r/${unit}/${build}/`
}

/** Finds a route by name. An area without a release is absent from the pointers and thus has no menu and no routes. */
export function routeByName(pointers: RegistryPointers, name: string): RouteManifest | undefined {
  return Object.values(pointers.remotes)
    .flatMap((remote) => remote.stable.manifest.routes)
    .find((route) => route.name === name)
}
