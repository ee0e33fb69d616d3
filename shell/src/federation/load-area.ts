import { buildBase, type Area, type RemoteRelease, type Visit } from '@adsite/remote'
import { AreaLoadError, type LoadPhase } from './area-load-error.ts'
import { reportFailure } from './beacons.ts'
import { contractError } from './check/contract-check.ts'
import { developedOrigin } from './development.ts'
import { EntryTimeout, fetchEntry, runEntry, runServedEntry } from './entry-script.ts'
import { releaseOf } from './kept-pointers.ts'
import { pinFiles } from './check/pins.ts'
import { pointers } from './pointers.ts'
import { renewChunk } from './renew-chunk.ts'
import { checkSignature } from './check/signature-check.ts'

/** An area as one build of it declares it. */
export interface LoadedArea {
  readonly build: string
  readonly area: Area
}

const loadHost = () => import(/* webpackChunkName: "federation" */ './host.ts')

async function phase<T>(name: LoadPhase, { build, manifest }: RemoteRelease, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new AreaLoadError(manifest.area, build, name, error)
  }
}

async function loadBuild(build: RemoteRelease, attempt: number): Promise<LoadedArea> {
  // Both are fetched at the same time; the entry runs once the runtime that it expects is there.
  fetchEntry(build)
  const [{ offer, readArea }] = await Promise.all([phase('chunk', build, loadHost()), phase('signature', build, checkSignature(build))])
  const fault = contractError(build.manifest, offer)
  if (fault) throw new AreaLoadError(build.unit, build.build, 'contract', new Error(fault))
  // Not before: a forged release could otherwise replace the pins of a genuine build that runs already.
  pinFiles(build)
  await phase('entry', build, runEntry(build, attempt))
  return { build: build.build, area: await phase('chunk', build, readArea(build.manifest, buildBase(build))) }
}

/** A build of the own machine: checked for the contract, which would break it otherwise, and for nothing else. */
async function loadServed(build: RemoteRelease, origin: string): Promise<LoadedArea> {
  const { offer, readArea } = await phase('chunk', build, loadHost())
  const fault = contractError(build.manifest, offer)
  if (fault) throw new AreaLoadError(build.unit, build.build, 'contract', new Error(fault))
  await phase('entry', build, runServedEntry(origin, build.manifest))
  return { build: build.build, area: await phase('chunk', build, readArea(build.manifest, `${origin}/`)) }
}

const loaded = new Map<string, Promise<LoadedArea>>()
/** Those of them that have come. */
const arrived = new Map<string, LoadedArea>()

/** Loads a build once; a failed load is forgotten, so that the next one starts afresh. */
function loadOnce(build: RemoteRelease): Promise<LoadedArea> {
  const name = build.manifest.federationName
  const known = loaded.get(name)
  if (known) return known
  const loading = loadBuild(build, 0).catch((error: AreaLoadError) => {
    // Who has waited for a hanging entry once is told at once, and may try again by hand; what does not fit will not fit then.
    if (error.cause instanceof EntryTimeout || error.phase === 'contract' || error.phase === 'signature') throw error
    return renewChunk(error).then(() => loadBuild(build, 1))
  })
  loaded.set(name, loading)
  loading.then(
    (area) => arrived.set(name, area),
    (error: unknown) => {
      loaded.delete(name)
      reportFailure(error)
    },
  )
  return loading
}

/**
 * Loads the build of an area that the pointers choose now; one retry, then the builds that are known to work,
 * newest first, in the same navigation (spec/platform "Load order"). Rejects with the AreaLoadError of the chosen build,
 * which harms this area alone: calling it again starts afresh.
 */
export async function enterArea(area: string): Promise<LoadedArea> {
  const live = pointers().remotes[area]
  if (!live) throw new AreaLoadError(area, null, 'resolve', new Error('no release of this area is promoted'))
  const origin = developedOrigin(area)
  if (origin !== null) return loadServed(live.stable, origin)
  try {
    return await loadOnce(live.stable)
  } catch (error) {
    for (const build of live.lastKnownGood) {
      const known = await releaseOf(live.stable.unit, build)
        .then(loadOnce)
        .catch(() => null)
      if (known) return known
    }
    throw error
  }
}

/** The build of an area that `enterArea` would answer, if it has been loaded before. */
export function loadedArea(area: string): LoadedArea | null {
  const live = pointers().remotes[area]
  return live && developedOrigin(area) === null ? (arrived.get(live.stable.manifest.federationName) ?? null) : null
}

/** Starts loading an area, and the screen of one of its routes, before anybody enters it; for a visit also what the screen will ask for. */
export function prefetchArea(area: string, routeName?: string, visit: Visit | Promise<Visit | null> | null = null): void {
  enterArea(area)
    .then((entered) => entered.area.routes.find((route) => route.name === routeName)?.screen())
    .then(async (screen) => {
      const coming = await visit
      if (coming) await screen?.default.preload?.(coming)
    })
    .catch(() => {
      // Entering the area will say what is wrong.
    })
}
