import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { checks } from './field.ts'
import { selectItem } from './resource.ts'
import { defineChoices } from './choices.ts'
import type { Text } from './text.ts'

/**
 * What an ad does (DOMAIN, after the Meta Marketing API; AWAITING: everything is done and its start lies
 * ahead). The first that is true counts, in this order.
 */
export const adEffectiveStatuses = defineChoices('ad_effective_status', [
  { key: 'ENDED', label: { ja: '終了', en: 'Ended' }, colour: 'neutral' },
  { key: 'REJECTED', label: { ja: '否認', en: 'Rejected' }, colour: 'error' },
  { key: 'PENDING_REVIEW', label: { ja: '審査待ち', en: 'Pending review' }, colour: 'info' },
  { key: 'PENDING_CREDIT', label: { ja: '与信待ち', en: 'Pending credit' }, colour: 'warning' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'neutral' },
  { key: 'CAMPAIGN_PAUSED', label: { ja: 'キャンペーン停止中', en: 'Campaign paused' }, colour: 'neutral' },
  { key: 'AWAITING', label: { ja: '開始待ち', en: 'Scheduled' }, colour: 'info' },
  { key: 'SERVING', label: { ja: '配信中', en: 'Serving' }, colour: 'success' },
])
export type AdEffectiveStatus = (typeof adEffectiveStatuses.keys)[number]

/** How a blocker's `value` is to be written; it stands in brackets behind the text. */
export type BlockerValue = 'datetime' | 'money' | 'count' | 'credit_status' | 'account_status' | 'order_status' | 'name' | null

/** One reason why an ad is not served. */
export interface ServingBlocker {
  readonly text: Text
  readonly value: BlockerValue
  /** The effective status that it leads to; null: the status says something else, and nothing is served all the same. */
  readonly status: AdEffectiveStatus | null
  /** What resolves it, by the name of its route. */
  readonly route: string
}

/**
 * Everything that keeps an ad from being served (DOMAIN "one panel tells why an ad is not serving"). An ad's
 * effective status is that of the first one that is true in the order of `adEffectiveStatuses`, so status and
 * panel never disagree. What makes each one true is in the API (ad/serving.ts).
 */
export const servingBlockers = {
  ended: {
    text: { ja: '広告の期間が終了しました', en: 'The ad has ended' },
    value: 'datetime',
    status: 'ENDED',
    route: 'ad.detail',
  },
  budget_spent: {
    text: { ja: '広告の予算を使い切りました', en: 'The ad’s budget is spent' },
    value: 'money',
    status: 'ENDED',
    route: 'ad.detail',
  },
  quantity_delivered: {
    text: { ja: '購入数の配信が完了しました', en: 'The purchased quantity is delivered' },
    value: 'count',
    status: 'ENDED',
    route: 'ad.detail',
  },
  campaign_budget_spent: {
    text: { ja: 'キャンペーンの通期予算を使い切りました', en: 'The campaign’s lifetime budget is spent' },
    value: 'money',
    status: 'ENDED',
    route: 'campaign.detail',
  },
  no_creative: {
    text: { ja: 'クリエイティブグループが選ばれていません', en: 'No creative group is chosen' },
    value: null,
    status: 'PENDING_REVIEW',
    route: 'ad.detail',
  },
  creative_missing: {
    text: { ja: 'クリエイティブグループにクリエイティブがありません', en: 'The creative group has no creative' },
    value: 'name',
    status: 'PENDING_REVIEW',
    route: 'creative_group.detail',
  },
  creative_pending: {
    text: { ja: 'クリエイティブの審査が済んでいません', en: 'The creatives are not reviewed yet' },
    value: 'name',
    status: 'PENDING_REVIEW',
    route: 'creative_group.detail',
  },
  creative_rejected: {
    text: { ja: 'クリエイティブが否認されています', en: 'The creatives are rejected' },
    value: 'name',
    status: 'REJECTED',
    route: 'creative_group.detail',
  },
  creative_paused: {
    text: { ja: 'クリエイティブがすべて停止中です', en: 'All creatives are paused' },
    value: 'name',
    status: 'PAUSED',
    route: 'creative_group.detail',
  },
  order_missing: {
    text: { ja: '申込がありません', en: 'It has not been ordered' },
    value: null,
    status: 'PENDING_REVIEW',
    route: 'ad.detail',
  },
  order_pending: {
    text: { ja: '申込が承認されていません', en: 'The order is not approved yet' },
    value: 'order_status',
    status: 'PENDING_REVIEW',
    route: 'order.detail',
  },
  order_disapproved: {
    text: { ja: '申込が否認されました', en: 'The order was disapproved' },
    value: null,
    status: 'REJECTED',
    route: 'order.detail',
  },
  credit: {
    text: { ja: '企業の与信が配信を許可していません', en: 'The company’s credit does not allow delivery' },
    value: 'credit_status',
    status: 'PENDING_CREDIT',
    route: 'company.detail',
  },
  account: {
    text: {
      ja: '広告主アカウントの状態が配信を許可していません',
      en: 'The advertiser’s account does not allow delivery',
    },
    value: 'account_status',
    status: 'PENDING_CREDIT',
    route: 'advertiser.detail',
  },
  paused: { text: { ja: '広告が停止されています', en: 'The ad is paused' }, value: null, status: 'PAUSED', route: 'ad.detail' },
  campaign_paused: {
    text: { ja: 'キャンペーンが停止されています', en: 'The campaign is paused' },
    value: null,
    status: 'CAMPAIGN_PAUSED',
    route: 'campaign.detail',
  },
  not_started: {
    text: { ja: 'まだ開始していません', en: 'It has not started yet' },
    value: 'datetime',
    status: 'AWAITING',
    route: 'ad.detail',
  },
  no_open_frame: {
    text: { ja: '配信先に稼働中の配信枠がありません', en: 'No frame is running where the ad may be shown' },
    value: null,
    status: null,
    route: 'ad.detail',
  },
  excluded: {
    text: {
      ja: 'ホワイトリストと除外の設定により、配信先が残っていません',
      en: 'The whitelist and the exclusions leave no place to show it',
    },
    value: null,
    status: null,
    route: 'ad.detail',
  },
  articles_excluded: {
    text: { ja: '配信対象の記事がすべて除外されています', en: 'All of its articles are excluded' },
    value: 'count',
    status: null,
    route: 'ad.detail',
  },
  daily_budget_spent: {
    text: { ja: 'キャンペーンの1日の予算を今日は使い切りました', en: 'The campaign’s daily budget is spent for today' },
    value: 'money',
    status: null,
    route: 'campaign.detail',
  },
  outside_hours: {
    text: { ja: '現在は配信する曜日・時間帯ではありません', en: 'This is not one of the hours it is served in' },
    value: null,
    status: null,
    route: 'ad.detail',
  },
} as const satisfies Record<string, ServingBlocker>

export type ServingBlockerName = keyof typeof servingBlockers

const names = Object.keys(servingBlockers) as [ServingBlockerName, ...ServingBlockerName[]]

/** One reason as the API tells it: `value` as JSON carries it, `target` the id of what resolves it (null: nothing of its own). */
export const blocker = v.object({
  kind: v.picklist(names),
  value: v.nullable(v.string()),
  target: v.nullable(checks.id),
})
export type Blocker = v.InferOutput<typeof blocker>

export const adServingEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ad/{id}/serving',
  kind: 'get',
  permission: 'ad.read',
  summary: 'Everything that keeps an ad from being served, the most decisive first; nothing when it is',
  response: v.object({ data: v.object({ status: v.string(), blockers: v.array(blocker) }) }),
  success: 200,
})

export const campaignServingEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/campaign/{id}/serving',
  kind: 'get',
  permission: 'campaign.read',
  summary: 'Everything that keeps the ads of a campaign from being served, with how many ads each concerns',
  response: v.object({
    data: v.object({
      status: v.string(),
      /** Ads by their effective status. */
      ads: v.record(v.string(), v.number()),
      /** `count`: ads that it holds up; `value` and `target` where it is the same for all of them. */
      blockers: v.array(v.object({ ...blocker.entries, count: v.number() })),
    }),
  }),
  success: 200,
})

/** What stops the way to the next ad (SPEC section 5, "Ad navigation"). */
export const navigationErrors = ['product_required', 'quantity_min', 'budget_exceeded'] as const

export const nextAdEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/campaign/{id}/next_ad',
  kind: 'get',
  permission: 'campaign.read',
  summary: 'What has to be put right in a campaign before one goes on, and the next ad or campaign to work on',
  response: v.object({
    data: v.object({
      campaign: selectItem,
      /** `ad` null: the campaign as a whole. `message` in the caller's language says by how much. */
      errors: v.array(v.object({ error: v.picklist(navigationErrors), ad: v.nullable(selectItem), message: v.string() })),
      /** The ad to work on next and why; `ad` null: the campaign has none yet. null: nothing is left to do. */
      next: v.nullable(v.object({ campaign: selectItem, ad: v.nullable(selectItem), blocker: v.nullable(v.picklist(names)) })),
    }),
  }),
  success: 200,
})
