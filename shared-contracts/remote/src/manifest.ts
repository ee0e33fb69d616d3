import * as v from 'valibot'

/** Version of the contract between shell and remotes (semver). Docs: docs/contract.md. */
export const contractVersion = '1.0.0'

const text = v.object({ ja: v.string(), en: v.string() })

/** One route of an area, as the shell needs it before it has loaded any code of the area. */
export const routeManifest = v.object({
  /** Name that links use: `company.detail`. */
  name: v.string(),
  /** Absolute path with `:params`. */
  path: v.string(),
  permission: v.string(),
  title: text,
  /** Where it stands in the area's menu; absent: not in the menu. `icon` is an SVG path of 24 × 24, `below` the route whose entry it is a child of. */
  menu: v.optional(v.object({ icon: v.string(), dividerBefore: v.optional(v.boolean()), below: v.optional(v.string()) })),
})
export type RouteManifest = v.InferOutput<typeof routeManifest>

/** What a remote says of itself; made from its route table when it is built, read by release and shell. */
export const remoteManifest = v.object({
  area: v.string(),
  /** Id of the build: version and a hash of everything that went into it; letters, digits, `.` and `-`. */
  build: v.string(),
  title: text,
  icon: v.string(),
  /** The federation name of this build: one per build, so that builds live side by side in a page. */
  federationName: v.string(),
  entry: v.string(),
  contract: v.string(),
  routes: v.array(routeManifest),
  /** Names that the build takes from each shared module; '*' means the module as a whole. */
  shares: v.record(v.string(), v.array(v.string())),
})
export type RemoteManifest = v.InferOutput<typeof remoteManifest>

/** What the shell's build says of itself: which names of which shared modules it gives to remotes. */
export const shellManifest = v.object({
  build: v.string(),
  contract: v.string(),
  entry: v.string(),
  shares: v.record(v.string(), v.array(v.string())),
})
export type ShellManifest = v.InferOutput<typeof shellManifest>

/** The build of one remote that this page should run. `files`: path below `base` → sha384 (base64), for scripts and styles. */
export const remoteBuild = v.object({
  build: v.string(),
  base: v.string(),
  files: v.record(v.string(), v.string()),
  manifest: remoteManifest,
})
export type RemoteBuild = v.InferOutput<typeof remoteBuild>

/** One answer with every pointer of a channel: what stands in index.html and behind /registry/pointers. */
export const registryPointers = v.object({
  channel: v.string(),
  remotes: v.record(v.string(), v.object({ rev: v.number(), stable: remoteBuild, lastKnownGood: v.array(remoteBuild) })),
})
export type RegistryPointers = v.InferOutput<typeof registryPointers>

/** Where an area stands when it has no release yet: absent from the pointers, hence no menu and no routes. */
export function routeByName(pointers: RegistryPointers, name: string): RouteManifest | undefined {
  return Object.values(pointers.remotes)
    .flatMap((remote) => remote.stable.manifest.routes)
    .find((route) => route.name === name)
}
