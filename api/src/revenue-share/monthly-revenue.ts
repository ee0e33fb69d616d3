import { revenueMonths, required, type RevenueMonth } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import type { Caller } from '../db/scope.ts'
import { publisherGroupMapping } from '../publisher-group/mapping.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'

/** A sum is known if every part of it is (contract, `measures`). */
const paid = sql`case when coalesce(sum(unknown), 0) = 0 then trim_scale(coalesce(sum(media_cost), 0))::text end`
const yen = (column: string) => sql`trim_scale(coalesce(sum(${sql.identifier(column)}), 0))::text`
const sums = sql`${yen('gross')} as gross, ${paid} as revenue, ${yen('unrated')} as unrated_gross`

/**
 * Monthly revenue of a group over the twelve months that end with the last delivery, with zeros for months
 * without delivery. Gross without a known media cost is reported separately, read from the facts of the affected
 * days and spaces only.
 */
export async function monthlyRevenue(db: Database, caller: Caller, publisherGroupId: number) {
  await findOrRefuse(db, caller, publisherGroupMapping, publisherGroupId)
  const { rows } = await db.execute<RevenueMonth & { month: string | null }>(sql`
    with shown as (
      select date_trunc('month', coalesce(max(day), ${jstToday})) as last from delivery_daily_space
      where publisher_group_id = ${publisherGroupId} and day <= ${jstToday}
    ), sums as (
      select d.day, d.space_id, d.gross, d.media_cost, d.unknown_media_cost as unknown
      from shown, delivery_daily_space d
      where d.publisher_group_id = ${publisherGroupId}
        and d.day >= shown.last - make_interval(months => ${revenueMonths - 1}) and d.day < shown.last + interval '1 month'
    ), unrated as (
      select day, space_id, sum(gross) as gross from delivery_facts
      where publisher_group_id = ${publisherGroupId} and media_cost is null
        and (day, space_id) in (select day, space_id from sums where unknown > 0)
      group by day, space_id
    ), days as (
      select to_char(sums.day, 'YYYY-MM') as month, sums.gross, sums.media_cost, sums.unknown, unrated.gross as unrated
      from sums left join unrated using (day, space_id)
    ), months as (
      select to_char(shown.last - make_interval(months => back), 'YYYY-MM') as month
      from shown, generate_series(0, ${revenueMonths - 1}::int) back
    )
    select months.month, ${sums} from months left join days using (month) group by rollup (months.month) order by months.month nulls last`)
  const { month: _, ...total } = required(rows.at(-1), 'the last of rows')
  return { data: rows.slice(0, -1), total }
}
