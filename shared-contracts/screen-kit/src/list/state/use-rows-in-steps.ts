import { startTransition, useEffect, useState } from 'react'

/** What stands above the rows of a list: the bar, the way, the heading and the tools (px). */
const above = 240

/**
 * The rows of a page that the window has room for come first, and the others once those are on show: drawing is what
 * a list takes longest for. `page` says which page the rows are of; rows of the same page that change stay whole.
 * `height`: the least that a row takes (px).
 */
export function useRowsInSteps<T>(rows: readonly T[] | undefined, page: string | null, height: number): readonly T[] | undefined {
  const [whole, setWhole] = useState<string | null>(null)
  const drawn = rows !== undefined && page !== null
  useEffect(() => {
    if (drawn) startTransition(() => setWhole(page))
  }, [drawn, page])
  return !drawn || whole === page ? rows : rows.slice(0, Math.max(1, Math.ceil((window.innerHeight - above) / height)))
}
