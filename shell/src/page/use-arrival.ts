import { useEffect } from 'react'
import { sidebarId } from '../menu/menu-state.ts'

let shown: { readonly pathname: string; readonly search: string } | null = null

/**
 * After navigation, moves the focus to the main heading, so that keyboard and screen reader users start there.
 * Within a screen (`search`), such as from a record to its form, only if what had the focus is gone.
 * The first page of a visit keeps the browser's default.
 */
export function useArrival(pathname: string, search = ''): void {
  useEffect(() => {
    const before = shown
    shown = { pathname, search }
    if (before === null) return
    if (before.pathname === pathname && (before.search === search || document.activeElement !== document.body)) return
    // If the user has opened a menu while the page was loading, the focus stays there.
    if (document.getElementById(sidebarId)?.querySelector('[aria-expanded=true][aria-controls^=menu-]')) return
    const main = document.querySelector('main')
    const heading = main?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [pathname, search])
}
