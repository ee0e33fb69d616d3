import { japanDay, paceDays, type DaySpend, type SpendPlan } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { ads, campaigns } from '../db/schema.ts'
import { addDays } from '../report/days.ts'

/** The plan of a campaign or an ad, and its spend so far. */
export interface RecordPlan extends SpendPlan {
  readonly advertiser_account_id: number
  readonly id: number
}

/** Spend by day (`YYYY-MM-DD`), of days that have any. */
type Grosses = Readonly<Record<string, number>>

/** The days of `paceOf`: the last up to and including `through`, from the first of the period; days without delivery are zero. */
function planDays(start: Date, through: string, grosses: Grosses): DaySpend[] {
  const firstDay = japanDay(start)
  return Array.from({ length: paceDays }, (_, index) => addDays(through, index + 1 - paceDays))
    .filter((day) => day >= firstDay)
    .map((day) => ({ day, gross: grosses[day] ?? 0 }))
}

const daily = sql`delivery_daily_campaign as daily
  where daily.campaign_id = campaigns.id and daily.advertiser_account_id = campaigns.advertiser_account_id`
const total = sql`delivery_totals_campaign as total
  where total.campaign_id = campaigns.id and total.advertiser_account_id = campaigns.advertiser_account_id`

/** Reads the input of `paceOf`, up to and including `through`, for campaigns that match the condition `which`. */
export async function campaignPlans(db: Database, which: SQL, through: string): Promise<RecordPlan[]> {
  const rows = await db
    .select({
      advertiser_account_id: campaigns.advertiser_account_id,
      id: campaigns.id,
      start: campaigns.start_at,
      end: campaigns.end_at,
      budget: campaigns.lifetime_budget,
      spent: sql<string>`coalesce((select total.gross from ${total}), 0)
        - coalesce((select sum(daily.gross) from ${daily} and daily.day > ${through}::date), 0)`,
      days: sql<Grosses>`coalesce((select jsonb_object_agg(daily.day, daily.gross) from ${daily}
        and daily.day > ${through}::date - ${paceDays}::int and daily.day <= ${through}::date), '{}')`,
    })
    .from(campaigns)
    .where(which)
  return rows.map(({ budget, spent, days, ...plan }) => ({
    ...plan,
    through,
    budget: Number(budget),
    spent: Number(spent),
    days: planDays(plan.start, through, days),
  }))
}

/**
 * The same for ads that match the condition. No roll-up has ads by day: their days are read from the facts, by lists of ids,
 * because a cluster does not join facts with other tables.
 */
export async function adPlans(db: Database, which: SQL, through: string): Promise<RecordPlan[]> {
  const rows = await db
    .select({
      advertiser_account_id: ads.advertiser_account_id,
      campaign_id: ads.campaign_id,
      id: ads.id,
      start: ads.start_at,
      end: ads.end_at,
      budget: ads.budget,
      total: sql<string>`coalesce((select total.gross from delivery_totals_ad as total
        where total.advertiser_account_id = ads.advertiser_account_id and total.ad_id = ads.id), 0)`,
    })
    .from(ads)
    .where(which)
  if (rows.length === 0) return []
  const ids = (of: (row: (typeof rows)[number]) => number) => sql`any(${sql.param([...new Set(rows.map(of))])}::bigint[])`
  const { rows: sums } = await db.execute<{ ad_id: number; days: Grosses | null; later: string }>(sql`
    select ad_id, jsonb_object_agg(day, gross) filter (where day <= ${through}::date) as days,
      coalesce(sum(gross) filter (where day > ${through}::date), 0) as later
    from (select ad_id, day, sum(gross) as gross from delivery_facts
      where advertiser_account_id = ${ids((row) => row.advertiser_account_id)} and campaign_id = ${ids((row) => row.campaign_id)}
        and ad_id = ${ids((row) => row.id)} and day > ${through}::date - ${paceDays}::int
      group by ad_id, day) as daily
    group by ad_id`)
  const sumsOf = new Map(sums.map((row) => [row.ad_id, row]))
  return rows.map(({ advertiser_account_id, id, start, end, budget, total: spent }) => {
    const { days, later } = sumsOf.get(id) ?? { days: null, later: '0' }
    return {
      advertiser_account_id,
      id,
      start,
      end,
      through,
      budget: Number(budget),
      spent: Number(spent) - Number(later),
      days: planDays(start, through, days ?? {}),
    }
  })
}
