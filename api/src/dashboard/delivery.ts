import { visibleDashboardFigures, type DashboardFigure, type DashboardPeriod } from '@adsite/contract'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { deliveryDailyCampaign, deliveryDailySpace, spaces } from '../db/schema.ts'
import { belowCampaignScope, belowPublisherGroupScope, type Caller } from '../db/scope.ts'
import { revenueRateOn } from '../revenue-share/revenue-rate-on.ts'

const count = (name: string): SQL => sql`coalesce(sum(${sql.identifier(name)}), 0)::bigint`
const amount = (name: string): SQL => sql`trim_scale(coalesce(sum(${sql.identifier(name)}), 0))::text`

/** Sums over the rows of a roll-up; DOMAIN "Metrics" for the margin. The supply side's revenue is that of its report. */
const sums: Readonly<Record<DashboardFigure, SQL>> = {
  imps: count('imps'),
  clicks: count('clicks'),
  conversions: count('cv_click'),
  gross: amount('gross'),
  media_cost: amount('media_cost'),
  margin: sql`round((sum(gross) - sum(media_cost)) * 100 / nullif(sum(gross), 0), 6)::text`,
  revenue: amount('revenue'),
}

/**
 * The days of delivery from so many days ago up to yesterday that are the caller's, with what the media group is paid
 * for them: gross × the rate that the medium has on that day.
 */
function delivered(caller: Caller, days: number): SQL {
  const period = (day: SQLWrapper) => sql`${day} >= ${jstToday} - ${days}::int and ${day} < ${jstToday}`
  if (caller.role !== 'ptd' && caller.role !== 'pg') {
    const daily = deliveryDailyCampaign
    return sql`select ${daily}.* from ${daily} where ${period(daily.day)} and ${belowCampaignScope(caller, daily)}`
  }
  const daily = deliveryDailySpace
  const rate = revenueRateOn(daily.publisher_group_id, spaces.medium_id, daily.day)
  return sql`select ${daily}.*, ${daily.gross} * coalesce(${rate}, 0) * 0.01 as revenue
    from ${daily} join ${spaces} on ${spaces.publisher_group_id} = ${daily.publisher_group_id} and ${spaces.id} = ${daily.space_id}
    where ${period(daily.day)} and ${belowPublisherGroupScope(caller, daily.publisher_group_id)}`
}

interface Row extends Record<string, unknown> {
  readonly current: boolean
  /** null: the whole period. */
  readonly day: string | null
}

/** Two periods of so many days that meet, the later one up to yesterday in Japan; days without delivery are zero. */
export async function deliveryOf(
  db: Database,
  caller: Caller,
  days: number,
): Promise<{ current: DashboardPeriod; previous: DashboardPeriod }> {
  const names = visibleDashboardFigures(caller.role)
  const figures = sql.join(
    names.map((name) => sql`${sums[name]} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const { rows } = await db.execute<Row>(sql`
    with calendar as (
      select ${jstToday} - back as day, back <= ${days}::int as current from generate_series(1, ${2 * days}::int) back
    ), delivered as (${delivered(caller, 2 * days)})
    select current, calendar.day::text as day, ${figures} from calendar left join delivered on delivered.day = calendar.day
    group by grouping sets ((current, calendar.day), (current)) order by calendar.day nulls first`)

  const figuresOf = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]))
  function period(current: boolean): DashboardPeriod {
    const [totals, ...each] = rows.filter((row) => row.current === current)
    const list = each.map((row) => ({ day: row.day!, ...figuresOf(row) }))
    return { from: list[0]!.day, to: list.at(-1)!.day, totals: figuresOf(totals!), days: list }
  }
  return { current: period(true), previous: period(false) }
}
