import {
  japanDay,
  paceDays,
  paceOf,
  quantityFigures,
  required,
  type adEndpoints,
  type BillingType,
  type EndpointResponse,
} from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { ads } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { deliveredSql, lastDaysOf, totalsOf, type Delivered } from '../pace/delivered.ts'
import { lastDay } from '../pace/last-day.ts'
import { ofOneAd, recentChanges } from '../pace/recent-changes.ts'
import { daysOfAd, sumsOfAds } from '../pace/sums-of-ads.ts'
import { addDays } from '../report/days.ts'
import { metricSql } from '../report/metric-sql.ts'
import { hasApprovedOrder } from '../serving/terms.ts'

type AdDelivery = EndpointResponse<typeof adEndpoints.delivery>['data']

/** `quantity` is what is delivered of the purchase; null: unknown, or not counted. */
interface Row extends Delivered {
  readonly quantity: number | null
}

/** What an ad has delivered, with its pace against budget and quantity. The caller has checked that it may be read. */
export async function adDelivery(db: Database, caller: Caller, id: number): Promise<AdDelivery> {
  const [found] = await db
    .select({
      advertiser_account_id: ads.advertiser_account_id,
      campaign_id: ads.campaign_id,
      billing: sql<BillingType | null>`${ads.billing}`,
      quantity: ads.quantity,
      budget: ads.budget,
      start: ads.start_at,
      end: ads.end_at,
      ordered: sql<boolean>`${hasApprovedOrder}`,
    })
    .from(ads)
    .where(eq(ads.id, id))
  const { advertiser_account_id, campaign_id, billing, quantity, budget, start, end, ordered } = required(found, 'the ad')
  const figure = billing === null ? null : quantityFigures[billing]
  const figures = sql`${deliveredSql}, ${figure === null ? sql`null::bigint` : metricSql(figure)} as quantity`
  const through = await lastDay(db)
  // Without any delivery on the site there is none of the ad: whatever day is asked for, the sums are zero.
  const until = through ?? japanDay(start)
  const { rows: wholes } = await db.execute<Row>(
    sql`select ${figures} from (${sumsOfAds({ advertiser_account_id, campaign_id }, sql`ad_id = ${id}::bigint`, until)}) as sums`,
  )
  const whole = required(wholes[0], 'the totals')
  const totals = totalsOf(whole)
  if (through === null) return { through, totals, days: [], changes: [], pace: null, purchase: null }
  const from = addDays(through, 1 - paceDays)
  const { rows } = await db.execute<Row & { readonly day: string }>(
    sql`select day::text as day, ${figures} from (${daysOfAd({ advertiser_account_id, campaign_id }, id, from, through)}) as sums group by day`,
  )
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const firstDay = japanDay(start)
  const known = Array.from({ length: paceDays }, (_, index) => addDays(from, index)).filter((day) => day >= firstDay)
  const paceAgainst = (whole: number, spent: number, of: (row: Row | undefined) => number) =>
    paceOf({ budget: whole, start, end, through, spent, days: known.map((day) => ({ day, gross: of(byDay.get(day)) })) })
  const delivered = whole.quantity
  return {
    through,
    totals,
    days: lastDaysOf(rows, through),
    changes: await recentChanges(db, caller, ofOneAd(id), through),
    pace: ordered ? paceAgainst(Number(budget), Number(totals.gross), (row) => Number(row?.gross ?? 0)) : null,
    purchase:
      ordered && billing !== null && figure !== null && quantity !== null
        ? {
            billing,
            bought: quantity,
            delivered,
            pace: delivered === null ? null : paceAgainst(quantity, delivered, (row) => row?.quantity ?? 0),
          }
        : null,
  }
}
