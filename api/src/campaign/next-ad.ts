import {
  grouped,
  message,
  quantityError,
  validationText,
  required,
  type EndpointResponse,
  type Endpoints,
  type Locale,
  type ServingBlockerName,
} from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { blocked, relatedLookup } from '../serving/serving.ts'
import type { Database } from '../db/connect.ts'
import { campaigns } from '../db/schema.ts'
import { campaignScope, type Caller } from '../db/scope.ts'

type Answer = EndpointResponse<Endpoints['campaign']['nextAd']>['data']
type Errors = Answer['errors']

/** Blockers that the ad's owner can resolve, in the order in which they are resolved. */
const workable = [
  'order_disapproved',
  'creative_rejected',
  'no_creative',
  'creative_missing',
  'creative_draft',
  'creative_paused',
  'order_missing',
  'order_draft',
] as const satisfies readonly ServingBlockerName[]
/** Blockers that wait for somebody else. They are listed for the current campaign, but never lead to another one. */
const waiting = ['creative_pending', 'order_pending'] as const satisfies readonly ServingBlockerName[]
const listed = 20

interface AdError extends Record<string, unknown> {
  id: number
  name: string
  error: 'product_required' | 'quantity_min'
  quantity: number
  minimum: number | null
}

/** spec/site "Ad navigation": problems of a campaign's ads without delivery, and of their total. */
export async function errorsOf(db: Database, id: number, locale: Locale): Promise<Errors> {
  const { rows } = await db.execute<AdError>(sql`
    select ads.id, ads.name, case when ads.product_id is null then 'product_required' else 'quantity_min' end as error,
      coalesce(ads.quantity, 0)::float8 as quantity, products.min_quantity::float8 as minimum
    from ads left join products on products.id = ads.product_id
    where ads.campaign_id = ${id} and ads.deleted_at is null and ads.end_at > now()
      and not exists (select from delivery_totals_ad as total where total.advertiser_account_id = ads.advertiser_account_id and total.ad_id = ads.id)
      and (ads.product_id is null or products.min_quantity > coalesce(ads.quantity, 0))
    order by ads.id limit ${listed}`)
  const sums = await db.execute<{ over: string }>(sql`
    select trim_scale(sum(ads.budget) - campaigns.lifetime_budget)::text as over
    from campaigns join ads on ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id
    where campaigns.id = ${id} and ads.deleted_at is null group by campaigns.lifetime_budget
    having sum(ads.budget) > campaigns.lifetime_budget`)
  const ofAds = rows.map(({ id: ad, name, error, quantity, minimum }) => {
    const coded =
      minimum === null ? message('product_required') : required(quantityError(quantity, minimum), 'the error that SQL has found')
    return { error, ad: { id: ad, name }, message: validationText(coded, locale) }
  })
  const ofCampaign = sums.rows.map(({ over }) => ({
    error: 'budget_exceeded' as const,
    ad: null,
    message: validationText(message('budget_exceeded', grouped(over), '0'), locale),
  }))
  return [...ofCampaign, ...ofAds]
}

interface Found extends Record<string, unknown> {
  campaign_id: number
  campaign: string
  advertiser: string
  other: boolean
  ad_id: number | null
  ad: string | null
  kind: ServingBlockerName | null
}

const blocker = sql.join(
  [...workable, ...waiting].map((name) => sql`when ${blocked[name].when} then ${name}::text`),
  sql` `,
)

const waits = sql.raw(`(${waiting.map((name) => `'${name}'`).join(', ')})`)

/**
 * The next ad to work on: in this campaign, then in others of its advertiser, then in all by start. A campaign
 * without ads counts as well.
 */
async function nextOf(db: Database, caller: Caller, id: number): Promise<Answer['next']> {
  const { rows } = await db.execute<Found>(sql`
    select near.id as campaign_id, near.name as campaign, accounts.name as advertiser,
      near.advertiser_account_id <> here.advertiser_account_id as other, work.id as ad_id, work.name as ad, work.kind
    from (select campaigns.advertiser_account_id from campaigns where campaigns.id = ${id}) as here, (select ${campaigns.advertiser_account_id}, ${campaigns.id}, ${campaigns.name}, ${campaigns.start_at} from ${campaigns}
        where ${campaigns.deleted_at} is null and ${campaigns.end_at} > now() and ${campaignScope(caller)}) as near
      join accounts on accounts.id = near.advertiser_account_id
      left join lateral (select ads.id, ads.name, (case ${blocker} end) as kind, ads.end_at > now() as open from ads, ${relatedLookup}
        where ads.advertiser_account_id = near.advertiser_account_id and ads.campaign_id = near.id and ads.deleted_at is null) as work on true
    where work.id is null or (work.open and work.kind is not null and (near.id = ${id} or work.kind not in ${waits}))
    order by near.id = ${id} desc, work.kind in ${waits}, other, near.start_at, near.id, work.id limit 1`)
  const [found] = rows
  if (!found) return null
  return {
    campaign: { id: found.campaign_id, name: found.campaign },
    other_advertiser: found.other ? found.advertiser : null,
    ad: found.ad_id === null ? null : { id: found.ad_id, name: required(found.ad, 'ad') },
    blocker: found.kind,
  }
}

/** Returns where to continue after a campaign, and what has to be corrected in it first. */
export async function nextAd(db: Database, caller: Caller, campaign: { id: number; name: string }, locale: Locale): Promise<Answer> {
  const [errors, next] = await Promise.all([errorsOf(db, campaign.id, locale), nextOf(db, caller, campaign.id)])
  return { campaign, errors, next }
}
