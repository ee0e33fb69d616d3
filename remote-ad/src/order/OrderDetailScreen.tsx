import { order, orderEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function OrderDetailScreen() {
  return <ResourceDetail resource={order} endpoints={orderEndpoints} listRoute="order.list" />
}
