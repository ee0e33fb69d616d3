import { defineChoices } from '../../text/choices.ts'
import { choice, datetime, emptyMeans, integer, money, object, priceDecimals, reference, text, url } from '../../field/field.ts'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { editEndpoint } from '../../resource/edit.ts'
import { orderFiguresEndpoint } from '../people/credit-room.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints, totalsEndpoint, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { labellingEndpoint, labelsField } from './label.ts'
import { paceFields } from './pace.ts'
import { adDeliveryEndpoint } from './record-delivery.ts'
import { adEffectiveStatuses, adServingEndpoint } from './serving.ts'
import type { StateRules } from '../../resource/state.ts'
import type { Text } from '../../text/text.ts'
import { message } from '../../text/message.ts'
import { billingTypes } from './product.ts'
import { targetingSchema, type Targeting } from './targeting.ts'
import { describeTargeting } from './targeting-words.ts'

export const adUserStatuses = defineChoices('ad_user_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
])

export const adStates = {
  field: 'user_status',
  shownAs: 'effective_status',
  actions: {
    pause: {
      label: { ja: '停止する', en: 'Pause' },
      permission: 'ad.update',
      from: ['ACTIVE'],
      to: 'PAUSED',
      done: { ja: '広告を停止しました', en: 'Ad paused.' },
      confirm: { ja: 'この広告の配信を停止します。よろしいですか？', en: 'Delivery of this ad will stop. Continue?' },
    },
    resume: {
      label: { ja: '再開する', en: 'Resume' },
      permission: 'ad.update',
      from: ['PAUSED'],
      to: 'ACTIVE',
      done: { ja: '広告を再開しました', en: 'Ad resumed.' },
    },
  },
} as const satisfies StateRules

/** An ad of a campaign (spec/domain "Ad"): what is bought, at what price, for which period and for which audience. */
export const ad = defineResource({
  name: 'ad',
  path: '/api/ad',
  touches: ['/api/campaign', '/api/ad-whitelist', '/api/ad-article', '/api/order', '/api/advertisement', '/api/dashboard'],
  label: { ja: '広告', en: 'Ad' },
  plural: 'Ads',
  title: 'name',
  permissions: {
    list: 'ad.read',
    select: 'ad.read',
    read: 'ad.read',
    create: 'ad.create',
    update: 'ad.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: '広告名', en: 'Name' }, required: true, max: 255 }),
    effective_status: choice({
      label: { ja: '配信状態', en: 'Status' },
      choices: adEffectiveStatuses,
      required: true,
      access: 'read',
      stored: true,
    }),
    user_status: choice({ label: { ja: '設定', en: 'Setting' }, choices: adUserStatuses, required: true, access: 'read' }),
    campaign_id: reference({ label: { ja: 'キャンペーン', en: 'Campaign' }, target: 'campaign', required: true, access: 'create' }),
    advertiser_account_id: reference({
      label: { ja: '広告主', en: 'Advertiser' },
      target: 'advertiser',
      required: true,
      access: 'read',
    }),
    product_id: reference({
      label: { ja: '広告商品', en: 'Product' },
      help: { ja: '登録した後は変更できません。', en: 'Cannot be changed later.' },
      target: 'product',
      once: true,
    }),
    billing: choice({ label: { ja: '課金方式', en: 'Billing' }, choices: billingTypes, access: 'read' }),
    creative_group_id: reference({
      label: { ja: 'クリエイティブグループ', en: 'Creative group' },
      help: { ja: 'あとから選ぶこともできます。', en: 'It can be chosen later, too.' },
      target: 'creative_group',
    }),
    quantity: integer({ label: { ja: '購入数', en: 'Quantity' }, min: 1, max: 1_000_000_000_000 }),
    unit_price: money({
      decimals: priceDecimals,
      without: 'product_id',
      label: { ja: '単価', en: 'Unit price' },
      help: { ja: '商品を選んだときの単価です。', en: 'The product’s price when it was chosen.' },
      required: true,
      access: 'read',
    }),
    budget: money({ label: { ja: '予算', en: 'Budget' }, required: true, min: 1 }),
    ...paceFields('budget'),
    start_at: datetime({ label: { ja: '開始日時', en: 'Start' }, required: true }),
    end_at: datetime({ label: { ja: '終了日時', en: 'End' }, required: true, end: true }),
    landing_url: url({ label: { ja: 'リンク先URL', en: 'Landing page' }, required: true }),
    weight: integer({
      label: { ja: '配信比重', en: 'Weight' },
      help: {
        ja: '同じキャンペーンの広告の間で、どれだけ多く配信するか（1〜100）。',
        en: 'How much of the campaign’s delivery goes to this ad, against the others (1 to 100).',
      },
      required: true,
      min: 1,
      max: 100,
    }),
    label_ids: labelsField(),
    targeting: object<Targeting, { label: Text; help: Text; empty: Text }>({
      label: { ja: 'ターゲティング', en: 'Targeting' },
      help: { ja: '指定しない項目は制限しません。', en: 'Empty means no restriction.' },
      empty: emptyMeans.unrestricted,
      schema: targetingSchema,
      describe: (targeting, locale) => describeTargeting(targeting, locale),
    }),
  },
  list: {
    columns: ['name', 'effective_status', 'pace_rate', 'campaign_id', 'budget', 'gross', 'imps', 'ctr', 'cpa'],
    filters: [
      'effective_status',
      'pace_state',
      'pace_rate',
      'spent_rate',
      'forecast',
      'user_status',
      'campaign_id',
      'advertiser_account_id',
      'product_id',
      'creative_group_id',
      'label_ids',
      'billing',
      'start_at',
      'budget',
    ],
    sorts: ['updated_at', 'name', 'start_at', 'end_at', 'budget', 'quantity', 'pace_rate', 'spent_rate', 'forecast'],
    defaultSort: '-updated_at',
    search: true,
    edit: ['name', 'user_status', 'quantity', 'budget', 'start_at', 'end_at', 'weight'],
    delivery: { side: 'demand', of: 'ad', paced: true },
  },
  sections: [
    {
      title: { ja: '基本情報', en: 'Basics' },
      fields: ['name', 'effective_status', 'pace_state', 'user_status', 'campaign_id', 'advertiser_account_id', 'landing_url', 'label_ids'],
    },
    {
      title: { ja: '購入と予算', en: 'Purchase and budget' },
      fields: [
        'product_id',
        'billing',
        'unit_price',
        'quantity',
        'budget',
        'spent_rate',
        'pace_rate',
        'planned_spend',
        'forecast',
        'weight',
      ],
    },
    { title: { ja: '期間', en: 'Period' }, fields: ['start_at', 'end_at'] },
    { title: { ja: 'クリエイティブ', en: 'Creatives' }, fields: ['creative_group_id'] },
    { title: { ja: 'ターゲティング', en: 'Targeting' }, fields: ['targeting'] },
  ],
  checks: [
    ({ start_at, end_at }) =>
      typeof start_at === 'string' && typeof end_at === 'string' && Date.parse(end_at) <= Date.parse(start_at)
        ? { field: 'end_at', message: message('period_order') }
        : null,
  ],
  states: adStates,
})

/** A missing product is reported at creation (spec/site "Ad navigation"). */
export const adEndpoints = {
  ...readEndpoints(ad),
  totals: totalsEndpoint(ad),
  ...writeEndpoints(ad),
  edit: editEndpoint(ad),
  bulk: bulkEndpoint(ad),
  labels: labellingEndpoint(ad),
  serving: adServingEndpoint,
  delivery: adDeliveryEndpoint,
  orderFigures: orderFiguresEndpoint,
  ...actionEndpoints(ad, adStates),
}
