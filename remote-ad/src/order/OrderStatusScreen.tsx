import { order, orderEndpoints } from '@adsite/contract'
import { ResourceList } from '@adsite/screen-kit'
import { title } from './title.ts'

const emptyHint = {
  ja: '申込は広告の詳細画面から行います。',
  en: 'Orders are made on the page of an ad.',
}

export default function OrderStatusScreen() {
  return (
    <ResourceList
      resource={order}
      endpoints={orderEndpoints}
      detailRoute="order.detail"
      title={title}
      createRoute={null}
      emptyHint={emptyHint}
    />
  )
}
