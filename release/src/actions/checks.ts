import { incompatibility, type Release, type RemoteManifest, type RemoteRelease, type ShellManifest } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

/** A remote's build beside the shell's: who they are in the refusal. */
export interface Fit {
  readonly what: string
  readonly remote: RemoteManifest
  readonly shell: ShellManifest
}

/** Refuses a pair of remote and shell that could not run together (spec/platform "Contract"). */
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
 * Refuses builds that would not run together with each other and with what is live on the channel: a
 * remote with the shell, a shell with every remote, those that are being tried included.
 */
export async function checkAgainstLive(registry: Registry, channel: string, releases: readonly Release[], what: string): Promise<void> {
  const shells = releases.filter((release) => release.unit === shellUnit)
  const shell = (shells[0]?.manifest as ShellManifest | undefined) ?? (await readLiveShell(registry, channel))
  // Before the first shell is promoted there is nothing to compare with; that shell is compared with the remotes then.
  if (!shell) return
  const changed = releases.filter((release): release is RemoteRelease => release.unit !== shellUnit)
  for (const { manifest } of changed) checkFit({ what, remote: manifest, shell })
  if (shells.length === 0) return
  const staying = (await registry.listLive(channel)).filter((unit) => unit !== shellUnit && !changed.some((other) => other.unit === unit))
  for (const unit of staying) {
    for (const remote of await readLiveRemotes(registry, channel, unit)) checkFit({ what, remote, shell })
  }
}

export async function readLiveShell(registry: Registry, channel: string): Promise<ShellManifest | null> {
  const current = await registry.readPointer(channel, shellUnit)
  return current && ((await registry.readShellRelease(current.pointer.stable))?.manifest ?? null)
}

/** The builds of a remote that somebody runs. */
async function readLiveRemotes(registry: Registry, channel: string, unit: string): Promise<RemoteManifest[]> {
  const current = await registry.readPointer(channel, unit)
  if (!current) return []
  const { stable, canary } = current.pointer
  const releases = await Promise.all([stable, ...(canary ? [canary.build] : [])].map((build) => registry.readRemoteRelease(unit, build)))
  return releases.flatMap((release) => (release ? [release.manifest] : []))
}
