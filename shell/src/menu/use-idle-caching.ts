import { entriesOf, type Menu } from '@adsite/remote/navigation'
import { useEffect, useEffectEvent } from 'react'
import { cacheArea } from '../federation/index.ts'

declare global {
  interface Navigator {
    /** Some browsers do not have this. */
    readonly connection?: { readonly saveData: boolean }
  }
}

/** How long after the menu appears the page counts as shown (milliseconds): its own files and data come first. */
const shownAfter = 4000

/** Calls `work` when the browser has nothing else to do; not every browser tells. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else work()
}

/**
 * Puts the first screen of every other area of the menu into the browser's cache, once per page, so that the first click into
 * an area waits for its data alone. Does nothing for users who save data.
 */
export function useIdleCaching(menus: readonly Menu[], current: string): void {
  const cache = useEffectEvent(async () => {
    for (const { area, items } of menus) if (area !== current) await cacheArea(area, entriesOf(items)[0]?.name)
  })
  useEffect(() => {
    if (navigator.connection?.saveData) return
    const timer = setTimeout(() => whenIdle(() => void cache()), shownAfter)
    return () => clearTimeout(timer)
  }, [])
}
