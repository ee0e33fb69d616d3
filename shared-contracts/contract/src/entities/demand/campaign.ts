import { bulkEndpoint } from '../../resource/bulk.ts'
import { editEndpoint } from '../../resource/edit.ts'
import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { choice, datetime, integer, money, reference, text } from '../../field/field.ts'
import { defineResource, staleAfterWrite, type CrossCheck } from '../../resource/resource.ts'
import { actionEndpoints, readEndpoints, totalsEndpoint, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { labellingEndpoint, labelsField } from './label.ts'
import { paceFields } from './pace.ts'
import { campaignDeliveryEndpoint } from './record-delivery.ts'
import { campaignServingEndpoint, navigationError, nextAdEndpoint } from './serving.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'

export const campaignGoals = defineChoices('campaign_goal', [
  { key: 'AWARENESS', label: { ja: '認知', en: 'Awareness' } },
  { key: 'TRAFFIC', label: { ja: 'サイト誘導', en: 'Traffic' } },
  { key: 'CONVERSION', label: { ja: 'コンバージョン', en: 'Conversions' } },
])

export const campaignUserStatuses = defineChoices('campaign_user_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
])

/**
 * The first status that applies wins, in this order, which matches that of ad statuses: finished, then action
 * required, then scheduled. spec/domain "Campaign" lists the start before the setting, but then a pause would
 * stay invisible until the start.
 */
export const campaignServingStatuses = defineChoices('campaign_serving_status', [
  { key: 'EXPIRED', label: { ja: '終了', en: 'Ended' }, colour: 'neutral' },
  { key: 'FULFILLED', label: { ja: '配信完了', en: 'Fulfilled' }, colour: 'neutral' },
  { key: 'PENDING_CREDIT', label: { ja: '与信待ち', en: 'Pending credit' }, colour: 'warning' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
  { key: 'AWAITING', label: { ja: '開始待ち', en: 'Scheduled' }, colour: 'info' },
  { key: 'SERVING', label: { ja: '配信中', en: 'Serving' }, colour: 'success' },
])
export type CampaignServingStatus = (typeof campaignServingStatuses.keys)[number]

/** What a frequency cap applies to, and over which period. */
export const frequencyLevels = defineChoices('frequency_level', [
  { key: 'CAMPAIGN', label: { ja: 'キャンペーン', en: 'Campaign' } },
  { key: 'AD', label: { ja: '広告', en: 'Ad' } },
])
export const frequencyUnits = defineChoices('frequency_unit', [
  { key: 'DAY', label: { ja: '1日', en: 'Day' } },
  { key: 'WEEK', label: { ja: '1週間', en: 'Week' } },
  { key: 'MONTH', label: { ja: '1か月', en: 'Month' } },
])

/** Minimum length of a campaign in hours (spec/domain "Campaign"). */
export const campaignMinimumHours = 24

export const campaignStates = {
  field: 'user_status',
  shownAs: 'serving_status',
  actions: {
    pause: {
      label: { ja: '停止する', en: 'Pause' },
      permission: 'campaign.update',
      from: ['ACTIVE'],
      to: 'PAUSED',
      done: { ja: 'キャンペーンを停止しました', en: 'Campaign paused.' },
      confirm: { ja: 'このキャンペーンの配信を停止します。よろしいですか？', en: 'Delivery of this campaign will stop. Continue?' },
    },
    resume: {
      label: { ja: '再開する', en: 'Resume' },
      permission: 'campaign.update',
      from: ['PAUSED'],
      to: 'ACTIVE',
      done: { ja: 'キャンペーンを再開しました', en: 'Campaign resumed.' },
    },
  },
} as const satisfies StateRules

/** Rejects a period shorter than `campaignMinimumHours`. */
export const campaignMinimumPeriod: CrossCheck<'start_at' | 'end_at'> = ({ start_at, end_at }) => {
  if (typeof start_at !== 'string' || typeof end_at !== 'string') return null
  const hours = (Date.parse(end_at) - Date.parse(start_at)) / 3_600_000
  return hours < campaignMinimumHours ? { field: 'end_at', message: message('minimum_period') } : null
}

export const campaign = defineResource({
  name: 'campaign',
  path: '/api/campaign',
  touches: ['/api/ad', '/api/ad-whitelist', '/api/ad-article', '/api/order', '/api/dashboard'],
  label: { ja: 'キャンペーン', en: 'Campaign' },
  plural: 'Campaigns',
  title: 'name',
  permissions: {
    list: 'campaign.read',
    select: 'campaign.select',
    read: 'campaign.read',
    create: 'campaign.create',
    update: 'campaign.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: 'キャンペーン名', en: 'Name' }, required: true, max: 128 }),
    serving_status: choice({
      label: { ja: '配信状態', en: 'Serving status' },
      choices: campaignServingStatuses,
      required: true,
      access: 'read',
      stored: true,
    }),
    ...paceFields('lifetime_budget'),
    user_status: choice({ label: { ja: '設定', en: 'Setting' }, choices: campaignUserStatuses, required: true, access: 'read' }),
    advertiser_account_id: reference({
      label: { ja: '広告主', en: 'Advertiser' },
      target: 'advertiser',
      required: true,
      missing: message('account_required'),
      access: 'create',
    }),
    agency_account_id: reference({ label: { ja: '代理店', en: 'Agency' }, target: 'agency' }),
    rep_account_id: reference({ label: { ja: 'レップ', en: 'Rep' }, target: 'rep' }),
    goal: choice({ label: { ja: '目的', en: 'Goal' }, choices: campaignGoals, required: true }),
    start_at: datetime({ label: { ja: '開始日時', en: 'Start' }, required: true }),
    end_at: datetime({ label: { ja: '終了日時', en: 'End' }, required: true, end: true }),
    lifetime_budget: money({ label: { ja: '通期予算', en: 'Lifetime budget' }, required: true, min: 1 }),
    allotted_budget: money({
      label: { ja: '広告の予算合計', en: 'Total ad budget' },
      required: true,
      access: 'read',
    }),
    ad_count: integer({ label: { ja: '広告数', en: 'Ads' }, required: true, access: 'read' }),
    daily_budget: money({
      label: { ja: '1日の予算', en: 'Daily budget' },
      help: { ja: '空欄のときは通期予算の範囲で配信します。', en: 'Leave empty for no daily limit within the lifetime budget.' },
      min: 1,
    }),
    frequency_level: choice({ label: { ja: 'キャップの単位', en: 'Cap per' }, choices: frequencyLevels }),
    frequency_unit: choice({ label: { ja: 'キャップの期間', en: 'Cap period' }, choices: frequencyUnits }),
    frequency_count: integer({
      label: { ja: 'キャップの回数', en: 'Cap count' },
      help: {
        ja: '1人に表示する回数の上限です。空欄のときは制限しません。',
        en: 'Maximum number of times that one person sees it. Leave empty for no limit.',
      },
      min: 1,
      max: 1000,
    }),
    label_ids: labelsField(),
    memo: text({ label: { ja: 'メモ', en: 'Memo' }, max: 1000, kind: 'multiline' }),
  },
  list: {
    columns: ['name', 'serving_status', 'pace_rate', 'advertiser_account_id', 'lifetime_budget', 'gross', 'imps', 'cpa'],
    filters: [
      'serving_status',
      'pace_state',
      'pace_rate',
      'spent_rate',
      'forecast',
      'advertiser_account_id',
      'agency_account_id',
      'rep_account_id',
      'label_ids',
      'goal',
      'start_at',
      'lifetime_budget',
    ],
    sorts: ['updated_at', 'name', 'start_at', 'end_at', 'lifetime_budget', 'pace_rate', 'spent_rate', 'forecast'],
    defaultSort: '-updated_at',
    search: true,
    edit: ['name', 'user_status', 'start_at', 'end_at', 'lifetime_budget', 'daily_budget'],
    delivery: { side: 'demand', of: 'campaign', paced: true },
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'goal', 'serving_status', 'pace_state', 'user_status', 'label_ids'] },
    { title: { ja: 'アカウント', en: 'Accounts' }, fields: ['advertiser_account_id', 'agency_account_id', 'rep_account_id'] },
    {
      title: { ja: '期間と予算', en: 'Period and budget' },
      fields: [
        'start_at',
        'end_at',
        'lifetime_budget',
        'daily_budget',
        'allotted_budget',
        'ad_count',
        'spent_rate',
        'pace_rate',
        'planned_spend',
        'forecast',
      ],
    },
    {
      title: { ja: 'フリークエンシーキャップ', en: 'Frequency cap' },
      fields: ['frequency_level', 'frequency_unit', 'frequency_count'],
    },
    { title: { ja: 'その他', en: 'Other' }, fields: ['memo'] },
  ],
  checks: [
    campaignMinimumPeriod,
    ({ daily_budget, lifetime_budget }) =>
      typeof daily_budget === 'string' && typeof lifetime_budget === 'string' && Number(daily_budget) > Number(lifetime_budget)
        ? { field: 'daily_budget', message: message('budget_order') }
        : null,
    ({ frequency_level, frequency_unit, frequency_count }) => {
      const parts = [
        { field: 'frequency_level', value: frequency_level },
        { field: 'frequency_unit', value: frequency_unit },
        { field: 'frequency_count', value: frequency_count },
      ] as const
      const missing = parts.filter(({ value }) => value === null || value === undefined)
      const [first] = missing
      return !first || missing.length === parts.length ? null : { field: first.field, message: message('cap_incomplete') }
    },
  ],
  states: campaignStates,
})

/** Name and period of the copy. */
export const duplicateBody = v.strictObject({
  name: campaign.fields.name.schema,
  start_at: campaign.fields.start_at.schema,
  end_at: v.optional(v.nullable(campaign.fields.end_at.schema), null),
})

export const campaignEndpoints = {
  ...readEndpoints(campaign),
  totals: totalsEndpoint(campaign),
  bulk: bulkEndpoint(campaign),
  labels: labellingEndpoint(campaign),
  ...writeEndpoints(campaign),
  edit: editEndpoint(campaign),
  ...actionEndpoints(campaign, campaignStates),
  duplicate: defineEndpoint({
    method: 'POST',
    path: '/api/campaign/{id}/duplicate',
    label: { ja: 'キャンペーンの複製', en: 'Copy a campaign' },
    kind: 'create',
    permission: 'campaign.create',
    summary:
      'Copy a campaign with its ads, everything paused; without `end_at` it runs as long as the original, and its ads move along. `errors`: what its ads lack, because it is no longer sold. A key needs the scope `ad.create` too',
    body: duplicateBody,
    fields: campaign.fields,
    /** `errors`: what has to be put right in the copy, as `nextAd` tells. Absent in older answers. */
    response: v.object({ data: v.object({ id: checks.id, errors: v.optional(v.array(navigationError)) }) }),
    success: 201,
    stale: staleAfterWrite(campaign),
    errors: ['action_blocked'],
  }),
  serving: campaignServingEndpoint,
  delivery: campaignDeliveryEndpoint,
  nextAd: nextAdEndpoint,
}
