import { paceDays, paceOf, required, type campaignEndpoints, type EndpointResponse } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { campaigns, deliveryDaily, deliveryDailyCampaign } from '../db/schema.ts'
import { metricSql } from '../report/metric-sql.ts'
import { addDays, dayOf } from '../report/days.ts'

type CampaignDelivery = EndpointResponse<typeof campaignEndpoints.delivery>['data']

interface Row extends Record<string, unknown> {
  /** Null for the whole time. */
  readonly day: string | null
  readonly imps: number | null
  readonly clicks: number | null
  readonly conversions: number | null
  readonly gross: string
  readonly cpa: string | null
}

/** The days of the line in the record's panel. */
const shownDays = 14

/** The last day, before today, for which this site has delivery: files arrive later than the day ends. Null without any. */
async function lastDay(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select max(${deliveryDaily.day})::text as day from ${deliveryDaily} where ${deliveryDaily.day} < ${jstToday}`,
  )
  return rows[0]?.day ?? null
}

/** What a campaign has delivered, and its pace (contract, `paceOf`). The caller has checked that it may be read. */
export async function campaignDelivery(db: Database, id: number): Promise<CampaignDelivery> {
  const [found] = await db.select().from(campaigns).where(eq(campaigns.id, id))
  const { advertiser_account_id, start_at, end_at, lifetime_budget } = required(found, 'the campaign')
  const through = await lastDay(db)
  const { day } = deliveryDailyCampaign
  const own = and(eq(deliveryDailyCampaign.advertiser_account_id, advertiser_account_id), eq(deliveryDailyCampaign.campaign_id, id))
  const { rows } = await db.execute<Row>(sql`
    select ${day}::text as day, ${metricSql('imps')} as imps, ${metricSql('clicks')} as clicks,
      ${metricSql('conversions')} as conversions, ${metricSql('gross')} as gross, ${metricSql('cpa')} as cpa
    from ${deliveryDailyCampaign} where ${own} and ${day} <= ${through}::date
    group by grouping sets ((${day}), ())`)
  const totals = required(
    rows.find((row) => row.day === null),
    'the totals',
  )
  const { imps, clicks, conversions, gross, cpa } = totals
  if (through === null) return { through, totals: { imps, clicks, conversions, gross, cpa }, days: [], pace: null }
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const lastDays = (count: number) => Array.from({ length: count }, (_, index) => addDays(through, index + 1 - count))
  const firstDay = dayOf(start_at.getTime() + 9 * 3_600_000)
  return {
    through,
    totals: { imps, clicks, conversions, gross, cpa },
    days: lastDays(shownDays).map((each) => {
      const row = byDay.get(each)
      return row
        ? { day: each, imps: row.imps, clicks: row.clicks, conversions: row.conversions, gross: row.gross }
        : { day: each, imps: 0, clicks: 0, conversions: 0, gross: '0' }
    }),
    pace: paceOf({
      budget: Number(lifetime_budget),
      start: start_at,
      end: end_at,
      through,
      spent: Number(gross),
      days: lastDays(paceDays)
        .filter((each) => each >= firstDay)
        .map((each) => ({ day: each, gross: Number(byDay.get(each)?.gross ?? 0) })),
    }),
  }
}
