import * as v from 'valibot'
import { buildContract, version, versionRange } from './contract-version.ts'

const shares = v.record(
  v.string(),
  v.object({
    /** Its version at build time. */
    version,
    /**
     * Remotes only: the versions that the shell may have, as the remote's peerDependencies state them. Absent: `version`
     * and later minor versions.
     */
    accepts: v.optional(versionRange),
    /** The names used; '*' means the whole module. */
    names: v.array(v.string()),
  }),
)
/** Shared modules of a build, by module. */
export type Shares = v.InferOutput<typeof shares>

/** The calls of the API that the build's code refers to, `GET /api/campaign`. Absent in older builds. */
const calls = v.optional(v.array(v.string()))

/** How much the first visit to any of the unit's pages may read of it (`adsite.budget` in its package.json). */
export const budget = v.object({
  /** Compressed; 1 kB = 1000 bytes. */
  kilobytes: v.pipe(v.number(), v.minValue(1)),
  /** Why it is higher than before; a reason counts once. */
  raised: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
})
export type Budget = v.InferOutput<typeof budget>

const text = v.object({ ja: v.string(), en: v.string() })

/** The parts of a route that the shell needs before loading any code of the area. */
export const routeManifest = v.object({
  /** Name used in links: `company.detail`. */
  name: v.string(),
  /** Absolute path with `:params`. */
  path: v.string(),
  permission: v.string(),
  title: text,
  /** Position in the area's menu; absent: not in the menu. `icon` is an SVG path of 24 × 24, `below` the route of its parent entry. */
  menu: v.optional(v.object({ icon: v.string(), dividerBefore: v.optional(v.boolean()), below: v.optional(v.string()) })),
})
export type RouteManifest = v.InferOutput<typeof routeManifest>

/** Manifest of a remote, generated from its route table at build time and read by release tools and shell. */
export const remoteManifest = v.object({
  area: v.string(),
  /** Build id: version and hash of all inputs; letters, digits, `.` and `-`. */
  build: v.string(),
  title: text,
  icon: v.string(),
  /** The team that answers for the unit (`adsite.owner` in its package.json). Absent in older builds. */
  owner: v.optional(v.string()),
  /** Absent: no limit. */
  budget: v.optional(budget),
  /** Module Federation name, unique per build so that several builds can coexist in a page. */
  federationName: v.string(),
  entry: v.string(),
  contract: buildContract,
  routes: v.array(routeManifest),
  /** Scripts besides the entry that every screen of the remote needs; pages of the area preload them. Absent in older builds. */
  preload: v.optional(v.array(v.string())),
  /**
   * Scripts and styles that a screen needs besides those, by the name of its route; the page of its address preloads them.
   * Absent in older builds.
   */
  screens: v.optional(v.record(v.string(), v.array(v.string()))),
  /** Shared modules the build takes from the shell. */
  shares,
  calls,
})
export type RemoteManifest = v.InferOutput<typeof remoteManifest>

/** Manifest of a shell build. */
export const shellManifest = v.object({
  build: v.string(),
  /** The team that answers for the unit (`adsite.owner` in its package.json). Absent in older builds. */
  owner: v.optional(v.string()),
  /** Absent: no limit. */
  budget: v.optional(budget),
  contract: buildContract,
  entry: v.string(),
  /**
   * First path segments of the shell's own pages; all other pages belong to areas. Absent in older builds, where
   * any page may be the shell's.
   */
  pages: v.optional(v.array(v.string())),
  /** The form of the pointers that the page understands; absent in older builds, whose pages contain whole releases. */
  pointers: v.optional(v.literal('brief')),
  /**
   * Shell scripts and styles that every area page needs early, those that lists need in addition, and those that the shell's
   * own pages need, by the first segment of their paths. Absent in older builds.
   */
  preloads: v.optional(
    v.object({
      area: v.array(v.string()),
      list: v.array(v.string()),
      pages: v.optional(v.record(v.string(), v.array(v.string()))),
    }),
  ),
  /** Shared modules the shell provides to remotes. */
  shares,
  calls,
})
export type ShellManifest = v.InferOutput<typeof shellManifest>
