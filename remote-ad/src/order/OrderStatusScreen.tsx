import { order, orderEndpoints } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'

const emptyHint = {
  ja: '申込は広告の詳細画面から行います。',
  en: 'Orders are made on the page of an ad.',
}

/** SPEC section 2, /ad/order_status. */
export default function OrderStatusScreen() {
  return <ResourceList resource={order} endpoints={orderEndpoints} detailRoute="order.detail" createRoute={null} emptyHint={emptyHint} />
}
