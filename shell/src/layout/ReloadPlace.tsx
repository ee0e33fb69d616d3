import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Where the page stood when it was left: the history entry, and how far the window was scrolled (px). */
const stored = 'adsite.place'

/** What readers do who would rather be elsewhere. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** How far the page was scrolled before it was reloaded at this history entry (px); 0: not reloaded, or at the top. */
function placeOf(entry: string): number {
  try {
    const [key, y] = (sessionStorage.getItem(stored) ?? '').split(' ')
    sessionStorage.removeItem(stored)
    return key === entry ? Number(y) : 0
  } catch {
    return 0
  }
}

function keepPlace(entry: string): void {
  try {
    if (window.scrollY > 0) sessionStorage.setItem(stored, `${entry} ${Math.round(window.scrollY)}`)
  } catch {
    // Without storage the page begins at the top.
  }
}

/**
 * Scrolls a page that was reloaded back to where it was, once its content is as long again: the router scrolls before the
 * data has come. Whoever scrolls, types or goes elsewhere meanwhile is left alone.
 */
export function ReloadPlace(): null {
  const { key, pathname, search } = useLocation()
  // Whatever is opened first in a tab has the same key.
  const entry = `${key}${pathname}${search}`
  const [begin] = useState(() => ({ entry, place: placeOf(entry) }))
  const place = begin.entry === entry ? begin.place : 0
  useEffect(() => {
    const keep = () => keepPlace(entry)
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [entry])
  useEffect(() => {
    if (place === 0) return undefined
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      if (root.scrollHeight - window.innerHeight < place) return
      stop()
      window.scrollTo(0, place)
    })
    function stop(): void {
      observer.disconnect()
      for (const move of moves) window.removeEventListener(move, stop)
    }
    for (const move of moves) window.addEventListener(move, stop, { passive: true })
    observer.observe(document.body)
    return stop
  }, [place])
  return null
}
