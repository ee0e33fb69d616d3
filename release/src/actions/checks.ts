import type { RemoteManifest, ShellManifest } from '@adsite/remote/manifest'
import { ReleaseRefused } from '../refusal.ts'
import { layout, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Release } from '../registry/schemas.ts'
import { sha384 } from './build-directory.ts'

/** A remote's build beside the shell's: who they are in the refusal. */
export interface Fit {
  readonly what: string
  readonly remote: RemoteManifest
  readonly shell: ShellManifest
}

/** Refuses a pair of remote and shell that could not run together (PLATFORM.md section 4). */
export function checkFit({ what, remote, shell }: Fit): void {
  const remoteName = `${remote.area} ${remote.build}`
  const shellName = `the shell ${shell.build}`
  if (major(remote.contract) !== major(shell.contract)) {
    throw new ReleaseRefused('contract_mismatch', {
      what,
      why: `${remoteName} was built against contract ${remote.contract}, ${shellName} has ${shell.contract}`,
      advice: `Build ${remote.area} against contract ${major(shell.contract)}.x, or first release a shell with contract ${major(remote.contract)}.x`,
    })
  }
  for (const [module, names] of Object.entries(remote.shares)) {
    const given = shell.shares[module] ?? []
    if (given.includes('*')) continue
    const missing = names.filter((name) => !given.includes(name))
    // A remote may list a module without names: it must then at least be there.
    if (missing.length === 0 && module in shell.shares) continue
    const taken = missing.length === 0 || missing.includes('*') ? `the whole of ${module}` : `${missing.join(', ')} of ${module}`
    throw new ReleaseRefused('share_missing', {
      what,
      why: `${remoteName} takes ${taken} from the shell, and ${shellName} does not give it`,
      advice: `Release a shell that shares it first, or build ${remote.area} without it`,
    })
  }
}

/** Reads a published build and checks that each of its files is there, byte for byte. */
export async function readWholeRelease(registry: Registry, unit: string, build: string, what: string): Promise<Release> {
  const release = unit === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(unit, build)
  if (!release) {
    const builds = await registry.listBuilds(unit)
    throw new ReleaseRefused('build_unknown', {
      what,
      why: `the registry has no build ${build} of ${unit}`,
      advice: builds.length > 0 ? `Choose one of ${builds.join(', ')}` : `Publish one with "release publish ${unit}"`,
    })
  }
  for (const [path, { sha384: hash, size }] of Object.entries(release.files)) {
    const stored = await registry.storage.read(layout.file(unit, build, path))
    const advice = `Build and publish ${unit} again under a new build id, and promote that`
    if (!stored) throw new ReleaseRefused('file_missing', { what, why: `the file ${path} of this build is gone from the registry`, advice })
    if (stored.body.length === size && sha384(stored.body) === hash) continue
    throw new ReleaseRefused('file_changed', { what, why: `the file ${path} of this build was changed after its publish`, advice })
  }
  return release
}

/** Refuses a build that does not run with what is live on the channel: a remote with the shell, a shell with every remote. */
export async function checkAgainstLive(registry: Registry, channel: string, release: Release, what: string): Promise<void> {
  if (!('area' in release.manifest)) {
    const remotes = (await registry.listLive(channel)).filter((live) => live !== shellUnit)
    for (const remote of remotes) {
      const live = await readLiveRemote(registry, channel, remote)
      if (live) checkFit({ what, remote: live, shell: release.manifest })
    }
    return
  }
  const shell = await readLiveShell(registry, channel)
  // Before the first shell is promoted there is nothing to compare with; that shell is compared with this remote then.
  if (shell) checkFit({ what, remote: release.manifest, shell })
}

export async function readLiveShell(registry: Registry, channel: string): Promise<ShellManifest | null> {
  const current = await registry.readPointer(channel, shellUnit)
  return current && ((await registry.readShellRelease(current.pointer.stable))?.manifest ?? null)
}

async function readLiveRemote(registry: Registry, channel: string, unit: string): Promise<RemoteManifest | null> {
  const current = await registry.readPointer(channel, unit)
  return current && ((await registry.readRemoteRelease(unit, current.pointer.stable))?.manifest ?? null)
}

function major(version: string): string {
  return version.split('.')[0]!
}
