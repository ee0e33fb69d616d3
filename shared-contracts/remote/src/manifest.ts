import * as v from 'valibot'
import { buildContract, version } from './contract-version.ts'

/** Module → the version that the build was made with, and names of it; '*' means the module as a whole. */
const shares = v.record(v.string(), v.object({ version, names: v.array(v.string()) }))
export type Shares = v.InferOutput<typeof shares>

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
  contract: buildContract,
  routes: v.array(routeManifest),
  /** Scripts besides the entry without which none of its screens runs: a page of the area asks for them at once. Absent in older builds. */
  preload: v.optional(v.array(v.string())),
  /** What the build takes from the shell. */
  shares,
})
export type RemoteManifest = v.InferOutput<typeof remoteManifest>

/** What the shell's build says of itself. */
export const shellManifest = v.object({
  build: v.string(),
  contract: buildContract,
  entry: v.string(),
  /** First segments of the shell's own addresses; every other page is an area's. Absent in older builds: any may be one. */
  pages: v.optional(v.array(v.string())),
  /** Its scripts that every page of an area needs soon, and those that lists need besides. Absent in older builds. */
  preloads: v.optional(v.object({ area: v.array(v.string()), list: v.array(v.string()) })),
  /** What it gives to remotes. */
  shares,
})
export type ShellManifest = v.InferOutput<typeof shellManifest>
