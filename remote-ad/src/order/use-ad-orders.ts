import { useApiQuery } from '@adsite/api-client'
import { orderEndpoints } from '@adsite/contract'
import type { KitRecord } from '@adsite/screen-kit'

const isOpen = ({ kind, status }: KitRecord) => kind === 'NEW' && status !== 'CANCELED' && status !== 'WITHDRAWN'

/** The orders of an ad, newest first: its own, and the change of it that waits. */
export function useAdOrders(adId: number) {
  const query = { ad_id: String(adId), limit: '20' }
  const { data, error, refetch } = useApiQuery(orderEndpoints.list, { query: query as never })
  const orders = (data as { data: readonly KitRecord[] } | undefined)?.data
  return {
    orders,
    own: orders?.find(isOpen),
    change: orders?.find(({ kind, status }) => kind === 'CHANGE' && status === 'PENDING_APPROVAL'),
    error,
    retry: () => void refetch(),
  }
}
