import { paceOf } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { lastDay, lastDaySql } from './last-day.ts'
import { spendPlans } from './spend-plans.ts'

/** Marks the paces of campaigns as due; `which` is a condition on campaigns. Campaigns whose period is over have no pace. */
export async function expectPaces(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`insert into campaign_paces (advertiser_account_id, campaign_id)
    select campaigns.advertiser_account_id, campaigns.id from campaigns
    where campaigns.end_at > now() and campaigns.deleted_at is null and ${which}
    on conflict (advertiser_account_id, campaign_id) do update set through = '-infinity'`)
}

const isDue = (through: SQL) => sql`(campaign_paces.through < ${through} or campaign_paces.through > ${through})`

/** Whether any pace is due: its campaign has changed, or the last known day is another one. */
export const pacesAreDue = sql`exists (select from campaign_paces where ${isDue(lastDaySql)})`

/**
 * Recomputes at most `atOnce` paces that are due and returns their number. Must be called by one process at a time. Deletes the
 * row of a campaign that is deleted or whose last day is known.
 */
export async function settlePaces(transaction: Database, atOnce: number): Promise<number> {
  const through = await lastDay(transaction)
  if (through === null) return 0
  const { rows: due } = await transaction.execute<{ advertiser_account_id: number; campaign_id: number }>(
    sql`select advertiser_account_id, campaign_id from campaign_paces where ${isDue(sql`${through}::date`)} limit ${atOnce}`,
  )
  if (due.length === 0) return 0
  const ids = (column: 'advertiser_account_id' | 'campaign_id') => sql`${sql.param(due.map((row) => row[column]))}::bigint[]`
  const listed = sql`(select * from unnest(${ids('advertiser_account_id')}, ${ids('campaign_id')}))`
  const running = sql`campaigns.deleted_at is null and campaigns.end_at > (${through}::date + 1)::timestamp at time zone 'Asia/Tokyo'
    and (campaigns.advertiser_account_id, campaigns.id) in ${listed}`
  const plans = await spendPlans(transaction, running, through)
  const values = plans.map((plan) => {
    const pace = paceOf(plan)
    return {
      advertiser_account_id: plan.advertiser_account_id,
      campaign_id: plan.campaign_id,
      spent: plan.spent,
      ...pace,
      forecast: pace?.forecast?.likely,
    }
  })
  await transaction.execute(sql`
    with worked_out as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as worked_out (advertiser_account_id bigint, campaign_id bigint,
        spent numeric, planned bigint, gap bigint, ratio double precision, state text, forecast bigint, daily_to_spend bigint, runs_out_on date)
    ), written as (
      update campaign_paces set through = ${through}::date, spent = worked_out.spent, planned = worked_out.planned, gap = worked_out.gap,
        ratio = worked_out.ratio, state = worked_out.state, forecast = worked_out.forecast, daily_to_spend = worked_out.daily_to_spend, runs_out_on = worked_out.runs_out_on
      from worked_out where campaign_paces.advertiser_account_id = worked_out.advertiser_account_id
        and campaign_paces.campaign_id = worked_out.campaign_id
    )
    delete from campaign_paces where (advertiser_account_id, campaign_id) in ${listed}
      and (advertiser_account_id, campaign_id) not in (select advertiser_account_id, campaign_id from worked_out)`)
  return due.length
}
