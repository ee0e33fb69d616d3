import type { Area, RegistryPointers, RemoteRelease } from '@adsite/remote'
import { areas } from 'virtual:areas'

// In the monolith this stands in for three modules of shell/src/federation: load-area, pointers, beacons.
// The tables of the areas are a part of the build, so nothing is loaded but screens, and no build fails by itself.

const build = 'monolith'

function releaseOf({ area, title, icon, routes }: Area): RemoteRelease {
  const contract = { provides: '1.0.0', requires: '1.0.0' }
  const manifest = { area, build, title, icon, federationName: area, entry: '', contract, routes: [...routes], shares: {} }
  return { unit: area, build, created_at: '', commit: null, files: {}, signature: { key: '', value: '' }, manifest }
}

const live: RegistryPointers = {
  channel: 'stable',
  remotes: Object.fromEntries(
    areas.map((area) => [area.area, { rev: 0, stable: releaseOf(area), canary: null, lastKnownGood: [], bad: [] }]),
  ),
}

export const pointers = (): RegistryPointers => live
export const usePointers = pointers
export const pointersKnown = (): Promise<void> => Promise.resolve()
export const followPointers = (): void => {}

export async function enterArea(name: string): Promise<{ readonly build: string; readonly area: Area }> {
  const area = areas.find((each) => each.area === name)
  if (!area) throw new Error(`The monolith has no area ${name}`)
  return { build, area }
}

export function prefetchArea(name: string, routeName?: string): void {
  areas
    .find((each) => each.area === name)
    ?.routes.find((route) => route.name === routeName)
    ?.screen()
    .catch(() => {
      // Opening the screen will say what is wrong.
    })
}

export const reportFailure = (): void => {}
export const reportMounted = (): void => {}
export const watchErrors = (): void => {}
