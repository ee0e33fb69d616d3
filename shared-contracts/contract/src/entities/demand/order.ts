import * as v from 'valibot'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { checks } from '../../field/checks.ts'
import { choice, datetime, integer, money, priceDecimals, reference, text, url } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, createEndpoint, readEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { orderTerms } from './order-terms.ts'
import { billingTypes } from './product.ts'

/** An order, or a proposed change to its terms. A change is reviewed like an order; once approved, its terms are the ordered ones. */
export const orderKinds = defineChoices('order_kind', [
  { key: 'NEW', label: { ja: '新規', en: 'New' } },
  { key: 'CHANGE', label: { ja: '変更', en: 'Change' } },
])

export const orderStatuses = defineChoices('order_status', [
  { key: 'DRAFT', label: { ja: '下書き', en: 'Draft' }, colour: 'neutral' },
  { key: 'PENDING_APPROVAL', label: { ja: '承認待ち', en: 'Pending approval' }, colour: 'info' },
  { key: 'APPROVED', label: { ja: '承認済み', en: 'Approved' }, colour: 'success' },
  { key: 'DISAPPROVED', label: { ja: '否認', en: 'Disapproved' }, colour: 'error' },
  { key: 'WITHDRAWN', label: { ja: '取り下げ', en: 'Withdrawn' }, colour: 'neutral' },
  { key: 'CANCELED', label: { ja: '取消', en: 'Canceled' }, colour: 'neutral' },
])

const reason = { label: { ja: '理由', en: 'Reason' }, maxLength: 1000, field: 'reason' } as const

/** What is agreed to with an order, by whoever submits or approves it and by a second person. */
const ordered = orderTerms.map(({ order: term }) => term)
/** Fields shown when deciding about an order. */
const decided = ['kind', ...ordered] as const

/**
 * Approval workflow of an order (spec/domain "Order", after Google Ad Manager). A disapproved order becomes a
 * draft again before resubmission; after a disapproved or withdrawn change, a new one is proposed by editing the
 * ad.
 */
export const orderStates = {
  field: 'status',
  actions: {
    submit: {
      label: { ja: '申し込む', en: 'Submit' },
      permission: 'order.submit',
      from: ['DRAFT'],
      to: 'PENDING_APPROVAL',
      amount: {
        field: 'amount',
        label: { ja: '{{amount}} を申し込む', en: 'Order {{amount}}' },
        note: {
          ja: '申し込むと、承認されるまで申込の内容は変更できません。',
          en: 'What is ordered cannot be changed until it is approved.',
        },
        shows: decided,
      },
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
      byAnother: true,
      amount: {
        field: 'amount',
        label: { ja: '{{amount}} を承認する', en: 'Approve {{amount}}' },
        note: {
          ja: '承認すると、広告はこの内容で配信できるようになります。',
          en: 'The ad can be served on these terms.',
        },
        shows: decided,
      },
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
    withdraw: {
      label: { ja: '取り下げる', en: 'Withdraw' },
      permission: 'order.submit',
      from: ['PENDING_APPROVAL'],
      to: 'WITHDRAWN',
      done: { ja: '取り下げました', en: 'Withdrawn.' },
      confirm: {
        ja: '承認待ちの内容を取り下げます。広告を編集して、もう一度申し込めます。',
        en: 'It will no longer wait for approval. You can edit the ad and order again.',
      },
    },
    cancel: {
      label: { ja: '申込を取り消す', en: 'Cancel the order' },
      permission: 'order.review',
      from: ['APPROVED'],
      to: 'CANCELED',
      done: { ja: '申込を取り消しました', en: 'Order canceled.' },
      confirm: {
        ja: '承認済みの申込を取り消します。広告の配信は止まり、元に戻すことはできません。',
        en: 'The approved order is canceled for good, and the ad stops being served.',
      },
      reason,
    },
  },
} as const satisfies StateRules

/**
 * What an advertiser buys with an ad: one order per ad and product (spec/domain "Order"). Its terms
 * (`orderTerms`) are copied from the ad at creation and again at submission; after that they are fixed until a
 * change is approved.
 */
export const order = defineResource({
  name: 'order',
  path: '/api/order',
  fourEyes: {
    area: 'order',
    waits: [],
    actions: ['approve'],
    amount: 'amount',
    shows: ['status', ...ordered],
  },
  touches: ['/api/campaign', '/api/ad', '/api/company', '/api/dashboard'],
  label: { ja: '申込', en: 'Order' },
  plural: 'Orders',
  title: 'name',
  permissions: { list: 'order.read', select: 'order.read', read: 'order.read', create: 'order.create', update: null, delete: null },
  fields: {
    name: text({ label: { ja: '申込', en: 'Order' }, required: true, max: 255, access: 'read' }),
    kind: choice({ label: { ja: '区分', en: 'Kind' }, choices: orderKinds, required: true, access: 'read' }),
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
    billing: choice({ label: { ja: '課金方式', en: 'Billing' }, choices: billingTypes, access: 'read' }),
    quantity: integer({ label: { ja: '購入数', en: 'Quantity' }, required: true, access: 'read' }),
    unit_price: money({ label: { ja: '単価', en: 'Unit price' }, required: true, access: 'read', decimals: priceDecimals }),
    amount: money({ label: { ja: '金額', en: 'Amount' }, required: true, access: 'read' }),
    start_at: datetime({ label: { ja: '開始日時', en: 'Start' }, required: true, access: 'read' }),
    end_at: datetime({ label: { ja: '終了日時', en: 'End' }, required: true, access: 'read', end: true }),
    landing_url: url({ label: { ja: 'リンク先URL', en: 'Landing page' }, required: true, access: 'read' }),
    creative_group_id: reference({
      label: { ja: 'クリエイティブグループ', en: 'Creative group' },
      target: 'creative_group',
      access: 'read',
    }),
    reason: text({ label: { ja: '理由', en: 'Reason' }, max: 1000, kind: 'multiline', access: 'read' }),
  },
  list: {
    columns: ['name', 'kind', 'status', 'advertiser_account_id', 'campaign_id', 'product_id', 'quantity', 'amount'],
    filters: ['kind', 'status', 'advertiser_account_id', 'campaign_id', 'ad_id', 'product_id', 'amount'],
    sorts: ['updated_at', 'name', 'amount', 'quantity'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '申込内容', en: 'Order' }, fields: ['name', 'kind', 'status', 'reason'] },
    {
      title: { ja: '購入と期間', en: 'Purchase and period' },
      fields: ['product_id', 'billing', 'quantity', 'unit_price', 'amount', 'start_at', 'end_at'],
    },
    { title: { ja: '掲載内容', en: 'What is shown' }, fields: ['landing_url', 'creative_group_id'] },
    { title: { ja: '対象', en: 'For' }, fields: ['advertiser_account_id', 'campaign_id', 'ad_id'] },
  ],
  states: orderStates,
})

/** `ad_version`: the version of the ad that was shown; if the ad has another one by now, `conflict` answers it as it is. */
const newOrder = v.strictObject({ ad_id: order.fields.ad_id.schema, ad_version: v.optional(checks.version) })

const create = createEndpoint(order)

export const orderEndpoints = {
  ...readEndpoints(order),
  create: {
    ...create,
    summary: 'Order an ad as it is; with `ad_version`, only if that is still its version',
    body: newOrder,
    errors: [...(create.errors ?? []), 'conflict'] as const,
  },
  bulk: bulkEndpoint(order),
  ...actionEndpoints(order, orderStates),
}
