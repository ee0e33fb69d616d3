import { buildBase, type Area, type RemoteRelease } from '@adsite/remote'
import { AreaLoadError, type LoadPhase } from './area-load-error.ts'
import { reportFailure } from './beacons.ts'
import { contractError } from './check/contract-check.ts'
import { developedBuild } from './development.ts'
import { EntryTimeout, runEntry, runServedEntry } from './files/entry-script.ts'
import { cacheFiles, fetchFiles } from './files/fetch-files.ts'
import { releaseOf } from './kept-pointers.ts'
import { pinFiles } from './check/pin-files.ts'
import { pointers } from './pointers.ts'
import { renewChunk } from './renew-chunk.ts'
import { checkSignature } from './check/check-signature.ts'

/** A build that runs in this page, with what it declares. */
interface LoadedBuild {
  readonly build: string
  readonly area: Area
}

/** An area as declared by one of its builds. */
export interface LoadedArea extends LoadedBuild {
  /** The build that the pointers named; another one than `build` if that failed and `build` stands in for it. */
  readonly chosen: string
  /** Revision of the pointer. */
  readonly rev: number
}

const loadHost = () => import(/* webpackChunkName: "federation" */ './host.ts')

async function phase<T>(name: LoadPhase, { build, manifest }: RemoteRelease, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new AreaLoadError(manifest.area, build, name, error)
  }
}

async function loadBuild(build: RemoteRelease, attempt: number): Promise<LoadedBuild> {
  // The entry is being fetched meanwhile; it runs after the runtime it needs.
  const [{ offer, readArea }] = await Promise.all([phase('chunk', build, loadHost()), phase('signature', build, checkSignature(build))])
  const fault = contractError(build.manifest, offer)
  if (fault) throw new AreaLoadError(build.unit, build.build, 'contract', new Error(fault))
  // Only after the signature check: a forged release could otherwise replace the pins of a genuine build that is already
  // running.
  pinFiles(build)
  await phase('entry', build, runEntry(build, attempt))
  return { build: build.build, area: await phase('chunk', build, readArea(build.manifest, buildBase(build))) }
}

/** Loads a build from the user's own machine. Checks only the contract, because a mismatch would break it. */
async function loadServed(build: RemoteRelease, origin: string): Promise<LoadedBuild> {
  const { offer, readArea } = await phase('chunk', build, loadHost())
  const fault = contractError(build.manifest, offer)
  if (fault) throw new AreaLoadError(build.unit, build.build, 'contract', new Error(fault))
  await phase('entry', build, runServedEntry(origin, build.manifest))
  return { build: build.build, area: await phase('chunk', build, readArea(build.manifest, `${origin}/`)) }
}

/** Loaded builds, by unit and build. */
const loaded = new Map<string, Promise<LoadedBuild>>()
/** The builds that have finished loading. */
const arrived = new Map<string, LoadedBuild>()

const nameOf = ({ unit, build }: { readonly unit: string; readonly build: string }) => `${unit}/${build}`
const loadedBuild = (unit: string, build: string) => arrived.get(nameOf({ unit, build })) ?? null

/** Loads a build once, whoever asks for it meanwhile; failures are not cached, so the next call retries. */
function once(build: RemoteRelease, load: () => Promise<LoadedBuild>): Promise<LoadedBuild> {
  const name = nameOf(build)
  const known = loaded.get(name)
  if (known) return known
  const loading = load()
  loaded.set(name, loading)
  loading.then(
    (area) => arrived.set(name, area),
    () => loaded.delete(name),
  )
  return loading
}

function loadReleased(build: RemoteRelease): Promise<LoadedBuild> {
  const loading = loadBuild(build, 0).catch((error: AreaLoadError) => {
    // No automatic retry after a timeout, because the user has waited long enough and can retry manually; incompatible or
    // badly signed builds would fail again.
    if (error.cause instanceof EntryTimeout || error.phase === 'contract' || error.phase === 'signature') throw error
    return renewChunk(error).then(() => loadBuild(build, 1))
  })
  loading.catch(reportFailure)
  return loading
}

interface EnterOptions {
  /** Name of the route whose screen is needed; its files are requested together with those of the area. */
  readonly screen?: string | undefined
  /** Loads what the visit needs of a build; a build for which it rejects counts as failed. */
  readonly prepare?: (loaded: LoadedArea) => Promise<void>
  /** Builds that have failed in this visit. */
  readonly failed?: ReadonlySet<string>
}

/**
 * Loads the build that the pointers choose for an area, with one retry, then the last known good builds, newest
 * first, within the same navigation (spec/platform "Load order"). Rejects with the error of the first build that was
 * tried; this affects only the area, and a new call starts over.
 */
export async function enterArea(
  area: string,
  { screen, prepare = async () => {}, failed = new Set() }: EnterOptions = {},
): Promise<LoadedArea> {
  const live = pointers().remotes[area]
  if (!live) throw new AreaLoadError(area, null, 'resolve', new Error('no release of this area is promoted'))
  const { rev, stable, lastKnownGood } = live
  const chosen = stable.build
  const developed = developedBuild(area)
  async function loadNamed(build: string): Promise<LoadedBuild> {
    const release = await releaseOf(stable.unit, build).catch((error: unknown) => {
      throw new AreaLoadError(area, build, 'resolve', error)
    })
    fetchFiles(release, screen)
    return once(release, () => loadReleased(release))
  }
  const load = developed
    ? () => once(developed.release, () => loadServed(developed.release, developed.origin))
    : (build: string) => loadedBuild(stable.unit, build) ?? loadNamed(build)
  let fault: unknown = null
  for (const build of [chosen, ...(developed ? [] : lastKnownGood)]) {
    if (failed.has(build)) continue
    try {
      const entered = { ...(await load(build)), chosen, rev }
      await prepare(entered)
      return entered
    } catch (error) {
      fault ??= error
    }
  }
  throw fault ?? new AreaLoadError(area, chosen, 'resolve', new Error('no other build is left'))
}

/** What `enterArea` would return, if it is already loaded. */
export function loadedArea(area: string): LoadedArea | null {
  const live = pointers().remotes[area]
  const known = live && !developedBuild(area) ? loadedBuild(live.stable.unit, live.stable.build) : null
  return live && known ? { ...known, chosen: live.stable.build, rev: live.rev } : null
}

/**
 * Puts what a visit to a screen of an area needs into the browser's cache; nothing of it runs. Never rejects: entering the area
 * reports the error.
 */
export async function cacheArea(area: string, screen?: string): Promise<void> {
  const live = pointers().remotes[area]
  if (!live || developedBuild(area)) return
  const { unit, build } = live.stable
  await releaseOf(unit, build)
    .then((release) => cacheFiles(release, screen))
    .catch(() => undefined)
}
