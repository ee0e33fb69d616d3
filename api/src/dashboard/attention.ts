import { attentionBounds, attentionReasons, type AttentionItem, type AttentionReason, keysOf } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { noAccount, noCredit } from '../serving/serving.ts'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { accounts, campaigns, companies, deliveryDailyCampaign, deliveryTotalsCampaign } from '../db/schema.ts'
import { campaignScope, type Caller } from '../db/scope.ts'

const { days, silentDays, percent, entries } = attentionBounds

const soon = sql`now() + make_interval(days => ${days}::int)`
const instant = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const [daily, totals] = [deliveryDailyCampaign, deliveryTotalsCampaign]
const ofCampaign = (table: typeof daily | typeof totals) =>
  sql`${table.advertiser_account_id} = near.advertiser_account_id and ${table.campaign_id} = near.id`
const spent = sql`(select ${totals.gross} * 100 / near.lifetime_budget from ${totals} where ${ofCampaign(totals)})`
const lastDay = sql`(select max(${daily.day}) from ${daily} where ${ofCampaign(daily)} and ${daily.imps} > 0)`
const firstDay = sql`(near.start_at at time zone 'Asia/Tokyo')::date`
/** Whole days without delivery up to yesterday, counting from the campaign's first day. */
const silent = sql`(${jstToday} - coalesce(${lastDay} + 1, ${firstDay}))`

/**
 * One rule per reason of the contract: the condition on campaigns that have the reason's status and run or start
 * soon, the value shown, and the moment that sorts the most urgent first.
 */
const rules: Readonly<Record<AttentionReason, { when: SQL; value: SQL; urgent: SQL }>> = {
  credit: { when: sql`near.no_credit`, value: sql`near.credit_status`, urgent: sql`near.start_at` },
  account: { when: sql`near.no_account`, value: sql`near.account_status::text`, urgent: sql`near.start_at` },
  no_delivery: {
    when: sql`${firstDay} <= ${jstToday} - ${silentDays}::int and ${silent} >= ${silentDays}::int`,
    value: sql`${silent}::text`,
    urgent: sql`near.end_at`,
  },
  budget_nearly_spent: { when: sql`${spent} > ${percent}`, value: sql`trunc(${spent})::text`, urgent: sql`near.end_at` },
  starts_paused: { when: sql`near.start_at > now()`, value: instant(sql`near.start_at`), urgent: sql`near.start_at` },
  ends_soon: { when: sql`near.end_at <= ${soon}`, value: instant(sql`near.end_at`), urgent: sql`near.end_at` },
  paused: { when: sql`near.start_at <= now()`, value: instant(sql`near.end_at`), urgent: sql`near.end_at` },
}

/** Lists the campaigns in the caller's scope that need attention, each with its most urgent reason. */
export async function attentionOf(db: Database, caller: Caller): Promise<AttentionItem[]> {
  // In the order of the contract: the first reason that holds is the one reported.
  const reasons = keysOf(attentionReasons)
  const found = reasons.map(
    (reason, rank) => sql`select near.id, near.name, ${rank}::int as rank, ${reason} as reason,
      ${rules[reason].value} as value, ${rules[reason].urgent} as urgent from near
      where near.status = ${attentionReasons[reason].status} and ${rules[reason].when}`,
  )
  const { rows } = await db.execute<{ id: number; name: string; reason: AttentionReason; value: string }>(sql`
    with near as materialized (
      select ${campaigns.id}, ${campaigns.advertiser_account_id}, ${campaigns.name}, ${campaigns.start_at}, ${campaigns.end_at},
        ${campaigns.lifetime_budget}, ${companies.credit_status}, ${accounts.status} as account_status, ${noCredit} as no_credit,
        ${noAccount} as no_account, ${campaigns.serving_status} as status
      from ${campaigns} join ${accounts} on ${accounts.id} = ${campaigns.advertiser_account_id}
        join ${companies} on ${companies.id} = ${accounts.company_id}
      where ${campaigns.deleted_at} is null and ${campaigns.end_at} > now() and ${campaigns.start_at} <= ${soon} and ${campaignScope(caller)}
    ), found as (${sql.join(found, sql` union all `)}),
    first as (select distinct on (id) * from found order by id, rank)
    select id, name, reason, value from first order by rank, urgent, id limit ${entries}`)
  return rows.map(({ id, name, reason, value }) => ({ campaign_id: id, name, reason, value }))
}
