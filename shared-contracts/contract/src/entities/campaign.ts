import { defineChoices } from '../choices.ts'
import { choice, datetime, money, reference, text } from '../field.ts'
import { actionEndpoints, defineResource, readEndpoints, writeEndpoints } from '../resource.ts'
import type { StateRules } from '../state.ts'
import { message } from '../validation.ts'

export const campaignGoals = defineChoices('campaign_goal', [
  { key: 'AWARENESS', label: { ja: '認知', en: 'Awareness' } },
  { key: 'TRAFFIC', label: { ja: 'サイト誘導', en: 'Traffic' } },
  { key: 'CONVERSION', label: { ja: 'コンバージョン', en: 'Conversions' } },
])

export const campaignUserStatuses = defineChoices('campaign_user_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'neutral' },
])

/** Derived in this order (DOMAIN): expired by date, awaiting start, then what the user set. */
export const campaignServingStatuses = defineChoices('campaign_serving_status', [
  { key: 'EXPIRED', label: { ja: '終了', en: 'Ended' }, colour: 'neutral' },
  { key: 'AWAITING', label: { ja: '開始待ち', en: 'Scheduled' }, colour: 'info' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
  { key: 'SERVING', label: { ja: '配信中', en: 'Serving' }, colour: 'success' },
])

/** Shortest period of a campaign in hours (DOMAIN). */
export const campaignMinimumHours = 24

export const campaignStates = {
  field: 'user_status',
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

export const campaign = defineResource({
  name: 'campaign',
  path: '/api/campaign',
  label: { ja: 'キャンペーン', en: 'Campaign' },
  title: 'name',
  permissions: {
    list: 'campaign.list',
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
    }),
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
    end_at: datetime({ label: { ja: '終了日時', en: 'End' }, required: true }),
    lifetime_budget: money({ label: { ja: '通期予算', en: 'Lifetime budget' }, required: true, min: 1 }),
    daily_budget: money({
      label: { ja: '1日の予算', en: 'Daily budget' },
      help: { ja: '空欄のときは通期予算の範囲で配信します。', en: 'Leave empty to spend freely within the lifetime budget.' },
      min: 1,
    }),
    memo: text({ label: { ja: 'メモ', en: 'Memo' }, max: 1000, kind: 'multiline' }),
  },
  list: {
    columns: ['name', 'serving_status', 'advertiser_account_id', 'agency_account_id', 'start_at', 'end_at', 'lifetime_budget'],
    filters: ['serving_status', 'advertiser_account_id', 'agency_account_id', 'goal', 'start_at', 'lifetime_budget'],
    sorts: ['updated_at', 'name', 'start_at', 'end_at', 'lifetime_budget'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'goal', 'serving_status', 'user_status'] },
    { title: { ja: 'アカウント', en: 'Accounts' }, fields: ['advertiser_account_id', 'agency_account_id', 'rep_account_id'] },
    { title: { ja: '期間と予算', en: 'Period and budget' }, fields: ['start_at', 'end_at', 'lifetime_budget', 'daily_budget'] },
    { title: { ja: 'その他', en: 'Other' }, fields: ['memo'] },
  ],
  checks: [
    ({ start_at, end_at }) => {
      if (typeof start_at !== 'string' || typeof end_at !== 'string') return null
      const hours = (Date.parse(end_at) - Date.parse(start_at)) / 3_600_000
      return hours < campaignMinimumHours ? { field: 'end_at', message: message('minimum_period') } : null
    },
    ({ daily_budget, lifetime_budget }) =>
      typeof daily_budget === 'string' && typeof lifetime_budget === 'string' && Number(daily_budget) > Number(lifetime_budget)
        ? { field: 'daily_budget', message: message('budget_order') }
        : null,
  ],
  states: campaignStates,
})

export const campaignEndpoints = {
  ...readEndpoints(campaign),
  ...writeEndpoints(campaign),
  ...actionEndpoints(campaign.path, campaignStates),
}
