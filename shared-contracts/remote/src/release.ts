import * as v from 'valibot'
import { remoteManifest, shellManifest, type RouteManifest } from './manifest.ts'

/** Made with one of the platform's keys over everything else in release.json (signed-bytes.ts). */
export const releaseSignature = v.object({
  /** Names the key: the first 16 hex digits of the SHA-256 of its 32 public bytes. */
  key: v.string(),
  /** The Ed25519 signature in base64. */
  value: v.string(),
})
export type ReleaseSignature = v.InferOutput<typeof releaseSignature>

// What is read is checked against these and kept as it was (`v.is`, not `v.parse`): a field that a later
// version adds is signed too, so it must survive.
const releaseEntries = {
  unit: v.string(),
  build: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  /** The commit it was built from; `-dirty` behind it when the work tree had changes; null outside of git. */
  commit: v.nullable(v.string()),
  /** Every file of the build: path → hash of its bytes (base64) and their number. */
  files: v.record(v.string(), v.object({ sha384: v.string(), size: v.number() })),
  signature: releaseSignature,
}

/** r/<unit>/<build>/release.json of a remote: all that a page needs to load the build. Contract and shared versions are in `manifest`. */
export const remoteRelease = v.object({ ...releaseEntries, manifest: remoteManifest })
export type RemoteRelease = v.InferOutput<typeof remoteRelease>

/** r/shell/<build>/release.json. */
export const shellRelease = v.object({ ...releaseEntries, manifest: shellManifest })
export type ShellRelease = v.InferOutput<typeof shellRelease>

export type Release = RemoteRelease | ShellRelease
export type ReleaseFiles = Release['files']

/** Who gets a build that is being tried, besides or instead of everybody (spec/platform "Cohort"). */
export const canaryAudience = {
  /** Share of the accounts: 0 to 100, two decimals; an account belongs to it when hash(salt + account id) % 10000 < percent × 100. */
  percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  /** Accounts that belong to it whatever their hash. */
  accounts: v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** One per rollout: raising the percentage only adds accounts, the next rollout begins with others. */
  salt: v.pipe(v.string(), v.minLength(1)),
}

/** What runs of one remote, as a page is told: whole releases, so that nothing more is asked for before the first script. */
export const livePointer = v.object({
  rev: v.number(),
  stable: remoteRelease,
  canary: v.nullable(v.object({ build: remoteRelease, ...canaryAudience })),
  /** Ids of builds to fall back to, newest first, none of them bad; their release.json is fetched when it comes to that. */
  lastKnownGood: v.array(v.string()),
  /** Builds that no page may run, also not out of what it remembers. */
  bad: v.array(v.string()),
})
export type LivePointer = v.InferOutput<typeof livePointer>

/** One answer with every pointer of a channel: what stands in index.html and behind /registry/pointers. */
export const registryPointers = v.object({
  channel: v.string(),
  remotes: v.record(v.string(), livePointer),
  /** Other accounts may be told something else: to be read again when the account changes. */
  by_account: v.optional(v.literal(true)),
})
export type RegistryPointers = v.InferOutput<typeof registryPointers>

/** The address below which the files of a build are served. */
export function buildBase({ unit, build }: { readonly unit: string; readonly build: string }): string {
  return `/r/${unit}/${build}/`
}

/** Where an area stands when it has no release yet: absent from the pointers, hence no menu and no routes. */
export function routeByName(pointers: RegistryPointers, name: string): RouteManifest | undefined {
  return Object.values(pointers.remotes)
    .flatMap((remote) => remote.stable.manifest.routes)
    .find((route) => route.name === name)
}
