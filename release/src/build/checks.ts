import {
  incompatibility,
  type Incompatibility,
  type Release,
  type RemoteManifest,
  type RemoteRelease,
  type ShellManifest,
  type ShellRelease,
} from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { listPromoted, readEffectivePointer, type EffectivePointer } from '../registry/effective-pointer.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'

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
  const why = describeMismatch(remote, shell, found)
  if (found.kind === 'contract') {
    const advice = `Build ${remote.area} against ${found.shell}, or publish a shell first that runs it`
    throw new ReleaseError('contract_mismatch', { what, why, advice })
  }
  const advice = `Publish a shell that shares it first, or build ${remote.area} without it`
  throw new ReleaseError('share_mismatch', { what, why, advice })
}

/** Why a remote's build does not run in a shell's, in a sentence. */
export function describeMismatch(remote: RemoteManifest, shell: ShellManifest, found: Incompatibility): string {
  const remoteName = `${remote.area} ${remote.build}`
  const shellName = `the shell ${shell.build}`
  return found.kind === 'contract'
    ? `${remoteName} was built against ${found.remote}, ${shellName} has ${found.shell}`
    : `${remoteName} takes ${found.remote} from the shell, and ${shellName} ${found.shell}`
}

/** A remote's builds that are in use. */
export interface LiveRemote {
  readonly stable: RemoteManifest
  readonly canary: RemoteManifest | null
}

/** What is in use on a channel, without builds that cannot be read. */
export interface Live {
  /** null before the first shell. */
  readonly shell: ShellManifest | null
  readonly remotes: ReadonlyMap<string, LiveRemote>
}

export async function readLive(registry: Registry, channel: string): Promise<Live> {
  const units = (await listPromoted(registry, channel)).filter((unit) => unit !== shellUnit)
  const [shell, ...remotes] = await Promise.all([
    readLiveShell(registry, channel),
    ...units.map(async (unit) => ({ unit, live: await readLiveRemote(registry, channel, unit) })),
  ])
  return { shell, remotes: new Map(remotes.flatMap(({ unit, live }) => (live ? [[unit, live] as const] : []))) }
}

/**
 * Refuses builds that are incompatible with each other or with what is live on the channel: a remote with the
 * shell, a shell with every remote, canaries included.
 */
export async function checkAgainstLive(registry: Registry, channel: string, releases: readonly Release[], what: string): Promise<void> {
  checkAgainst(await readLive(registry, channel), releases, what)
}

/** Refuses builds that are incompatible with each other or with what is live. */
function checkAgainst(live: Live, releases: readonly Release[], what: string): void {
  const changedShell = releases.find((release): release is ShellRelease => release.unit === shellUnit)
  const shell = changedShell?.manifest ?? live.shell
  // Before the first shell is promoted there is nothing to compare with; that shell will be compared with the remotes.
  if (!shell) return
  const changed = releases.filter((release): release is RemoteRelease => release.unit !== shellUnit)
  for (const { manifest } of changed) checkFit({ what, remote: manifest, shell })
  if (!changedShell) return
  for (const [unit, { stable, canary }] of live.remotes) {
    if (changed.some((other) => other.unit === unit)) continue
    for (const remote of canary ? [stable, canary] : [stable]) checkFit({ what, remote, shell })
  }
}

/** Why a build does not run with what is live; null if it does. */
export function mismatchWith(live: Live, release: Release): string | null {
  try {
    checkAgainst(live, [release], `${release.unit} ${release.build}`)
    return null
  } catch (error) {
    if (error instanceof ReleaseError) return error.why
    throw error
  }
}

/** The state of a unit that a gateway serves which starts now, or null before the first one; `damage` says why it is not the stored one. */
export function readServed(registry: Registry, channel: string, unit: string): Promise<EffectivePointer | null> {
  return readEffectivePointer(registry, channel, unit, ({ stable }) =>
    isReadable(unit === shellUnit ? registry.readShellRelease(stable) : registry.readRemoteRelease(unit, stable)),
  )
}

/** The manifest of the shell that the gateway serves, or null before the first one. */
export async function readLiveShell(registry: Registry, channel: string): Promise<ShellManifest | null> {
  const live = await readServed(registry, channel, shellUnit)
  return live && ((await registry.readShellRelease(live.pointer.stable))?.manifest ?? null)
}

async function readLiveRemote(registry: Registry, channel: string, unit: string): Promise<LiveRemote | null> {
  const live = await readServed(registry, channel, unit)
  if (!live) return null
  const { stable, canary } = live.pointer
  const runs = await registry.readRemoteRelease(unit, stable)
  const tried = canary && (await isReadable(registry.readRemoteRelease(unit, canary.build)))
  return (
    runs && { stable: runs.manifest, canary: tried ? ((await registry.readRemoteRelease(unit, canary.build))?.manifest ?? null) : null }
  )
}

/** False for a release that is missing, damaged or unsigned, which the gateway does not serve either. */
async function isReadable(reading: Promise<Release | null>): Promise<boolean> {
  try {
    return (await reading) !== null
  } catch (error) {
    if (error instanceof ReleaseError && error.code !== 'storage_failed') return false
    throw error
  }
}
