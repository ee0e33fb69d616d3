import {
  visibleDashboardFigures,
  required,
  type DashboardFigure,
  type DashboardPeriod,
  type OptionalDeliveryFigure,
} from '@adsite/contract'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { deliveryDailyCampaign, deliveryDailySpace } from '../db/schema.ts'
import { belowCampaignScope, belowPublisherGroupScope, type Caller } from '../db/scope.ts'

const summed = (name: string): SQL => sql`coalesce(sum(${sql.identifier(name)}), 0)`
/** A sum is known where every part of it is (contract, `measures`). */
const ifKnown = (name: OptionalDeliveryFigure, value: SQL): SQL =>
  sql`case when coalesce(sum(${sql.identifier(`unknown_${name}`)}), 0) = 0 then ${value} end`
const count = (name: string): SQL => sql`${summed(name)}::bigint`
const amount = (name: string): SQL => sql`trim_scale(${summed(name)})::text`
const paid = ifKnown('media_cost', amount('media_cost'))

/** Sums over the rows of a roll-up; spec/domain "Metrics" for the margin. The supply side's revenue is what the others call media cost. */
const sums: Readonly<Record<DashboardFigure, SQL>> = {
  imps: count('imps'),
  clicks: ifKnown('clicks', count('clicks')),
  conversions: ifKnown('cv_click', count('cv_click')),
  gross: amount('gross'),
  media_cost: paid,
  margin: ifKnown('media_cost', sql`round((sum(gross) - sum(media_cost)) * 100 / nullif(sum(gross), 0), 6)::text`),
  revenue: paid,
}

/** The days of delivery from so many days ago up to yesterday that are the caller's. */
function delivered(caller: Caller, days: number): SQL {
  const period = (day: SQLWrapper) => sql`${day} >= ${jstToday} - ${days}::int and ${day} < ${jstToday}`
  const supply = caller.role === 'ptd' || caller.role === 'pg'
  const daily = supply ? deliveryDailySpace : deliveryDailyCampaign
  const scope = supply
    ? belowPublisherGroupScope(caller, deliveryDailySpace.publisher_group_id)
    : belowCampaignScope(caller, deliveryDailyCampaign)
  return sql`select ${daily}.* from ${daily} where ${period(daily.day)} and ${scope}`
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
    const list = each.map((row) => ({ day: required(row.day, 'day'), ...figuresOf(row) }))
    return {
      from: required(list[0], 'the first of list').day,
      to: required(list.at(-1), 'the last of list').day,
      totals: figuresOf(required(totals, 'totals')),
      days: list,
    }
  }
  return { current: period(true), previous: period(false) }
}
