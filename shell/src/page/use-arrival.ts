import { useEffect } from 'react'
import { sidebarId } from '../menu/menu-state.ts'

let shown: string | null = null

/**
 * After a way to another page the focus is on its main heading, so that the keyboard and readers start
 * there. The first page of a visit keeps the browser's own start.
 */
export function useArrival(pathname: string): void {
  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === null || before === pathname) return
    // Who has opened a menu while the page was on its way is choosing already.
    if (document.getElementById(sidebarId)?.querySelector('[aria-expanded=true][aria-controls^=menu-]')) return
    const main = document.querySelector('main')
    const heading = main?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [pathname])
}
