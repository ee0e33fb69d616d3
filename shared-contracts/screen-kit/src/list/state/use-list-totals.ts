import { useApiQuery } from '@adsite/api-client'
import type { Figures, PaceTotals } from '@adsite/contract'
import type { TotalsEndpoint } from '../../base/resource-endpoints.ts'
import type { ResourceListState } from './use-resource-list.ts'

export interface ListTotals {
  /** Undefined until loaded. */
  readonly figures: Figures | undefined
  readonly paces: PaceTotals
  /** Null: not compared. */
  readonly former: Figures | null
  readonly failed: boolean
  readonly stale: boolean
  readonly retry: () => void
}

/** Delivery and paces of all records that match a list, over all pages. */
export function useListTotals(endpoint: TotalsEndpoint, { matching, query, paces }: ResourceListState): ListTotals {
  const { figures, compare } = query
  const asked = {
    ...matching,
    ...(figures === undefined ? {} : { figures }),
    ...(compare === undefined ? {} : { compare }),
    ...(paces.length === 0 ? {} : { paces: paces.join() }),
  }
  const { data, isError, isPlaceholderData, refetch } = useApiQuery(endpoint, { query: asked }, { keepPrevious: true })
  return {
    figures: data?.data.figures,
    paces: data?.data.paces ?? {},
    former: data?.data.former?.figures ?? null,
    failed: isError && !data,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  }
}
