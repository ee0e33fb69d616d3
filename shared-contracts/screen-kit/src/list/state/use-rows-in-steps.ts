import { startTransition, useEffect, useState } from 'react'

/** Height of what is above the rows: header, breadcrumbs, heading and toolbar (px). */
const above = 240

/**
 * Renders the rows that fit in the viewport first and the rest afterwards, because rendering is the slowest part
 * of a list. `page` identifies the page that the rows belong to; updates to the rows of a page already rendered
 * in full stay complete. `height`: the minimum height of a row (px).
 */
export function useRowsInSteps<T>(rows: readonly T[] | undefined, page: string | null, height: number): readonly T[] | undefined {
  const [whole, setWhole] = useState<string | null>(null)
  const drawn = rows !== undefined && page !== null
  useEffect(() => {
    if (drawn) startTransition(() => setWhole(page))
  }, [drawn, page])
  return !drawn || whole === page ? rows : rows.slice(0, Math.max(1, Math.ceil((window.innerHeight - above) / height)))
}
