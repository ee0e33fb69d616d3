import type { Area, RemoteBuild } from '@adsite/remote'
import { AreaLoadError, type LoadPhase } from './area-load-error.ts'
import { contractFault } from './contract-check.ts'
import { EntryTimeout, fetchEntry, runEntry } from './entry-script.ts'
import { pinFiles } from './pins.ts'
import { pointers } from './pointers.ts'

/** An area as one build of it declares it. */
export interface LoadedArea {
  readonly build: string
  readonly area: Area
}

const loadHost = () => import(/* webpackChunkName: "federation" */ './host.ts')

async function phase<T>(name: LoadPhase, { build, manifest }: RemoteBuild, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new AreaLoadError(manifest.area, build, name, error)
  }
}

async function loadBuild(build: RemoteBuild, attempt: number): Promise<LoadedArea> {
  pinFiles(build)
  // Both are fetched at the same time; the entry runs once the runtime that it expects is there.
  fetchEntry(build)
  const { readArea } = await phase('chunk', build, loadHost())
  await phase('entry', build, runEntry(build, attempt))
  return { build: build.build, area: await phase('chunk', build, readArea(build)) }
}

const loaded = new Map<string, Promise<LoadedArea>>()

/** Loads a build once; a failed load is forgotten, so that the next one starts afresh. */
function loadOnce(build: RemoteBuild): Promise<LoadedArea> {
  const name = build.manifest.federationName
  const known = loaded.get(name)
  if (known) return known
  const loading = loadBuild(build, 0).catch((error: AreaLoadError) => {
    // Who has waited for a hanging entry once is told at once, and may try again by hand.
    if (error.cause instanceof EntryTimeout) throw error
    return loadBuild(build, 1)
  })
  loaded.set(name, loading)
  loading.catch(() => loaded.delete(name))
  return loading
}

/**
 * Loads the build of an area that the pointers choose now; one retry. Rejects with AreaLoadError, which
 * harms this area alone: calling it again starts afresh.
 */
export async function enterArea(area: string): Promise<LoadedArea> {
  const build = pointers().remotes[area]?.stable
  if (!build) throw new AreaLoadError(area, null, 'resolve', new Error('no release of this area is promoted'))
  const fault = contractFault(build.manifest)
  if (fault) throw new AreaLoadError(area, build.build, 'contract', new Error(fault))
  return loadOnce(build)
}

/** Starts loading an area, and the screen of one of its routes, before anybody enters it. */
export function prefetchArea(area: string, routeName?: string): void {
  enterArea(area)
    .then((entered) => entered.area.routes.find((route) => route.name === routeName)?.screen())
    .catch(() => {
      // Entering the area will say what is wrong.
    })
}
