import type { RouteWith } from '../../site/route-name.ts'
import * as v from 'valibot'
import { defineEndpoint } from '../../endpoint/endpoint.ts'
import { checks } from '../../field/checks.ts'
import { selectItem } from '../../resource/resource-endpoints.ts'
import { defineChoices } from '../../text/choices.ts'
import type { Text } from '../../text/text.ts'
import { keysOf } from '../../value/keys.ts'

/**
 * The status of an ad (spec/domain "Ad status", after the Meta Marketing API). PREPARING: the owner has not
 * submitted everything; AWAITING: everything is done and the start lies ahead. The first status that applies
 * wins, in this order.
 */
export const adEffectiveStatuses = defineChoices('ad_effective_status', [
  { key: 'ENDED', label: { ja: '終了', en: 'Ended' }, colour: 'neutral' },
  { key: 'REJECTED', label: { ja: '否認', en: 'Rejected' }, colour: 'error' },
  { key: 'PREPARING', label: { ja: '準備中', en: 'In preparation' }, colour: 'neutral' },
  { key: 'PENDING_REVIEW', label: { ja: '審査待ち', en: 'Pending review' }, colour: 'info' },
  { key: 'PENDING_CREDIT', label: { ja: '与信待ち', en: 'Pending credit' }, colour: 'warning' },
  { key: 'PAUSED', label: { ja: '停止中', en: 'Paused' }, colour: 'warning' },
  { key: 'CAMPAIGN_PAUSED', label: { ja: 'キャンペーン停止中', en: 'Campaign paused' }, colour: 'warning' },
  { key: 'AWAITING', label: { ja: '開始待ち', en: 'Scheduled' }, colour: 'info' },
  { key: 'SERVING', label: { ja: '配信中', en: 'Serving' }, colour: 'success' },
])
export type AdEffectiveStatus = (typeof adEffectiveStatuses.keys)[number]

/** How to format a blocker's `value`, shown in brackets after the text. */
export type BlockerValue = 'datetime' | 'end' | 'money' | 'count' | 'credit_status' | 'account_status' | 'name' | null

/** One reason why an ad is not served. */
export interface ServingBlocker {
  readonly text: Text
  readonly value: BlockerValue
  /** The resulting effective status; null if the blocker prevents serving without deciding the status. */
  readonly status: AdEffectiveStatus | null
  /** Name of the route where the blocker can be resolved. */
  readonly route: RouteWith<'id'>
  /** Resolves by itself as planned, so it is shown as information rather than as something to fix. */
  readonly planned?: true
}

/**
 * Everything that keeps an ad from being served (spec/domain "Serving panel"). An ad's effective status is that
 * of its first blocker in the order of `adEffectiveStatuses`, so status and panel never disagree. The API
 * defines when each one applies (serving/serving.ts).
 */
export const servingBlockers = {
  ended: {
    text: { ja: '広告の期間が終了しました', en: 'The ad has ended' },
    value: 'end',
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
    text: { ja: '購入数の配信が完了しました', en: 'Delivery goal reached' },
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
    status: 'PREPARING',
    route: 'ad.detail',
  },
  creative_missing: {
    text: { ja: 'クリエイティブグループにクリエイティブがありません', en: 'The creative group has no creative' },
    value: 'name',
    status: 'PREPARING',
    route: 'creative_group.detail',
  },
  creative_draft: {
    text: { ja: 'クリエイティブが審査に申請されていません', en: 'The creatives have not been submitted for review' },
    value: 'name',
    status: 'PREPARING',
    route: 'creative_group.detail',
  },
  creative_pending: {
    text: { ja: 'クリエイティブが審査中です', en: 'The creatives are waiting for review' },
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
    text: { ja: 'まだ申し込まれていません', en: 'It has not been ordered yet' },
    value: null,
    status: 'PREPARING',
    route: 'ad.detail',
  },
  order_draft: {
    text: { ja: '申込が下書きのままです', en: 'The order is still a draft' },
    value: null,
    status: 'PREPARING',
    route: 'order.detail',
  },
  order_pending: {
    text: { ja: '申込が承認待ちです', en: 'The order is waiting for approval' },
    value: null,
    status: 'PENDING_REVIEW',
    route: 'order.detail',
  },
  order_disapproved: {
    text: { ja: '申込が否認されました', en: 'The order was disapproved' },
    value: null,
    status: 'REJECTED',
    route: 'order.detail',
  },
  order_exceeded: {
    text: { ja: '広告の内容が承認済みの申込を超えています', en: 'The ad exceeds its approved order' },
    value: null,
    status: 'PENDING_REVIEW',
    route: 'order.detail',
  },
  credit: {
    text: { ja: '企業の与信が配信を許可していません', en: 'Delivery is blocked by the company’s credit status' },
    value: 'credit_status',
    status: 'PENDING_CREDIT',
    route: 'company.detail',
  },
  account: {
    text: {
      ja: '広告主アカウントの状態が配信を許可していません',
      en: 'Delivery is blocked by the advertiser account’s status',
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
    text: { ja: '開始前です', en: 'Not started yet' },
    value: 'datetime',
    status: 'AWAITING',
    route: 'ad.detail',
    planned: true,
  },
  no_open_frame: {
    text: {
      ja: '広告商品・配信先・クリエイティブのフォーマットに合う稼働中の配信枠がありません',
      en: 'No running frame matches the ad’s product, placements and creative formats',
    },
    value: null,
    status: null,
    route: 'ad.detail',
  },
  excluded: {
    text: {
      ja: 'ホワイトリストと除外の設定により、配信先が残っていません',
      en: 'The whitelist and the exclusions leave no place where it can be shown',
    },
    value: null,
    status: null,
    route: 'ad.detail',
  },
  daily_budget_spent: {
    text: { ja: 'キャンペーンの1日の予算を今日は使い切りました', en: 'The campaign’s daily budget is spent for today' },
    value: 'money',
    status: null,
    route: 'campaign.detail',
    planned: true,
  },
  outside_hours: {
    text: { ja: '現在は配信する曜日・時間帯の外です', en: 'Outside scheduled hours' },
    value: null,
    status: null,
    route: 'ad.detail',
    planned: true,
  },
} as const satisfies Record<string, ServingBlocker>

export type ServingBlockerName = keyof typeof servingBlockers

const names = keysOf(servingBlockers)

/**
 * A blocker as sent by the API: `value` in its JSON form, `target` the id of the record that resolves it (null:
 * there is no separate record).
 */
export const blocker = v.object({
  kind: v.picklist(names),
  value: v.nullable(v.string()),
  target: v.nullable(checks.id),
})
export type Blocker = v.InferOutput<typeof blocker>

export const adServingEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/ad/{id}/serving',
  label: { ja: '広告の配信状態の表示', en: 'View why an ad is not served' },
  kind: 'get',
  permission: 'ad.read',
  summary: 'Everything that keeps an ad from being served, the most decisive first; nothing when it is',
  response: v.object({ data: v.object({ status: v.string(), blockers: v.array(blocker) }) }),
  success: 200,
})

export const campaignServingEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/campaign/{id}/serving',
  label: { ja: 'キャンペーンの配信状態の表示', en: 'View why ads of a campaign are not served' },
  kind: 'get',
  permission: 'campaign.read',
  summary: 'Everything that keeps the ads of a campaign from being served, with the ads whose status each decides',
  response: v.object({
    data: v.object({
      status: v.string(),
      /** Number of ads by effective status. */
      ads: v.record(v.string(), v.number()),
      /**
       * `count`: number of ads that the blocker affects. `decisive`: number of those whose status it decides, so that the numbers
       * of a status add up. `value` and `target` are set only if they are the same for all of them.
       */
      blockers: v.array(v.object({ ...blocker.entries, decisive: v.number(), count: v.number() })),
    }),
  }),
  success: 200,
})

/** Errors that block moving on to the next ad (spec/site "Ad navigation"). */
export const navigationErrors = ['product_required', 'quantity_min', 'budget_exceeded'] as const

/** `ad` is null if the error concerns the whole campaign. `message` gives the amount, in the caller's language. */
export const navigationError = v.object({ error: v.picklist(navigationErrors), ad: v.nullable(selectItem), message: v.string() })

export const nextAdEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/campaign/{id}/next_ad',
  label: { ja: '次に対応する広告の表示', en: 'View the next ad to work on' },
  kind: 'get',
  permission: 'campaign.read',
  summary: 'What has to be put right in a campaign before one goes on, and the next ad or campaign to work on',
  response: v.object({
    data: v.object({
      campaign: selectItem,
      errors: v.array(navigationError),
      /** The ad to work on next, and why; `ad` is null if the campaign has none yet. Null if nothing is left to do. */
      next: v.nullable(
        v.object({
          campaign: selectItem,
          /** Name of the campaign's advertiser if it is not the one the user comes from. */
          other_advertiser: v.nullable(v.string()),
          ad: v.nullable(selectItem),
          blocker: v.nullable(v.picklist(names)),
        }),
      ),
    }),
  }),
  success: 200,
})
