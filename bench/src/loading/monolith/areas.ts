import type { Area, RegistryPointers, RemoteRelease } from '@adsite/remote'

// Replaces three modules of shell/src/federation in the monolith: load-area, pointers, beacons. The areas' tables are a
// chunk of the build, and no area can fail on its own.

declare global {
  /** What `virtual:areas` declares, once it has run. */
  var adsiteAreas: readonly Area[] | undefined
}
/** webpack's, and the modules that have come. */
declare const require: { resolveWeak(module: string): number | string }
declare const __webpack_require__: (id: number | string) => void
declare const __webpack_modules__: Readonly<Record<number | string, unknown>>

/** Pages load the tables with a script before this one, as the site's pages contain the pointers; sign-in pages do not. */
function carriedAreas(): readonly Area[] | undefined {
  const id = require.resolveWeak('virtual:areas')
  if (__webpack_modules__[id]) __webpack_require__(id)
  return globalThis.adsiteAreas
}

let areas = carriedAreas()

const build = 'monolith'

function releaseOf({ area, title, icon, routes }: Area): RemoteRelease {
  const contract = { provides: '1.0.0', requires: '1.0.0' }
  const manifest = { area, build, title, icon, federationName: area, entry: '', contract, routes: [...routes], shares: {} }
  return { unit: area, build, created_at: '', commit: null, files: {}, signature: { key: '', value: '' }, manifest }
}

const pointersTo = (tables: readonly Area[]): RegistryPointers => ({
  channel: 'stable',
  remotes: Object.fromEntries(
    tables.map((area) => [area.area, { rev: 0, stable: releaseOf(area), canary: null, lastKnownGood: [], bad: [] }]),
  ),
})

let live = pointersTo(areas ?? [])

export const pointers = (): RegistryPointers => live
export const usePointers = pointers
export const followPointers = (): void => {}

export async function pointersKnown(): Promise<void> {
  if (areas) return
  await import(/* webpackChunkName: "areas" */ 'virtual:areas')
  areas = globalThis.adsiteAreas
  live = pointersTo(areas ?? [])
}

export function loadedArea(name: string): { readonly build: string; readonly area: Area } | null {
  const area = areas?.find((each) => each.area === name)
  return area ? { build, area } : null
}

export async function enterArea(name: string): Promise<{ readonly build: string; readonly area: Area }> {
  const area = loadedArea(name)
  if (!area) throw new Error(`The monolith has no area ${name}`)
  return area
}

/** Its areas have come with the page. */
export const cacheArea = async (): Promise<void> => {}

/** After an error of a screen, the shell would enter the area with another build; there is none. */
export const isNobodysFault = (): boolean => true
/** Its pages measure what those of the site measure. */
export const isMeasured = (): boolean => true
export const reportApiTrouble = (): void => {}
export const reportBlank = (): void => {}
export const reportFailure = (): void => {}
export const reportMounted = (): void => {}
export const reportShellFailure = (): void => {}
export const reportShellMounted = (): void => {}
export const watchErrors = (): void => {}
