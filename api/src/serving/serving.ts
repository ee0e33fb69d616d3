import {
  adEffectiveStatuses,
  servingBlockers,
  statesAllowing,
  type ServingBlocker,
  type ServingBlockerName,
  keysOf,
} from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { deliveredQuantity } from './delivered-quantity.ts'
import { exceedsOrder, isOrder } from './terms.ts'
import { computedStatus, type ComputedStatus } from './computed-status.ts'
import { keptOut } from './whitelist.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table.

const ofAd = (table: string) => sql.raw(`${table}.advertiser_account_id = ads.advertiser_account_id and ${table}.ad_id = ads.id`)

/** A condition on the row's ad and its delivery so far; false without delivery. */
const delivered = (wanted: SQL) => sql`coalesce((select ${wanted} from delivery_totals_ad as total where ${ofAd('total')}), false)`

const adBudgetSpent = sql`(ads.budget > 0 and total.gross >= ads.budget)`
/** The ad has used its quantity, in the unit of its billing. A tenancy is only used up by time. */
const quantityUsed = sql`coalesce(${deliveredQuantity('total')} >= ads.quantity, false)`

const ofCampaign = (table: string) =>
  sql.raw(`${table}.advertiser_account_id = campaigns.advertiser_account_id and ${table}.campaign_id = campaigns.id`)

/**
 * A condition on the row's campaign and its totals; false without delivery. Not written as `exists`, which
 * becomes a join: lists that stop counting at 10,000 would join all campaigns before counting the first.
 */
export const campaignDelivered = (wanted: SQL) =>
  sql`coalesce((select ${wanted} from delivery_totals_campaign as total where ${ofCampaign('total')}), false)`
export const budgetSpent = sql`total.gross >= campaigns.lifetime_budget`

const spentToday = sql`coalesce((select sum(daily.gross) from delivery_daily_campaign as daily
  where ${ofCampaign('daily')} and daily.day = (now() at time zone 'Asia/Tokyo')::date), 0)`

const campaign = (wanted: SQL) => sql`(select ${wanted} from campaigns
  where campaigns.advertiser_account_id = ads.advertiser_account_id and campaigns.id = ads.campaign_id)`

const allowing = statesAllowing('deliver')
const company = (wanted: SQL) => sql`(select ${wanted} from accounts join companies on companies.id = accounts.company_id
  where accounts.id = ads.advertiser_account_id)`
/** Literal values, because the planner would not recognise the same condition with parameters. */
const among = (states: readonly string[]) => sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`)
export const noCredit = sql`companies.credit_status not in ${among(allowing.credit)}`
export const noAccount = sql`accounts.status not in ${among(allowing.account)}`
/**
 * The advertiser may not deliver, by its company's credit or its account's status. Few are stopped: they are read once, not
 * asked for each row.
 */
export const stopped = (advertiser: SQL, condition: SQL = sql`${noCredit} or ${noAccount}`): SQL =>
  sql`(${advertiser} in (select accounts.id from accounts join companies on companies.id = accounts.company_id where ${condition}))`
const owner = sql`ads.advertiser_account_id`

/** A figure over the creatives of the ad's group. */
const creatives = (wanted: SQL) => sql`(select ${wanted} from creatives where creatives.advertiser_account_id = ads.advertiser_account_id
  and creatives.creative_group_id = ads.creative_group_id and creatives.deleted_at is null)`
const approved = sql`creatives.serving_revision is not null and creatives.status <> 'POST_REJECTED'`
/** The format of the revision that is served: a creative that was edited since is served as it was approved. */
const servedFormat = sql`(select (served.content->>'format_id')::bigint from creative_revisions as served
  where served.advertiser_account_id = creatives.advertiser_account_id and served.creative_id = creatives.id
    and served.revision = creatives.serving_revision)`
/** The row of `creatives` can be shown for the product: approved, not paused, and in one of the product's formats. */
export const isServable = (product: SQL): SQL => sql`(${approved} and creatives.user_status = 'ACTIVE' and (${product} is null
  or exists (select from product_formats as sold where sold.product_id = ${product} and sold.format_id = ${servedFormat})))`
const group = sql`(select creative_groups.name from creative_groups
  where creative_groups.advertiser_account_id = ads.advertiser_account_id and creative_groups.id = ads.creative_group_id)`

/** The ad's order; canceled and withdrawn ones do not count. */
const order = (wanted: SQL) => sql`(select ${wanted} from orders where orders.advertiser_account_id = ads.advertiser_account_id
  and orders.ad_id = ads.id and ${isOrder})`

/**
 * Fetches related data once per ad for all blocker conditions, which are evaluated in a query over ads and this.
 * OFFSET 0 prevents inlining.
 */
export const relatedLookup = sql`lateral (select
  (select array[${adBudgetSpent}, ${quantityUsed}] from delivery_totals_ad as total where ${ofAd('total')}) as used,
  ${campaign(sql`array[${campaignDelivered(budgetSpent)}, campaigns.user_status = 'PAUSED']`)} as campaign,
  ${creatives(sql`array[count(*), count(*) filter (where ${approved}), count(*) filter (where creatives.status = 'APPLIED'), count(*) filter (where creatives.status = 'DRAFT'),
    count(*) filter (where ${approved} and creatives.user_status = 'ACTIVE')]`)} as creatives,
  ${creatives(sql`array_agg(${servedFormat}) filter (where ${isServable(sql`ads.product_id`)})`)} as formats,
  ${order(sql`array[orders.status, case when ${exceedsOrder} then 'EXCEEDED' end]`)} as ordered
  offset 0) as related`
const related = {
  budgetSpent: sql`coalesce(related.used[1], false)`,
  quantityUsed: sql`coalesce(related.used[2], false)`,
  campaignSpent: sql`related.campaign[1]`,
  campaignPaused: sql`related.campaign[2]`,
  creatives: sql`related.creatives[1]`,
  approved: sql`related.creatives[2]`,
  applied: sql`related.creatives[3]`,
  drafts: sql`related.creatives[4]`,
  active: sql`related.creatives[5]`,
  order: sql`related.ordered[1]`,
  exceeded: sql`related.ordered[2] is not null`,
}
const noneApproved = sql`(${related.creatives} > 0 and ${related.approved} = 0)`

const chosen = (part: 'media' | 'spaces', id: SQL) => sql`coalesce(ads.targeting->${sql.raw(`'${part}'`)} @> to_jsonb(${id}), false)`
const open = sql`coalesce(jsonb_array_length(ads.targeting->'media') + jsonb_array_length(ads.targeting->'spaces'), 0) = 0`

/** The space takes one of the ad's creatives. That none of them can be shown anywhere is told by other blockers. */
const takesCreatives = sql`(${related.active} = 0 or exists (select from unnest(related.formats) as served(format_id)
  where not exists (select from format_settings as refused where refused.publisher_group_id = spaces.publisher_group_id
    and refused.space_id = spaces.id and refused.format_id = served.format_id and not refused.enabled and refused.deleted_at is null)))`

/** A running frame in which the ad's product, targeting and creatives allow it, and where `further` holds. */
const openFrame = (further: SQL) => sql`exists (select from frames
  join spaces on spaces.publisher_group_id = frames.publisher_group_id and spaces.id = frames.space_id
  join media on media.publisher_group_id = spaces.publisher_group_id and media.id = spaces.medium_id
  where frames.status = 'RUNNING' and frames.deleted_at is null and spaces.status = 'ACTIVE' and media.status = 'ACTIVE'
    and (${open} or ${chosen('media', sql`media.id`)} or ${chosen('spaces', sql`spaces.id`)})
    and (not exists (select from product_spaces as sold where sold.product_id = ads.product_id)
      or exists (select from product_spaces as sold where sold.product_id = ads.product_id and sold.space_id = spaces.id))
    and ${takesCreatives} and ${further})`

const { excluded, unlisted } = keptOut({
  advertiser: sql`ads.advertiser_account_id`,
  ad: sql`ads.id`,
  publisherGroup: sql`media.publisher_group_id`,
  medium: sql`media.id`,
  space: sql`spaces.id`,
})
const letIn = sql`not ${excluded} and not ${unlisted}`

const hoursToday = sql`ads.targeting->'hours'->to_char(now() at time zone 'Asia/Tokyo', 'DY')`
const thisHour = sql`to_jsonb(extract(hour from now() at time zone 'Asia/Tokyo')::int)`

const instant = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const none = sql`null`
const ad = sql`ads.id`

interface Condition {
  /** True or false, never null (serving/computed-status.ts). */
  readonly when: SQL
  readonly value: SQL
  /** The id of the record that resolves it. */
  readonly target: SQL
  /** When time alone changes the condition. */
  readonly moment?: SQL
}

/**
 * The condition of each blocker of the contract, over a row of `ads` and the related values (`relatedLookup`).
 * The only definition of when an ad is not served.
 */
export const blocked: Readonly<Record<ServingBlockerName, Condition>> = {
  ended: { when: sql`ads.end_at <= now()`, value: instant(sql`ads.end_at`), target: ad, moment: sql`ads.end_at` },
  budget_spent: {
    when: related.budgetSpent,
    value: sql`trim_scale(ads.budget)::text`,
    target: ad,
  },
  quantity_delivered: { when: related.quantityUsed, value: sql`ads.quantity::text`, target: ad },
  campaign_budget_spent: {
    when: related.campaignSpent,
    value: campaign(sql`trim_scale(campaigns.lifetime_budget)::text`),
    target: sql`ads.campaign_id`,
  },
  no_creative: { when: sql`ads.creative_group_id is null`, value: none, target: ad },
  creative_missing: {
    when: sql`ads.creative_group_id is not null and ${related.creatives} = 0`,
    value: group,
    target: sql`ads.creative_group_id`,
  },
  creative_draft: {
    when: sql`${noneApproved} and ${related.applied} = 0 and ${related.drafts} > 0`,
    value: group,
    target: sql`ads.creative_group_id`,
  },
  creative_pending: { when: sql`${noneApproved} and ${related.applied} > 0`, value: group, target: sql`ads.creative_group_id` },
  creative_rejected: {
    when: sql`${noneApproved} and ${related.applied} + ${related.drafts} = 0`,
    value: group,
    target: sql`ads.creative_group_id`,
  },
  creative_paused: {
    when: sql`${related.approved} > 0 and ${related.active} = 0`,
    value: group,
    target: sql`ads.creative_group_id`,
  },
  order_missing: { when: sql`${related.order} is null`, value: none, target: ad },
  order_draft: { when: sql`coalesce(${related.order} = 'DRAFT', false)`, value: none, target: order(sql`orders.id`) },
  order_pending: { when: sql`coalesce(${related.order} = 'PENDING_APPROVAL', false)`, value: none, target: order(sql`orders.id`) },
  order_disapproved: {
    when: sql`coalesce(${related.order} = 'DISAPPROVED', false)`,
    value: none,
    target: order(sql`orders.id`),
  },
  // Whoever changed the ad around the API's checks: what the order does not cover is not served.
  order_exceeded: {
    when: sql`coalesce(${related.order} = 'APPROVED' and ${related.exceeded}, false)`,
    value: none,
    target: order(sql`orders.id`),
  },
  credit: {
    when: stopped(owner, noCredit),
    value: company(sql`companies.credit_status`),
    target: company(sql`companies.id`),
  },
  account: {
    when: stopped(owner, noAccount),
    value: company(sql`accounts.status::text`),
    target: sql`ads.advertiser_account_id`,
  },
  paused: { when: sql`ads.user_status = 'PAUSED'`, value: none, target: ad },
  campaign_paused: { when: related.campaignPaused, value: none, target: sql`ads.campaign_id` },
  not_started: { when: sql`ads.start_at > now()`, value: instant(sql`ads.start_at`), target: ad, moment: sql`ads.start_at` },
  no_open_frame: { when: sql`not ${openFrame(sql`true`)}`, value: none, target: ad },
  excluded: { when: sql`${openFrame(sql`true`)} and not ${openFrame(letIn)}`, value: none, target: ad },
  daily_budget_spent: {
    when: campaign(sql`coalesce(${spentToday} >= campaigns.daily_budget, false)`),
    value: campaign(sql`trim_scale(campaigns.daily_budget)::text`),
    target: sql`ads.campaign_id`,
  },
  outside_hours: {
    when: sql`coalesce(jsonb_typeof(ads.targeting->'hours') = 'object', false) and not coalesce(${hoursToday} @> ${thisHour}, false)`,
    value: none,
    target: ad,
  },
}

/** Nothing of what was bought is left to deliver. */
export const adUsedUp = delivered(sql`${adBudgetSpent} or ${quantityUsed}`)

const statusOf = (name: ServingBlockerName): ServingBlocker['status'] => servingBlockers[name].status

/** The blockers by precedence: by the status they lead to, those without one last. */
export const orderedBlockers: readonly ServingBlockerName[] = [...adEffectiveStatuses.keys, null].flatMap((status) =>
  keysOf(servingBlockers).filter((name) => statusOf(name) === status),
)

const { status, until } = computedStatus(
  orderedBlockers.flatMap((name) => {
    const status = statusOf(name)
    return status === null ? [] : [{ ...blocked[name], status }]
  }),
  'SERVING',
)

/** The status of the first blocker that is true, else SERVING. Records, panels and the worker that stores it for lists use it. */
export const adEffectiveStatus: ComputedStatus = { status: sql`(select ${status} from ${relatedLookup})`, until }
