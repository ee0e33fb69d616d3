import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'

/** Height of what is above the rows: header, breadcrumbs, heading and toolbar (px). */
const above = 240

/** How far the rows were scrolled in a box of their own (px), by history entry and page. Has only pages that were rendered in full. */
const places = new Map<string, number>()

interface RowsInSteps<T> {
  readonly rows: readonly T[] | undefined
  /** For a box in which the rows scroll. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

/**
 * Renders the rows that fit in the viewport first and the rest afterwards, because rendering is the slowest part
 * of a list. `page` identifies the page that the rows belong to; updates to the rows of a page already rendered
 * in full stay complete. `height`: the minimum height of a row (px).
 * On the way back to a page, all its rows are rendered at once, so that the window and the box can be scrolled to where they were.
 */
export function useRowsInSteps<T>(rows: readonly T[] | undefined, page: string | null, height: number): RowsInSteps<T> {
  const entry = `${useLocation().key} ${page}`
  const [whole, setWhole] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const drawn = rows !== undefined && page !== null
  useEffect(() => {
    if (drawn) startTransition(() => setWhole(page))
  }, [drawn, page])
  useEffect(() => {
    if (drawn && whole === page && !places.has(entry)) places.set(entry, 0)
  }, [drawn, whole, page, entry])
  useLayoutEffect(() => {
    const place = drawn ? places.get(entry) : undefined
    if (box.current && place !== undefined) box.current.scrollTop = place
  }, [drawn, entry])
  return {
    rows:
      !drawn || whole === page || places.has(entry) ? rows : rows.slice(0, Math.max(1, Math.ceil((window.innerHeight - above) / height))),
    box,
    onScroll: () => {
      if (drawn && box.current) places.set(entry, box.current.scrollTop)
    },
  }
}
