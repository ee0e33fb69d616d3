import { useApiQuery } from '@adsite/api-client'
import type { Figures } from '@adsite/contract'
import type { TotalsEndpoint } from '../../base/resource-endpoints.ts'
import type { ResourceListState } from './use-resource-list.ts'

export interface ListTotals {
  /** Undefined until loaded. */
  readonly figures: Figures | undefined
  /** Null: not compared. */
  readonly former: Figures | null
  readonly failed: boolean
  readonly stale: boolean
  readonly retry: () => void
}

/** Delivery of all records that match a list, over all pages. */
export function useListTotals(endpoint: TotalsEndpoint, { matching, query }: ResourceListState): ListTotals {
  const { figures, compare } = query
  const asked = { ...matching, ...(figures === undefined ? {} : { figures }), ...(compare === undefined ? {} : { compare }) }
  const { data, isError, isPlaceholderData, refetch } = useApiQuery(endpoint, { query: asked }, { keepPrevious: true })
  return {
    figures: data?.data.figures,
    former: data?.data.former?.figures ?? null,
    failed: isError && !data,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  }
}
