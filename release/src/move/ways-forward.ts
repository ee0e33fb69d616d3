import { incompatibility, type Release, type RemoteManifest, type RemoteRelease, type ShellManifest } from '@adsite/remote/release-format'
import { describeMismatch, readLive, type Live } from '../build/checks.ts'
import { readWholeRelease } from '../build/inspect.ts'
import { channelFlag, quoted, ReleaseError, type Command } from '../error/release-error.ts'
import { shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { UnitBuild, WayTogether } from './ways-back.ts'
import { whoMay } from './who-may.ts'

/** Published builds of a unit that a promotion may take along: genuine and not marked bad, newest first. */
async function publishedBuilds<R extends Release>(
  registry: Registry,
  channel: string,
  unit: string,
  read: (build: string) => Promise<R | null>,
): Promise<R[]> {
  const bad = (await registry.readPointer(channel, unit).catch(ifUnusable))?.pointer.bad ?? []
  const names = (await registry.listBuilds(unit)).filter((build) => !bad.includes(build))
  const releases = await Promise.all(names.map((build) => read(build).catch(ifUnusable)))
  return releases.flatMap((release) => release ?? []).toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
}

/** Published shells that were made after the live one, newest first. A promotion never takes the shell back. */
export async function newerShells(registry: Registry, channel: string, live: ShellManifest): Promise<ShellManifest[]> {
  const shells = await publishedBuilds(registry, channel, shellUnit, (build) => registry.readShellRelease(build))
  const since = Date.parse((await registry.readShellRelease(live.build).catch(ifUnusable))?.created_at ?? '')
  return shells.flatMap(({ created_at, manifest }) => (Date.parse(created_at) > since ? [manifest] : []))
}

/** Builds that can be promoted together, or what keeps them from it. */
type Found = { readonly way: WayTogether } | { readonly obstacle: string }

/** What a promotion that does not fit what runs has asked for. */
interface Wanted {
  readonly channel: string
  readonly why: string | null
  /** At most one per unit, all of them whole. */
  readonly releases: readonly Release[]
  /** For a canary, the flags that say who tries the build. */
  readonly trial?: readonly string[] | undefined
}

/**
 * The refusal of a promotion that does not fit what runs, with the commands that work instead: the fewest published
 * builds that run together with the wanted ones. If there are none, it says what to build.
 */
export async function withWayForward(registry: Registry, { channel, why, releases, trial }: Wanted, error: unknown): Promise<unknown> {
  if (!(error instanceof ReleaseError) || (error.code !== 'contract_mismatch' && error.code !== 'share_mismatch')) return error
  const live = await readLive(registry, channel)
  const search = searchOn(registry, channel, live, releases)
  const shells = await shellsFor(registry, channel, live, releases)
  const [first] = releases
  const own = trial && first ? live.remotes.get(first.unit)?.stable : undefined
  // The accounts that do not try the build keep theirs, in the same shell.
  const beside = own ? await search(shells.filter((shell) => !incompatibility(own, shell))) : null
  const tried = trial && first && beside && 'way' in beside ? { unit: first.unit, build: first.build, trial, ...beside } : null
  const found = tried ?? (await search(shells))
  const refused = (advice: string, commands: readonly Command[]) =>
    new ReleaseError(error.code, { what: error.what, why: error.why, advice, commands })
  if ('obstacle' in found) return refused(found.obstacle, [])

  const { builds, canaries } = found.way
  const tail = [...(why === null ? [] : ['--reason', why]), ...channelFlag(channel)]
  const before = tried ? builds.filter(({ unit }) => unit !== tried.unit) : builds
  const advice = tried
    ? 'It can be tried after what it needs was promoted'
    : trial
      ? 'It cannot be tried beside what runs. These builds can be promoted together, for everybody'
      : 'These builds can be promoted together'
  return refused(await whoMay(registry, advice, [...builds, ...canaries]), [
    ...canaries.map(({ unit, build }) => ['end-canary', unit, '--from', build, ...channelFlag(channel)]),
    ['promote', ...before.flatMap(({ unit, build }) => [unit, build]), ...tail],
    ...(tried ? [['promote', tried.unit, tried.build, ...tried.trial, ...tail]] : []),
  ])
}

/** The shells that a set may have: the wanted one, else newer ones that run every wanted remote. */
async function shellsFor(registry: Registry, channel: string, live: Live, releases: readonly Release[]): Promise<ShellManifest[]> {
  const wanted = releases.flatMap((release) => (release.unit === shellUnit && isShell(release.manifest) ? [release.manifest] : []))
  if (wanted.length > 0 || !live.shell) return wanted
  const remotes = remotesOf(releases)
  const shells = await newerShells(registry, channel, live.shell)
  return shells.filter((shell) => remotes.every(({ manifest }) => !incompatibility(manifest, shell)))
}

/** Finds the smallest set of builds around the wanted ones with one of these shells. */
function searchOn(registry: Registry, channel: string, live: Live, releases: readonly Release[]) {
  const remotes = remotesOf(releases)
  const wanted = new Map(releases.map(({ unit, build }) => [unit, build]))
  const inspected = new Map<string, Promise<boolean>>()

  /** Whether every file of a build is as it was published. */
  function isWhole(unit: string, build: string): Promise<boolean> {
    if (wanted.get(unit) === build) return Promise.resolve(true)
    const known = inspected.get(`${unit} ${build}`)
    const whole =
      known ??
      readWholeRelease(registry, unit, build, '')
        .then(() => true, ifUnusable)
        .then(Boolean)
    inspected.set(`${unit} ${build}`, whole)
    return whole
  }

  const newest = new Map<string, Promise<RemoteRelease[]>>()
  function buildsOf(unit: string): Promise<RemoteRelease[]> {
    const builds = newest.get(unit) ?? publishedBuilds(registry, channel, unit, (build) => registry.readRemoteRelease(unit, build))
    newest.set(unit, builds)
    return builds
  }

  /** The newest build of a remote that runs in a shell; null if there is none. */
  async function buildFor(unit: string, shell: ShellManifest): Promise<string | null> {
    for (const { build, manifest } of await buildsOf(unit)) {
      if (!incompatibility(manifest, shell) && (await isWhole(unit, build))) return build
    }
    return null
  }

  async function setWith(shell: ShellManifest): Promise<Found> {
    const builds: UnitBuild[] = []
    const canaries: UnitBuild[] = []
    const units = new Set([...remotes.map(({ unit }) => unit), ...live.remotes.keys()])
    for (const unit of units) {
      const running = live.remotes.get(unit)
      const asked = remotes.find((remote) => remote.unit === unit)?.manifest
      const preferred = asked ?? running?.stable
      const mismatch = preferred && incompatibility(preferred, shell)
      if (!asked && !mismatch) {
        if (running?.canary && incompatibility(running.canary, shell)) canaries.push({ unit, build: running.canary.build })
        continue
      }
      const build = preferred && mismatch ? await buildFor(unit, shell) : preferred?.build
      if (build === undefined || build === null) {
        const reason = preferred && mismatch ? ` (${describeMismatch(preferred, shell, mismatch)})` : ''
        return {
          obstacle: `No published build of ${unit} runs with the shell ${shell.build}${reason}: build ${unit} for it and publish it`,
        }
      }
      const pointer = (await registry.readPointer(channel, unit).catch(ifUnusable))?.pointer
      if (pointer?.frozen) return { obstacle: frozenObstacle(unit, build, channel) }
      if (pointer?.canary && pointer.canary.build !== build) canaries.push({ unit, build: pointer.canary.build })
      builds.push({ unit, build })
    }
    return { way: { builds: [{ unit: shellUnit, build: shell.build }, ...builds], canaries } }
  }

  return async (shells: readonly ShellManifest[]): Promise<Found> => {
    const whole: ShellManifest[] = []
    for (const shell of shells) if (await isWhole(shellUnit, shell.build)) whole.push(shell)
    const [shell] = whole
    if (!shell) return { obstacle: noShell(remotes, live) }
    const frozen = !wanted.has(shellUnit) && (await registry.readPointer(channel, shellUnit).catch(ifUnusable))?.pointer.frozen
    if (frozen) return { obstacle: frozenObstacle(shellUnit, shell.build, channel) }
    const sets = await Promise.all(whole.map(setWith))
    const ways = sets.flatMap((found) => ('way' in found ? [found] : []))
    const size = ({ way }: (typeof ways)[number]) => way.builds.length + way.canaries.length
    // Of two ways of the same size, the one with the newer shell comes first.
    return ways.toSorted((one, other) => size(one) - size(other))[0] ?? sets[0] ?? { obstacle: noShell(remotes, live) }
  }
}

function noShell(remotes: readonly RemoteRelease[], { shell }: Live): string {
  const names = remotes.map(({ unit, build }) => `${unit} ${build}`).join(' and ')
  const units = remotes.map(({ unit }) => unit).join(' and ')
  return `No newer shell that runs ${names} is published: build ${units} for ${shell ? `the shell ${shell.build}` : 'a shell'}, or publish a shell for it first`
}

const frozenObstacle = (unit: string, build: string, channel: string) =>
  `It needs ${unit} ${build}, and ${unit} is frozen on ${channel}: when it may be changed again, ${quoted(channel, 'unfreeze', unit, '--reason', '…')} and repeat this`

const isShell = (manifest: ShellManifest | RemoteManifest): manifest is ShellManifest => !('area' in manifest)

function remotesOf(releases: readonly Release[]): RemoteRelease[] {
  return releases.filter((release): release is RemoteRelease => release.unit !== shellUnit)
}

function ifUnusable(error: unknown): null {
  if (error instanceof ReleaseError) return null
  throw error
}
