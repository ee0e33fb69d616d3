import type { AreaRoute, Visit } from '@adsite/remote'
import { enterArea } from '../federation/index.ts'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

const screens = new WeakMap<AreaRoute['screen'], LazyScreen>()

/** Returns the same component on every visit, so that a loaded screen renders immediately. */
export function screenOf(load: AreaRoute['screen']): LazyScreen {
  const screen = screens.get(load) ?? lazyScreen(load)
  screens.set(load, screen)
  return screen
}

/**
 * Prefetches an area and the screen of one of its routes; for a visit, also the data of the screen. Never rejects: entering
 * the area reports the error.
 */
export async function prefetchArea(area: string, routeName?: string, visit: Visit | Promise<Visit | null> | null = null): Promise<void> {
  try {
    const entered = await enterArea(area, { screen: routeName })
    const load = entered.area.routes.find((route) => route.name === routeName)?.screen
    if (!load) return
    await screenOf(load).load()
    const [coming, screen] = await Promise.all([visit, load()])
    if (coming) await screen.default.preload?.(coming)
  } catch {
    // What is needed of it is loaded again when somebody goes there.
  }
}
