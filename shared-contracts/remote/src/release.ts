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

/** The parts of a release that a page needs before it loads the build: for menu, links and access. A whole release has them too. */
export const releaseBrief = v.object({
  unit: v.string(),
  build: v.string(),
  manifest: v.pick(remoteManifest, ['area', 'title', 'icon', 'routes']),
})
export type ReleaseBrief = v.InferOutput<typeof releaseBrief>

const audience = v.object(canaryAudience)

/** Live builds of one remote. */
export interface LivePointerOf<B> {
  rev: number
  stable: B
  canary: ({ build: B } & v.InferOutput<typeof audience>) | null
  /** Ids of fallback builds, newest first, excluding bad ones; their release.json is fetched on demand. */
  lastKnownGood: string[]
  /** Builds that no page may run, not even from its cache. */
  bad: string[]
  /** Pages that took their build from an earlier revision than this one swap it at once. */
  now?: number | undefined
}

const livePointerOf = <S extends typeof remoteRelease | typeof releaseBrief>(release: S) =>
  v.object({
    rev: v.number(),
    stable: release,
    canary: v.nullable(v.object({ build: release, ...canaryAudience })),
    lastKnownGood: v.array(v.string()),
    bad: v.array(v.string()),
    now: v.optional(v.number()),
  })

/** What open pages have to know of the shell's pointer. */
const liveShell = v.object({
  build: v.string(),
  rev: v.number(),
  /** Pages that took their shell from an earlier revision than this one reload at once. */
  now: v.optional(v.number()),
})

/** All pointers of a channel. */
export interface PointersOf<B> {
  channel: string
  /** Absent before a shell runs, from older gateways, and in previews. */
  shell?: v.InferOutput<typeof liveShell> | undefined
  remotes: Record<string, LivePointerOf<B>>
  /** The response may differ between accounts and must be refetched when the account changes. */
  by_account?: true | undefined
}

const pointersOf = <S extends typeof remoteRelease | typeof releaseBrief>(release: S) =>
  v.object({
    channel: v.string(),
    shell: v.optional(liveShell),
    remotes: v.record(v.string(), livePointerOf(release)),
    by_account: v.optional(v.literal(true)),
  })

/** With whole releases: /registry/pointers, and the pages of shells that do not know the brief form. */
export const registryPointers = pointersOf(remoteRelease)
export type LivePointer = LivePointerOf<RemoteRelease>
export type RegistryPointers = PointersOf<RemoteRelease>

/** What pages work with: /registry/pointers?brief. The whole form is one too. */
export const briefPointers = pointersOf(releaseBrief)
export type BriefPointer = LivePointerOf<ReleaseBrief>
export type BriefPointers = PointersOf<ReleaseBrief>

/** The brief form of pointers. */
export function briefOf({ remotes, ...rest }: RegistryPointers): BriefPointers {
  const brief = ({ unit, build, manifest: { area, title, icon, routes } }: RemoteRelease): ReleaseBrief => ({
    unit,
    build,
    manifest: { area, title, icon, routes },
  })
  const briefed = Object.entries(remotes).map(([unit, live]): [string, BriefPointer] => {
    const { stable, canary } = live
    return [unit, { ...live, stable: brief(stable), canary: canary && { ...canary, build: brief(canary.build) } }]
  })
  return { ...rest, remotes: Object.fromEntries(briefed) }
}

/** Names of builds: what an index.html contains of the pointers for its own address, and what a browser keeps of them. */
export const namedBuilds = v.object({
  channel: v.string(),
  remotes: v.record(v.string(), v.object({ rev: v.number(), unit: v.string(), build: v.string() })),
})
export type NamedBuilds = v.InferOutput<typeof namedBuilds>

/** The base path of a build's files. */
export function buildBase({ unit, build }: { readonly unit: string; readonly build: string }): string {
  return `/r/${unit}/${build}/`
}

/** Finds a route by name. An area without a release is absent from the pointers and thus has no menu and no routes. */
export function routeByName(pointers: BriefPointers, name: string): RouteManifest | undefined {
  return Object.values(pointers.remotes)
    .flatMap((remote) => remote.stable.manifest.routes)
    .find((route) => route.name === name)
}
