import * as v from 'valibot'

/** Version (semver) of the contract between shell and remotes, and of the packages that contain it. */
export const contractVersion = '1.3.0'

/** Version format of contracts and shared packages: `1.2.3`. */
export const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/u, 'not a version like 1.0.0'))

/**
 * Range of versions: `^1.2.0`, or several with `||` between them. Older builds name the lowest version alone, which means
 * the same as with `^`.
 */
export const versionRange = v.pipe(
  v.string(),
  v.regex(/^\^?\d+\.\d+\.\d+(?: \|\| \^\d+\.\d+\.\d+)*$/u, 'not a range of versions like ^1.0.0 or ^1.4.0 || ^2.0.0'),
)

/** Contract of a build: the version it provides, and the range it requires of its counterpart. */
export const buildContract = v.object({ provides: version, requires: versionRange })
export type BuildContract = v.InferOutput<typeof buildContract>

/** Contract of newly built remotes: they follow this version and require a shell that offers everything in it. */
export const remoteContract: BuildContract = { provides: contractVersion, requires: `^${contractVersion}` }

/** Contract of newly built shells: they offer this version and accept remotes of all earlier minor versions. */
export const shellContract: BuildContract = { provides: contractVersion, requires: `^${contractVersion.split('.')[0]}.0.0` }

/**
 * Whether a version is in a range: not older, and without a breaking change in between (semver). Patch numbers are
 * ignored; below 1.0.0 every minor version is breaking.
 */
export function satisfies(provided: string, range: string): boolean {
  return range.split(' || ').some((lowest) => follows(provided, lowest.replace('^', '')))
}

function follows(provided: string, required: string): boolean {
  const [major = 0, minor = 0] = provided.split('.').map(Number)
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number)
  if (major !== requiredMajor) return false
  return major === 0 ? minor === requiredMinor : minor >= requiredMinor
}
