import type { RouteWith } from '../site/route-name.ts'
import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import type { CampaignServingStatus } from '../entities/demand/campaign.ts'
import { paceAlarms, paceStates } from '../entities/demand/pace.ts'
import { checks } from '../field/checks.ts'
import { metrics, type Metric, type MetricName } from '../metric/metric.ts'
import { permissions, type Permission } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { keysOf } from '../value/keys.ts'

const { imps, clicks, conversions, gross, media_cost, margin, revenue } = metrics
const demandRoles = permissions['report.demand']
const supplyRoles = ['ptd', 'pg'] as const

/**
 * Dashboard figures by recipient (spec/domain "Row scope"): the demand side never receives the media cost, the
 * supply side never the gross; its revenue is the media cost, as in its report.
 */
export const dashboardFigures = {
  imps,
  clicks,
  conversions: { ...conversions, roles: demandRoles },
  gross: { ...gross, roles: demandRoles },
  media_cost,
  margin,
  revenue: { ...revenue, roles: supplyRoles },
} as const satisfies Partial<Record<MetricName, Metric>>

export type DashboardFigure = keyof typeof dashboardFigures

/** The figures that a role receives, in display order. */
export function visibleDashboardFigures(role: Role): DashboardFigure[] {
  return keysOf(dashboardFigures).filter((name) => {
    const { roles }: Metric = dashboardFigures[name]
    return roles?.includes(role) ?? true
  })
}

const count = v.optional(v.nullable(v.number()))
const amount = v.optional(v.nullable(v.string()))

/**
 * Counts are numbers, money is a decimal string, margin a percentage with six decimals; null means unknown
 * (`measures`), and figures that the role may not see are absent.
 */
const figures = {
  imps: count,
  clicks: count,
  conversions: count,
  gross: amount,
  media_cost: amount,
  margin: amount,
  revenue: amount,
}

/** A period: first and last day (JST, both inclusive), its totals, and all of its days in order, including days without delivery. */
export const dashboardPeriod = v.object({
  from: v.string(),
  to: v.string(),
  totals: v.object(figures),
  days: v.array(v.object({ day: v.string(), ...figures })),
})
export type DashboardPeriod = v.InferOutput<typeof dashboardPeriod>

export const dashboardDays = ['7', '30'] as const

/** A kind of pending task, and the list that shows the records. */
export interface WaitingKind {
  readonly label: Text
  /** Shown to roles with the permission to do the task. */
  readonly permission: Permission
  /** Hidden from roles with this permission, which handle the next step. */
  readonly unless?: Permission
  /** Name of the route that lists the pending records. */
  readonly route: RouteWith<never>
  /** Query of that list; the number shown equals the number of rows in the list that the role can do. */
  readonly query: Readonly<Record<string, string>>
}

export const waitingKinds = {
  credit_review: {
    label: { ja: '与信の審査待ち', en: 'Credit to review' },
    permission: 'company.credit',
    route: 'company.list',
    query: { credit_status: 'APPLIED,RAISE_APPLIED' },
  },
  creative_review: {
    label: { ja: 'クリエイティブの審査待ち', en: 'Creatives to review' },
    permission: 'creative.review',
    route: 'creative.review',
    query: { status: 'APPLIED' },
  },
  order_approval: {
    label: { ja: '申込の承認待ち', en: 'Orders to approve' },
    permission: 'order.review',
    route: 'order.list',
    query: { status: 'PENDING_APPROVAL' },
  },
  reject_request: {
    label: { ja: '掲載拒否申請の判断待ち', en: 'Reject requests to decide' },
    permission: 'reject_request.decide',
    route: 'reject_request.list',
    query: { status: 'FILED' },
  },
  change_request: {
    // Those of others; the list also has the reader's own.
    label: { ja: '変更の承認待ち', en: 'Changes to approve as the second person' },
    permission: 'change_request.decide',
    route: 'change_request.list',
    query: {},
  },
  creative_rejected: {
    label: { ja: '修正が必要なクリエイティブ', en: 'Rejected creatives to correct' },
    permission: 'creative.apply',
    unless: 'creative.review',
    route: 'creative.list',
    query: { status: 'REJECTED' },
  },
  ad_rejected: {
    // An ad counts here if its order or its creatives were rejected.
    label: { ja: '否認された広告', en: 'Rejected ads to correct' },
    permission: 'ad.update',
    unless: 'order.review',
    route: 'ad.list',
    query: { effective_status: 'REJECTED' },
  },
  invitation_open: {
    label: { ja: '承認待ちの招待', en: 'Invitations not yet accepted' },
    permission: 'user.invite',
    route: 'invitation.list',
    query: { status: 'SENT' },
  },
} as const satisfies Record<string, WaitingKind>

export type WaitingKindName = keyof typeof waitingKinds

/** Kinds that every page knows. Those of contract 1.2 fail at others, which are therefore answered apart. */
export const firstWaitingKinds = [
  'credit_review',
  'creative_review',
  'order_approval',
  'reject_request',
  'creative_rejected',
  'invitation_open',
] as const satisfies readonly WaitingKindName[]

/** How to format the `value` of an attention reason before inserting it into the text. */
export type AttentionValue = 'datetime' | 'end' | 'days' | 'percent' | 'credit_status' | 'account_status'

/**
 * Why a campaign needs attention, most urgent first. `{{value}}` is the formatted value. A reason applies only
 * to campaigns with its `status`, so that the dashboard never contradicts the campaign page.
 */
export const attentionReasons = {
  credit: {
    text: { ja: '企業の与信状況により配信できません（{{value}}）', en: 'Delivery is blocked by the company’s credit status ({{value}})' },
    value: 'credit_status',
    status: 'PENDING_CREDIT',
    tone: 'error',
  },
  account: {
    text: {
      ja: '広告主アカウントの状態により配信できません（{{value}}）',
      en: 'Delivery is blocked by the advertiser account’s status ({{value}})',
    },
    value: 'account_status',
    status: 'PENDING_CREDIT',
    tone: 'error',
  },
  no_delivery: {
    text: { ja: '配信中ですが、{{value}}日間配信されていません', en: 'Serving, but nothing was delivered for {{value}} days' },
    value: 'days',
    status: 'SERVING',
    tone: 'error',
  },
  budget_nearly_spent: {
    text: { ja: '通期予算の{{value}}%を消化しました', en: '{{value}}% of the lifetime budget is spent' },
    value: 'percent',
    status: 'SERVING',
    tone: 'warning',
  },
  starts_paused: {
    text: { ja: '{{value}}に開始しますが、停止中です', en: 'Starts {{value}}, but is paused' },
    value: 'datetime',
    status: 'PAUSED',
    tone: 'warning',
  },
  ends_soon: { text: { ja: '{{value}}に終了します', en: 'Ends {{value}}' }, value: 'end', status: 'SERVING', tone: 'warning' },
  paused: {
    text: { ja: '期間中に停止しています（{{value}}まで）', en: 'Paused within its period (until {{value}})' },
    value: 'end',
    status: 'PAUSED',
    tone: 'neutral',
  },
} as const satisfies Record<
  string,
  { text: Text; value: AttentionValue; status: CampaignServingStatus; tone: 'neutral' | 'warning' | 'error' }
>

export type AttentionReason = keyof typeof attentionReasons

/** Thresholds of the attention list: days before start or end, days without delivery, percentage of the budget, number of entries. */
export const attentionBounds = { days: 3, silentDays: 2, percent: 90, entries: 20 } as const

/** Campaigns shown off their plan, and up to which number they are counted. */
export const paceBounds = { entries: 5, counted: 1000 } as const

const yen = v.number()

/** A campaign whose pace has an alarm; amounts in whole yen, `spent` as a decimal string. */
export const paceItem = v.object({
  campaign_id: checks.id,
  name: v.string(),
  alarm: v.picklist(paceAlarms.keys),
  end_at: v.string(),
  budget: v.string(),
  spent: v.string(),
  planned: yen,
  gap: yen,
  ratio: v.number(),
  state: v.picklist(paceStates.keys),
  daily_to_spend: v.nullable(yen),
})
export type PaceItem = v.InferOutput<typeof paceItem>

const waitingRecords = { count: v.number(), route: v.string(), query: v.record(v.string(), v.string()) }

export const waitingAnswer = v.object({
  data: v.array(v.object({ kind: v.picklist(firstWaitingKinds), ...waitingRecords })),
  /** Pages leave out kinds that they do not know. Absent: an API of contract 1.2. */
  further: v.optional(v.array(v.object({ kind: v.string(), ...waitingRecords }))),
})
export type WaitingAnswer = v.InferOutput<typeof waitingAnswer>

/** A campaign with its most urgent reason; `value` is in its JSON form: an instant, a count, a percentage or a key. */
export const attentionItem = v.object({
  campaign_id: checks.id,
  name: v.string(),
  reason: v.picklist(keysOf(attentionReasons)),
  value: v.string(),
})
export type AttentionItem = v.InferOutput<typeof attentionItem>

export const dashboardEndpoints = {
  delivery: defineEndpoint({
    method: 'GET',
    path: '/api/dashboard/delivery',
    label: { ja: 'ダッシュボードの配信実績の表示', en: 'View delivery on the dashboard' },
    kind: 'get',
    permission: 'dashboard.read',
    summary: 'Delivery of the last 7 or 30 days, up to yesterday, and of as many days before',
    query: v.strictObject({ days: v.optional(v.picklist(dashboardDays, message('choice')), '7') }),
    response: v.object({ data: v.object({ current: dashboardPeriod, previous: dashboardPeriod }) }),
    success: 200,
  }),
  waiting: defineEndpoint({
    method: 'GET',
    path: '/api/dashboard/waiting',
    label: { ja: 'ダッシュボードの対応待ちの表示', en: 'View pending tasks on the dashboard' },
    kind: 'list',
    permission: 'dashboard.read',
    summary: 'What waits for this role, with how many there are; what nobody waits for is left out',
    response: waitingAnswer,
    success: 200,
  }),
  attention: defineEndpoint({
    method: 'GET',
    path: '/api/dashboard/attention',
    label: { ja: '要対応キャンペーンの表示', en: 'View campaigns that need attention' },
    kind: 'list',
    permission: 'dashboard.attention',
    summary: 'Campaigns that need attention and why, most urgent first, at most 20. Their status may be about a second old',
    response: v.object({ data: v.array(attentionItem) }),
    success: 200,
  }),
  pace: defineEndpoint({
    method: 'GET',
    path: '/api/dashboard/pace',
    label: { ja: '配信ペースの表示', en: 'View delivery paces on the dashboard' },
    kind: 'get',
    permission: 'dashboard.attention',
    summary:
      'Campaigns being delivered that are off their plan: what runs out today first, then the widest gap, at most 5, with how many there are. May be about a second old',
    response: v.object({
      data: v.object({
        /** Whether the account has any campaign at all. */
        registered: v.boolean(),
        /** Campaigns being delivered by what is said of their pace, each counted up to 1,000. */
        counts: v.object({ spent_today: v.number(), behind: v.number(), ahead: v.number(), on_pace: v.number() }),
        campaigns: v.array(paceItem),
      }),
    }),
    success: 200,
  }),
}
