import { visibleDashboardFigures, type DashboardFigure, type DashboardPeriod } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { deliveryDailyCampaign, deliveryDailySpace } from '../db/schema.ts'
import { belowCampaignScope, belowPublisherGroupScope, type Caller } from '../db/scope.ts'

const count = (name: string): SQL => sql`coalesce(sum(${sql.identifier(name)}), 0)::bigint`
const amount = (name: string): SQL => sql`trim_scale(coalesce(sum(${sql.identifier(name)}), 0))::text`

/** Sums over the rows of a roll-up; DOMAIN "Metrics" for the margin. The supply side's revenue is what its spaces are paid. */
const sums: Readonly<Record<DashboardFigure, SQL>> = {
  imps: count('imps'),
  clicks: count('clicks'),
  conversions: count('cv_click'),
  gross: amount('gross'),
  media_cost: amount('media_cost'),
  margin: sql`round((sum(gross) - sum(media_cost)) * 100 / nullif(sum(gross), 0), 6)::text`,
  revenue: amount('media_cost'),
}

/** The roll-up that a role's delivery is in, and what of it is the caller's. */
function source(caller: Caller): { table: typeof deliveryDailyCampaign | typeof deliveryDailySpace; scope: SQL } {
  if (caller.role === 'ptd' || caller.role === 'pg') {
    return { table: deliveryDailySpace, scope: belowPublisherGroupScope(caller, deliveryDailySpace.publisher_group_id) }
  }
  return { table: deliveryDailyCampaign, scope: belowCampaignScope(caller, deliveryDailyCampaign) }
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
  const { table, scope } = source(caller)
  const names = visibleDashboardFigures(caller.role)
  const figures = sql.join(
    names.map((name) => sql`${sums[name]} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const { rows } = await db.execute<Row>(sql`
    with calendar as (
      select ${jstToday} - back as day, back <= ${days}::int as current from generate_series(1, ${2 * days}::int) back
    ), delivered as (
      select ${table}.* from ${table} where ${table.day} >= ${jstToday} - ${2 * days}::int and ${table.day} < ${jstToday} and ${scope}
    )
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
