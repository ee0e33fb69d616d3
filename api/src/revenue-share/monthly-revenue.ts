import { revenueMonths, required, type RevenueMonth } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'

/** A sum is known if every part of it is (contract, `measures`). */
const paid = sql`case when coalesce(sum(unknown), 0) = 0 then trim_scale(coalesce(sum(media_cost), 0))::text end`
const yen = (column: string) => sql`trim_scale(coalesce(sum(${sql.identifier(column)}), 0))::text`
const sums = sql`${yen('gross')} as gross, ${paid} as revenue, ${yen('unrated')} as unrated_gross`

/**
 * Monthly revenue of a group over the twelve months that end with the last delivery, with zeros for months
 * without delivery. Gross without a known media cost is reported separately, read from the facts of the affected
 * days and spaces only.
 */
export async function monthlyRevenue(db: Database, publisherGroupId: number) {
  const { rows } = await db.execute<RevenueMonth & { month: string | null }>(sql`
    with shown as (
      select date_trunc('month', coalesce(max(day), ${jstToday})) as last from delivery_daily_space
      where publisher_group_id = ${publisherGroupId} and day <= ${jstToday}
    ), days as (
      select to_char(d.day, 'YYYY-MM') as month, d.gross, d.media_cost, d.unknown_media_cost as unknown, unrated.gross as unrated
      from shown, delivery_daily_space d
        left join lateral (select sum(f.gross) as gross from delivery_facts f
          where d.unknown_media_cost > 0 and f.publisher_group_id = d.publisher_group_id and f.day = d.day and f.space_id = d.space_id
            and f.media_cost is null) unrated on true
      where d.publisher_group_id = ${publisherGroupId}
        and d.day >= shown.last - make_interval(months => ${revenueMonths - 1}) and d.day < shown.last + interval '1 month'
    ), months as (
      select to_char(shown.last - make_interval(months => back), 'YYYY-MM') as month
      from shown, generate_series(0, ${revenueMonths - 1}::int) back
    )
    select months.month, ${sums} from months left join days using (month) group by rollup (months.month) order by months.month nulls last`)
  const { month: _, ...total } = required(rows.at(-1), 'the last of rows')
  return { data: rows.slice(0, -1), total }
}
