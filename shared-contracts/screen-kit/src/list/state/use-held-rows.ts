import { useApiQuery } from '@adsite/api-client'
import { pageSizes } from '@adsite/contract'
import { useMemo, useState } from 'react'
import type { KitRecord, ListAnswer, ListEndpoints, ListParameters } from '../../base/resource-endpoints.ts'

/** A page as it was when one of its rows was saved. */
interface HeldPage {
  readonly key: string
  readonly rows: readonly KitRecord[]
  readonly page: ListAnswer['page']
}

interface HeldRows {
  readonly answer: ListAnswer | undefined
  readonly hold: () => void
}

/**
 * Keeps the rows of a page in place after a save, with their new values. Without it, an edited row would move to where it now
 * sorts, perhaps to another page. The rows are released when the list is sorted, filtered or turned to another page.
 * @param key identifies which rows the list has
 * @param shown the other parameters of its call
 */
export function useHeldRows(endpoint: ListEndpoints['list'], key: string, shown: ListParameters, answer: ListAnswer | undefined): HeldRows {
  const [last, setLast] = useState<HeldPage | null>(null)
  const held = last?.key === key ? last : null
  if (last !== held) setLast(held)
  const ids = held?.rows.map(({ id }) => id).join() ?? ''
  const { data } = useApiQuery(endpoint, { query: { ...shown, ids, limit: String(Math.max(...pageSizes)) } }, { enabled: ids !== '' })
  const inPlace = useMemo(() => {
    if (!held || !answer) return answer
    const known = new Map((data ?? answer).data.map((row) => [row.id, row]))
    // Until they are read anew, rows are as they were; after that, one that is missing is gone.
    const rows = held.rows.flatMap((row) => known.get(row.id) ?? (data ? [] : [row]))
    const { next, previous } = held.page
    return { data: rows, page: { ...answer.page, next, previous } }
  }, [held, answer, data])
  return {
    answer: inPlace,
    hold() {
      if (answer && !held) setLast({ key, rows: answer.data, page: answer.page })
    },
  }
}
