import { order, orderEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { title } from './title.ts'

const emptyHint = {
  ja: '申込は広告の詳細画面から行います。',
  en: 'Orders are made on the page of an ad.',
}

export default listScreen({
  resource: order,
  endpoints: orderEndpoints,
  detailRoute: 'order.detail',
  title,
  createRoute: null,
  emptyHint,
})
