import { remoteManifest, shellManifest } from '@adsite/remote/manifest'
import * as v from 'valibot'

const revision = v.pipe(v.number(), v.integer(), v.minValue(1))
const time = v.pipe(v.string(), v.isoTimestamp())

const releaseBase = {
  unit: v.string(),
  build: v.string(),
  created_at: time,
  /** The commit it was built from; `-dirty` behind it when the work tree had changes; null outside of git. */
  commit: v.nullable(v.string()),
  /** Version of the contract between shell and remotes that it was built against (semver). */
  contract: v.string(),
  /** Every file of the build: path → hash of its bytes (base64) and their number. */
  files: v.record(v.string(), v.object({ sha384: v.string(), size: v.number() })),
}

/** release.json of a remote's build. */
export const remoteRelease = v.object({ ...releaseBase, manifest: remoteManifest })
export type RemoteRelease = v.InferOutput<typeof remoteRelease>

/** release.json of a shell's build. */
export const shellRelease = v.object({ ...releaseBase, manifest: shellManifest })
export type ShellRelease = v.InferOutput<typeof shellRelease>

export type Release = RemoteRelease | ShellRelease
export type ReleaseFiles = Release['files']

/** ch/<channel>/<unit>.json: which build runs; the only object that ever changes. */
export const pointer = v.object({
  rev: revision,
  stable: v.string(),
  /** Builds that were stable and were not left by a rollback; newest first. */
  lastKnownGood: v.array(v.string()),
  /** Builds that a rollback left: never a fallback until they are promoted again. */
  bad: v.array(v.string()),
  canary: v.null(),
  frozen: v.literal(false),
})
export type Pointer = v.InferOutput<typeof pointer>

export const logAction = v.picklist(['promote', 'rollback'])
export type LogAction = v.InferOutput<typeof logAction>

/** log/<channel>/<unit>/<rev>.json: written before the pointer moves to `rev`. */
export const logEntry = v.object({
  rev: revision,
  at: time,
  who: v.string(),
  why: v.nullable(v.string()),
  action: logAction,
  /** The pointer that it was decided on; null: there was none. */
  from: v.nullable(v.object({ rev: revision, build: v.string() })),
  to: v.object({ build: v.string() }),
})
export type LogEntry = v.InferOutput<typeof logEntry>
