import {
  billingTypes,
  paceOf,
  quantityFigures,
  required,
  type BillingType,
  type campaignEndpoints,
  type EndpointResponse,
} from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { campaigns, deliveryDailyCampaign } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { deliveredSql, lastDaysOf, totalsOf, type Delivered } from '../pace/delivered.ts'
import { lastDay } from '../pace/last-day.ts'
import { ofCampaignAndAds, recentChanges } from '../pace/recent-changes.ts'
import { campaignPlans } from '../pace/spend-plans.ts'
import { sumsOfAds, type OwnedCampaign } from '../pace/sums-of-ads.ts'
import { metricSql } from '../report/metric-sql.ts'
import { hasApprovedOrder } from '../serving/terms.ts'

type CampaignDelivery = EndpointResponse<typeof campaignEndpoints.delivery>['data']

/** The quantity of a group of ads that is delivered; each billing counts another figure. */
const deliveredQuantity = sql.join(
  [
    sql`case ads.billing`,
    ...billingTypes.keys.flatMap((billing) => {
      const figure = quantityFigures[billing]
      return figure === null ? [] : [sql`when ${sql.raw(`'${billing}'`)} then ${metricSql(figure)}`]
    }),
    sql`end`,
  ],
  sql` `,
)

/** What was bought for the ads of a campaign, and what is delivered of it. */
async function purchasesOf(db: Database, campaign: OwnedCampaign, through: string): Promise<CampaignDelivery['purchases']> {
  const { rows } = await db.execute<{ billing: BillingType; bought: number; delivered: number | null }>(sql`
    with ordered as materialized (
      select ads.advertiser_account_id, ads.id, ads.billing, ads.quantity from ads
      where ads.campaign_id = ${campaign.campaign_id}::bigint and ads.deleted_at is null and ads.quantity is not null
        and ads.billing <> 'TENANCY' and ${hasApprovedOrder}
    )
    select ads.billing, (select sum(quantity) from ordered where ordered.billing = ads.billing)::bigint as bought,
      (${deliveredQuantity})::bigint as delivered
    from ordered as ads left join (${sumsOfAds(campaign, sql`ad_id in (select id from ordered)`, through)}) as sums on sums.ad_id = ads.id
    group by ads.billing order by bought desc`)
  return rows.map(({ billing, bought, delivered }) => ({ billing, bought, delivered }))
}

/** What a campaign has delivered, and its pace (contract, `paceOf`). The caller has checked that it may be read. */
export async function campaignDelivery(db: Database, caller: Caller, id: number): Promise<CampaignDelivery> {
  const [found] = await db.select().from(campaigns).where(eq(campaigns.id, id))
  const { advertiser_account_id } = required(found, 'the campaign')
  const through = await lastDay(db)
  const { day } = deliveryDailyCampaign
  const own = and(eq(deliveryDailyCampaign.advertiser_account_id, advertiser_account_id), eq(deliveryDailyCampaign.campaign_id, id))
  const { rows } = await db.execute<Delivered & { readonly day: string | null }>(sql`
    select ${day}::text as day, ${deliveredSql} from ${deliveryDailyCampaign} where ${own} and ${day} <= ${through}::date
    group by grouping sets ((${day}), ())`)
  const whole = rows.find((row) => row.day === null)
  const totals = totalsOf(required(whole, 'the totals'))
  if (through === null) return { through, totals, days: [], changes: [], pace: null, purchases: [] }
  const [plan] = await campaignPlans(db, eq(campaigns.id, id), through)
  return {
    through,
    totals,
    days: lastDaysOf(rows, through),
    changes: await recentChanges(db, caller, ofCampaignAndAds(id), through),
    pace: plan ? paceOf(plan) : null,
    purchases: await purchasesOf(db, { advertiser_account_id, campaign_id: id }, through),
  }
}
