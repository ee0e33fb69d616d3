import { incompatibility, type Release, type RemoteManifest, type RemoteRelease, type ShellManifest } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { listPromoted, readEffectivePointer } from '../registry/effective-pointer.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'

/** A remote's and the shell's build, with what to name in errors. */
export interface Fit {
  readonly what: string
  readonly remote: RemoteManifest
  readonly shell: ShellManifest
}

/** Refuses a remote and a shell that are incompatible (spec/platform "Contract"). */
export function checkFit({ what, remote, shell }: Fit): void {
  const found = incompatibility(remote, shell)
  if (!found) return
  const remoteName = `${remote.area} ${remote.build}`
  const shellName = `the shell ${shell.build}`
  if (found.kind === 'contract') {
    throw new ReleaseError('contract_mismatch', {
      what,
      why: `${remoteName} was built against ${found.remote}, ${shellName} has ${found.shell}`,
      advice: `Build ${remote.area} against ${found.shell}, or promote both together: "release promote ${shellUnit} BUILD ${remote.area} BUILD …"`,
    })
  }
  throw new ReleaseError('share_mismatch', {
    what,
    why: `${remoteName} takes ${found.remote} from the shell, and ${shellName} ${found.shell}`,
    advice: `Release a shell that shares it first, or build ${remote.area} without it`,
  })
}

/**
 * Refuses builds that are incompatible with each other or with what is live on the channel: a remote with the
 * shell, a shell with every remote, canaries included.
 */
export async function checkAgainstLive(registry: Registry, channel: string, releases: readonly Release[], what: string): Promise<void> {
  const shells = releases.filter((release) => release.unit === shellUnit)
  const shell = (shells[0]?.manifest as ShellManifest | undefined) ?? (await readLiveShell(registry, channel))
  // Before the first shell is promoted there is nothing to compare with; that shell will be compared with the remotes.
  if (!shell) return
  const changed = releases.filter((release): release is RemoteRelease => release.unit !== shellUnit)
  for (const { manifest } of changed) checkFit({ what, remote: manifest, shell })
  if (shells.length === 0) return
  const staying = (await listPromoted(registry, channel)).filter(
    (unit) => unit !== shellUnit && !changed.some((other) => other.unit === unit),
  )
  for (const unit of staying) {
    for (const remote of await readLiveRemotes(registry, channel, unit)) checkFit({ what, remote, shell })
  }
}

/** The manifest of the shell that the gateway serves, or null before the first one. */
export async function readLiveShell(registry: Registry, channel: string): Promise<ShellManifest | null> {
  const live = await readEffectivePointer(registry, channel, shellUnit, ({ stable }) => isReadable(registry.readShellRelease(stable)))
  return live && ((await registry.readShellRelease(live.pointer.stable))?.manifest ?? null)
}

/** The manifests of a remote's builds that are in use. */
async function readLiveRemotes(registry: Registry, channel: string, unit: string): Promise<RemoteManifest[]> {
  const works = ({ stable }: Pointer) => isReadable(registry.readRemoteRelease(unit, stable))
  const live = await readEffectivePointer(registry, channel, unit, works)
  if (!live) return []
  const { stable, canary } = live.pointer
  const tried = canary && (await isReadable(registry.readRemoteRelease(unit, canary.build))) ? [canary.build] : []
  const releases = await Promise.all([stable, ...tried].map((build) => registry.readRemoteRelease(unit, build)))
  return releases.flatMap((release) => (release ? [release.manifest] : []))
}

/** False for a release that is missing, damaged or unsigned, which the gateway does not serve either. */
async function isReadable(reading: Promise<Release | null>): Promise<boolean> {
  try {
    return (await reading) !== null
  } catch (error) {
    if (error instanceof ReleaseError) return false
    throw error
  }
}
