import { revenueMonths, type RevenueMonth } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { revenueRateOn } from './revenue-rate-on.ts'

const yen = (column: string) => sql`trim_scale(coalesce(sum(${sql.identifier(column)}), 0))::text`
const sums = sql`${yen('gross')} as gross, ${yen('revenue')} as revenue, ${yen('unrated')} as unrated_gross`

/**
 * What a group is paid by month (DOMAIN "revenue share"): gross × the rate of each day and medium, exactly (a
 * hundredth is multiplied, never divided by), months without delivery as zeros.
 */
export async function monthlyRevenue(db: Database, publisherGroupId: number) {
  const { rows } = await db.execute<RevenueMonth & { month: string | null }>(sql`
    with days as (
      select to_char(d.day, 'YYYY-MM') as month, d.gross, d.gross * rate.percent * 0.01 as revenue,
        case when rate.percent is null then d.gross end as unrated
      from delivery_daily_space d
        join spaces s on s.publisher_group_id = d.publisher_group_id and s.id = d.space_id
        cross join lateral (select ${revenueRateOn(sql`d.publisher_group_id`, sql`s.medium_id`, sql`d.day`)} as percent) rate
      where d.publisher_group_id = ${publisherGroupId}
        and d.day >= date_trunc('month', ${jstToday}) - make_interval(months => ${revenueMonths - 1})
    ), months as (
      select to_char(date_trunc('month', ${jstToday}) - make_interval(months => back), 'YYYY-MM') as month
      from generate_series(0, ${revenueMonths - 1}::int) back
    )
    select months.month, ${sums} from months left join days using (month) group by rollup (months.month) order by months.month nulls last`)
  const { month: _, ...total } = rows.at(-1)!
  return { data: rows.slice(0, -1), total }
}
