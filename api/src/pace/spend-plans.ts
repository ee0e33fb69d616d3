import { japanDay, paceDays, type SpendPlan } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { campaigns } from '../db/schema.ts'
import { addDays } from '../report/days.ts'

/** A campaign's plan and its spend so far. */
export interface CampaignPlan extends SpendPlan {
  readonly advertiser_account_id: number
  readonly campaign_id: number
}

const daily = sql`delivery_daily_campaign as daily
  where daily.campaign_id = campaigns.id and daily.advertiser_account_id = campaigns.advertiser_account_id`
const total = sql`delivery_totals_campaign as total
  where total.campaign_id = campaigns.id and total.advertiser_account_id = campaigns.advertiser_account_id`

/** Reads the input of `paceOf`, up to and including `through`, for campaigns that match the condition `which`. */
export async function spendPlans(db: Database, which: SQL, through: string): Promise<CampaignPlan[]> {
  const rows = await db
    .select({
      advertiser_account_id: campaigns.advertiser_account_id,
      campaign_id: campaigns.id,
      start: campaigns.start_at,
      end: campaigns.end_at,
      budget: campaigns.lifetime_budget,
      spent: sql<string>`coalesce((select total.gross from ${total}), 0)
        - coalesce((select sum(daily.gross) from ${daily} and daily.day > ${through}::date), 0)`,
      days: sql<Readonly<Record<string, number>>>`coalesce((select jsonb_object_agg(daily.day, daily.gross) from ${daily}
        and daily.day > ${through}::date - ${paceDays}::int and daily.day <= ${through}::date), '{}')`,
    })
    .from(campaigns)
    .where(which)
  const lastDays = Array.from({ length: paceDays }, (_, index) => addDays(through, index + 1 - paceDays))
  return rows.map(({ budget, spent, days, ...plan }) => {
    const firstDay = japanDay(plan.start)
    return {
      ...plan,
      through,
      budget: Number(budget),
      spent: Number(spent),
      days: lastDays.filter((day) => day >= firstDay).map((day) => ({ day, gross: days[day] ?? 0 })),
    }
  })
}
