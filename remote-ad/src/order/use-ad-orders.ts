import { useApiQuery } from '@adsite/api-client'
import { orderEndpoints, order, type ResourceRecord } from '@adsite/contract'

const isOpen = ({ kind, status }: ResourceRecord<typeof order>) => kind === 'NEW' && status !== 'CANCELED' && status !== 'WITHDRAWN'

/** The orders of an ad, newest first: its own order, and the pending change of it. */
export function useAdOrders(adId: number) {
  const query = { ad_id: String(adId), limit: '20' } as const
  const { data, error, refetch } = useApiQuery(orderEndpoints.list, { query })
  const orders = data?.data
  return {
    orders,
    own: orders?.find(isOpen),
    change: orders?.find(({ kind, status }) => kind === 'CHANGE' && status === 'PENDING_APPROVAL'),
    error,
    retry: () => void refetch(),
  }
}
