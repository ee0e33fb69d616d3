import * as v from 'valibot'

/** Version of the contract between shell and remotes (semver). */
export const contractVersion = '1.2.0'

/** `1.2.3`: what contracts and shared packages are versioned by. */
export const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/u, 'not a version like 1.0.0'))

/** The contract as one build sees it: the version it follows, and the oldest one that its counterpart may follow. */
export const buildContract = v.object({ provides: version, requires: version })
export type BuildContract = v.InferOutput<typeof buildContract>

/** What a remote built now says: it follows this contract, and the shell has to offer everything that it may use. */
export const remoteContract: BuildContract = { provides: contractVersion, requires: contractVersion }

/** What a shell built now says: it offers this contract, and takes remotes of every minor version before it. */
export const shellContract: BuildContract = { provides: contractVersion, requires: `${contractVersion.split('.')[0]}.0.0` }

/**
 * Whether what is there is new enough for what is needed, without a break in between (semver; corrections
 * break nothing, hence the patch number is not looked at). Below 1.0.0 every minor version is a break.
 */
export function satisfies(provided: string, required: string): boolean {
  const [major = 0, minor = 0] = provided.split('.').map(Number)
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number)
  if (major !== requiredMajor) return false
  return major === 0 ? minor === requiredMinor : minor >= requiredMinor
}
