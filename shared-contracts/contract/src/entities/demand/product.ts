import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { choice, date, emptyMeans, integer, money, priceDecimals, references, text } from '../../field/field.ts'
import { importEndpoints } from '../../resource/import.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'

export const billingTypes = defineChoices('billing_type', [
  { key: 'CPM', label: { ja: 'CPM（表示単価）', en: 'CPM' } },
  { key: 'VCPM', label: { ja: 'vCPM（ビューアブル単価）', en: 'vCPM' } },
  { key: 'CPC', label: { ja: 'CPC（クリック単価）', en: 'CPC' } },
  { key: 'CPA', label: { ja: 'CPA（成果単価）', en: 'CPA' } },
  { key: 'TENANCY', label: { ja: '期間保証', en: 'Tenancy' } },
])

export type BillingType = (typeof billingTypes.keys)[number]

export const productStatuses = defineChoices('product_status', [
  { key: 'DRAFT', label: { ja: '下書き', en: 'Draft' }, colour: 'neutral' },
  { key: 'ON_SALE', label: { ja: '販売中', en: 'On sale' }, colour: 'success' },
  { key: 'SUSPENDED', label: { ja: '販売停止', en: 'Suspended' }, colour: 'warning' },
  { key: 'ENDED', label: { ja: '販売終了', en: 'Ended' }, colour: 'neutral' },
])

/** Sales status of a product (spec/domain "Product"): draft → on sale ↔ suspended → ended. */
export const productStates = {
  field: 'status',
  actions: {
    put_on_sale: {
      label: { ja: '販売を開始', en: 'Put on sale' },
      permission: 'product.act',
      from: ['DRAFT'],
      to: 'ON_SALE',
      done: { ja: '販売を開始しました', en: 'Product put on sale.' },
    },
    suspend: {
      label: { ja: '販売を停止', en: 'Suspend' },
      permission: 'product.act',
      from: ['ON_SALE'],
      to: 'SUSPENDED',
      done: { ja: '販売を停止しました', en: 'Product suspended.' },
      confirm: {
        ja: 'この広告商品を新しい広告に選べなくします。よろしいですか？',
        en: 'New ads can no longer choose this product. Continue?',
      },
    },
    resume: {
      label: { ja: '販売を再開', en: 'Resume' },
      permission: 'product.act',
      from: ['SUSPENDED'],
      to: 'ON_SALE',
      done: { ja: '販売を再開しました', en: 'Product back on sale.' },
    },
    end: {
      label: { ja: '販売を終了', en: 'End' },
      permission: 'product.act',
      from: ['ON_SALE', 'SUSPENDED'],
      to: 'ENDED',
      done: { ja: '販売を終了しました', en: 'Sale ended.' },
      confirm: {
        ja: 'この広告商品の販売を終了します。元に戻せません。よろしいですか？',
        en: 'The sale of this product ends for good. Continue?',
      },
    },
  },
} as const satisfies StateRules

export const product = defineResource({
  name: 'product',
  path: '/api/product',
  touches: ['/api/ad', '/api/order'],
  label: { ja: '広告商品', en: 'Ad product' },
  plural: 'Ad products',
  title: 'name',
  permissions: {
    list: 'product.read',
    select: 'product.select',
    read: 'product.read',
    create: 'product.create',
    update: 'product.update',
    delete: 'product.delete',
  },
  fields: {
    name: text({ label: { ja: '商品名', en: 'Name' }, required: true, max: 100 }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: productStatuses, required: true, access: 'read' }),
    billing: choice({ label: { ja: '課金方式', en: 'Billing' }, choices: billingTypes, required: true }),
    unit_price: money({ label: { ja: '単価', en: 'Unit price' }, required: true, decimals: priceDecimals }),
    min_quantity: integer({
      label: { ja: '最低購入数', en: 'Minimum quantity' },
      help: {
        ja: 'CPM・vCPMは表示回数、CPCはクリック数、CPAは成果数、期間保証は日数で数えます。',
        en: 'Impressions for CPM and vCPM, clicks for CPC, conversions for CPA, days for tenancy.',
      },
      required: true,
      min: 1,
      max: 1_000_000_000_000,
    }),
    sale_from: date({ label: { ja: '販売開始日', en: 'On sale from' }, required: true }),
    sale_to: date({
      label: { ja: '販売終了日', en: 'On sale until' },
      help: { ja: '空欄のときは販売を続けます。', en: 'Leave empty for no end of sale.' },
      empty: emptyMeans.openEnded,
    }),
    format_ids: references({ label: { ja: 'フォーマット', en: 'Formats' }, target: 'format', required: true }),
    space_ids: references({
      label: { ja: '広告枠', en: 'Ad spaces' },
      help: { ja: '空欄のときはすべての広告枠に配信します。', en: 'Leave empty to deliver in every ad space.' },
      empty: emptyMeans.all,
      target: 'space',
    }),
  },
  list: {
    columns: ['name', 'status', 'billing', 'unit_price', 'min_quantity', 'sale_from', 'sale_to', 'format_ids'],
    filters: ['status', 'billing', 'format_ids', 'space_ids', 'sale_from', 'sale_to', 'unit_price'],
    sorts: ['updated_at', 'name', 'unit_price', 'min_quantity', 'sale_from', 'sale_to'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '商品', en: 'Product' }, fields: ['name', 'status'] },
    {
      title: { ja: '料金と販売期間', en: 'Price and sale' },
      fields: ['billing', 'unit_price', 'min_quantity', 'sale_from', 'sale_to'],
    },
    { title: { ja: '配信先', en: 'Delivery' }, fields: ['format_ids', 'space_ids'] },
  ],
  checks: [
    ({ sale_from, sale_to }) =>
      typeof sale_from === 'string' && typeof sale_to === 'string' && sale_to < sale_from
        ? { field: 'sale_to', message: message('days_order') }
        : null,
  ],
  states: productStates,
})

const read = readEndpoints(product)

/** Demand roles read only products on sale; only the administrator reads the history. */
export const productEndpoints = {
  ...read,
  history: { ...read.history, permission: 'product.list' as const },
  ...writeEndpoints(product),
  delete: deleteEndpoint(product),
  ...importEndpoints(product),
  bulk: bulkEndpoint(product),
  ...actionEndpoints(product, productStates),
}
