import { bulkEndpoint } from '../bulk.ts'
import { defineChoices } from '../choices.ts'
import { choice, integer, money, reference, text } from '../field.ts'
import { actionEndpoints, createEndpoint, defineResource, readEndpoints } from '../resource.ts'
import type { StateRules } from '../state.ts'

export const orderStatuses = defineChoices('order_status', [
  { key: 'DRAFT', label: { ja: '下書き', en: 'Draft' }, colour: 'neutral' },
  { key: 'PENDING_APPROVAL', label: { ja: '承認待ち', en: 'Pending approval' }, colour: 'info' },
  { key: 'APPROVED', label: { ja: '承認済み', en: 'Approved' }, colour: 'success' },
  { key: 'DISAPPROVED', label: { ja: '否認', en: 'Disapproved' }, colour: 'error' },
  { key: 'CANCELED', label: { ja: 'キャンセル', en: 'Canceled' }, colour: 'neutral' },
])

const reason = { label: { ja: '理由', en: 'Reason' }, maxLength: 1000, field: 'reason' } as const

/** Approval of an order (DOMAIN "order", after Google Ad Manager). A disapproved one is a draft again before it is submitted again. */
export const orderStates = {
  field: 'status',
  actions: {
    submit: {
      label: { ja: '申し込む', en: 'Submit' },
      permission: 'order.submit',
      from: ['DRAFT'],
      to: 'PENDING_APPROVAL',
      done: { ja: '申込を送信しました', en: 'Order submitted.' },
      clears: ['reason'],
    },
    reopen: {
      label: { ja: '下書きに戻す', en: 'Back to draft' },
      permission: 'order.submit',
      from: ['DISAPPROVED'],
      to: 'DRAFT',
      done: { ja: '申込を下書きに戻しました', en: 'The order is a draft again.' },
    },
    approve: {
      label: { ja: '承認する', en: 'Approve' },
      permission: 'order.review',
      from: ['PENDING_APPROVAL'],
      to: 'APPROVED',
      done: { ja: '申込を承認しました', en: 'Order approved.' },
    },
    disapprove: {
      label: { ja: '否認する', en: 'Disapprove' },
      permission: 'order.review',
      from: ['PENDING_APPROVAL'],
      to: 'DISAPPROVED',
      done: { ja: '申込を否認しました', en: 'Order disapproved.' },
      confirm: { ja: '理由は広告主と代理店に表示されます。', en: 'The advertiser and the agency see the reason.' },
      reason,
    },
    cancel: {
      label: { ja: 'キャンセルする', en: 'Cancel the order' },
      permission: 'order.review',
      from: ['APPROVED'],
      to: 'CANCELED',
      done: { ja: '申込をキャンセルしました', en: 'Order canceled.' },
      confirm: {
        ja: '承認済みの申込をキャンセルします。元に戻すことはできません。',
        en: 'The approved order is canceled for good.',
      },
      reason,
    },
  },
} as const satisfies StateRules

/**
 * What an advertiser buys with an ad: one order for each ad and product (DOMAIN). Name, quantity and amount are
 * the ad's when it is created, and again when it is submitted; from then on they stay.
 */
export const order = defineResource({
  name: 'order',
  path: '/api/order',
  label: { ja: '申込', en: 'Order' },
  plural: 'Orders',
  title: 'name',
  permissions: { list: 'order.read', select: 'order.read', read: 'order.read', create: 'order.create', update: null, delete: null },
  fields: {
    name: text({ label: { ja: '申込', en: 'Order' }, required: true, max: 255, access: 'read' }),
    status: choice({ label: { ja: '申込状況', en: 'Status' }, choices: orderStatuses, required: true, access: 'read' }),
    advertiser_account_id: reference({
      label: { ja: '広告主', en: 'Advertiser' },
      target: 'advertiser',
      required: true,
      access: 'read',
    }),
    campaign_id: reference({ label: { ja: 'キャンペーン', en: 'Campaign' }, target: 'campaign', required: true, access: 'read' }),
    ad_id: reference({ label: { ja: '広告', en: 'Ad' }, target: 'ad', required: true, access: 'create' }),
    product_id: reference({ label: { ja: '広告商品', en: 'Product' }, target: 'product', required: true, access: 'read' }),
    quantity: integer({ label: { ja: '購入数', en: 'Quantity' }, required: true, access: 'read' }),
    unit_price: money({ label: { ja: '単価', en: 'Unit price' }, required: true, access: 'read' }),
    amount: money({ label: { ja: '金額', en: 'Amount' }, required: true, access: 'read' }),
    reason: text({ label: { ja: '理由', en: 'Reason' }, max: 1000, kind: 'multiline', access: 'read' }),
  },
  list: {
    columns: ['name', 'status', 'advertiser_account_id', 'campaign_id', 'product_id', 'quantity', 'amount'],
    filters: ['status', 'advertiser_account_id', 'campaign_id', 'ad_id', 'product_id', 'amount'],
    sorts: ['updated_at', 'name', 'amount', 'quantity'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '申込内容', en: 'Order' }, fields: ['name', 'status', 'quantity', 'unit_price', 'amount', 'reason'] },
    { title: { ja: '対象', en: 'For' }, fields: ['advertiser_account_id', 'campaign_id', 'ad_id', 'product_id'] },
  ],
  states: orderStates,
})

export const orderEndpoints = {
  ...readEndpoints(order),
  create: createEndpoint(order),
  bulk: bulkEndpoint(order),
  ...actionEndpoints(order.path, orderStates),
}
