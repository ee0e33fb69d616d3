import { incompatibility, type RemoteManifest, type ShellManifest } from '@adsite/remote/release-format'
import { mismatchWith, readLive, type Live } from '../build/checks.ts'
import { readKnownRelease, readWholeRelease } from '../build/inspect.ts'
import { channelFlag, ReleaseError, type Command } from '../error/release-error.ts'
import { readEffectivePointer } from '../registry/effective-pointer.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'

export interface UnitBuild {
  readonly unit: string
  readonly build: string
}

export interface PassedOver {
  readonly build: string
  readonly why: string
}

/** Builds of several units that run together, as a way back for the first of them. */
export interface WayTogether {
  /** At most one per unit; the first is the unit's that is to go back. */
  readonly builds: readonly UnitBuild[]
  /** Canaries that do not run with these builds, and have to end first. */
  readonly canaries: readonly UnitBuild[]
}

/** How a unit can go back. */
export interface WaysBack {
  /** The newest former build that runs with what is live; null if there is none. */
  readonly alone: string | null
  /** Newer former builds that do not, and why. */
  readonly passedOver: readonly PassedOver[]
  /** If no build fits alone: the newest that fits together with former builds of other units. */
  readonly together: WayTogether | null
}

type Manifest = ShellManifest | RemoteManifest

/** Former builds of a unit that a rollback may choose by itself, newest first. */
export function goodBuilds({ stable, lastKnownGood, bad }: Pointer): string[] {
  return lastKnownGood.filter((build) => build !== stable && !bad.includes(build))
}

/**
 * Finds out how a unit can go back from its stable build: to the newest former build that runs with what is live, or
 * together with other units. `builds` restricts the search to these builds. Reads release.json alone, unless `whole`
 * asks for every file of the build that is found.
 */
export async function waysBack(
  registry: Registry,
  channel: string,
  unit: string,
  { builds, whole = false, live }: { builds?: readonly string[]; whole?: boolean; live?: Live } = {},
): Promise<WaysBack> {
  const what = `${unit} was not rolled back on ${channel}`
  const running = live ?? (await readLive(registry, channel))
  const candidates = builds ?? (await goodOf(registry, channel, unit))
  const passedOver: PassedOver[] = []
  const unfit: Manifest[] = []
  for (const build of candidates) {
    try {
      const release = await readKnownRelease(registry, unit, build, what)
      const mismatch = mismatchWith(running, release)
      if (mismatch === null) {
        if (whole) await readWholeRelease(registry, unit, build, what)
        return { alone: build, passedOver, together: null }
      }
      unfit.push(release.manifest)
      passedOver.push({ build, why: mismatch })
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      passedOver.push({ build, why: error.why })
    }
  }
  return { alone: null, passedOver, together: await together(registry, channel, unit, unfit, running) }
}

async function goodOf(registry: Registry, channel: string, unit: string): Promise<string[]> {
  const current = await readEffectivePointer(registry, channel, unit)
  return current ? goodBuilds(current.pointer) : []
}

/** The newest of a unit's builds that runs with former builds of other units. */
async function together(
  registry: Registry,
  channel: string,
  unit: string,
  own: readonly Manifest[],
  live: Live,
): Promise<WayTogether | null> {
  async function former<M extends Manifest>(name: string, read: (build: string) => Promise<{ manifest: M } | null>): Promise<M[]> {
    const releases = (await goodOf(registry, channel, name)).map((build) => read(build).catch(ifUnusable))
    return (await Promise.all(releases)).flatMap((release) => (release ? [release.manifest] : []))
  }

  async function withShell(shell: ShellManifest, own: RemoteManifest | null): Promise<WayTogether | null> {
    const others: UnitBuild[] = []
    const canaries: UnitBuild[] = []
    for (const [name, { stable, canary }] of live.remotes) {
      if (name === own?.area) continue
      if (incompatibility(stable, shell)) {
        const builds = await former(name, (build) => registry.readRemoteRelease(name, build))
        const fits = builds.find((remote) => !incompatibility(remote, shell))
        if (!fits) return null
        others.push({ unit: name, build: fits.build })
      } else if (canary && incompatibility(canary, shell)) canaries.push({ unit: name, build: canary.build })
    }
    const back = { unit: shellUnit, build: shell.build }
    return { builds: own ? [{ unit, build: own.build }, back, ...others] : [back, ...others], canaries }
  }

  const shells = unit === shellUnit ? [] : await former(shellUnit, (build) => registry.readShellRelease(build))
  const pairs = own.flatMap((manifest): { shell: ShellManifest; remote: RemoteManifest | null }[] => {
    if (!('area' in manifest)) return [{ shell: manifest, remote: null }]
    return shells.filter((shell) => !incompatibility(manifest, shell)).map((shell) => ({ shell, remote: manifest }))
  })
  for (const { shell, remote } of pairs) {
    const found = await withShell(shell, remote)
    if (found) return found
  }
  return null
}

function ifUnusable(error: unknown): null {
  if (error instanceof ReleaseError) return null
  throw error
}

/** The commands that go this way, in order. */
export function commandsOf(
  { builds, canaries }: WayTogether,
  channel: string,
  { reason, now }: { readonly reason: string; readonly now?: boolean | undefined } = { reason: 'REASON' },
): Command[] {
  const where = channelFlag(channel)
  return [
    ...canaries.map(({ unit, build }) => ['end-canary', unit, '--from', build, ...where]),
    ['rollback', ...builds.flatMap(({ unit, build }) => [unit, build]), '--reason', reason, ...(now ? ['--now'] : []), ...where],
  ]
}
