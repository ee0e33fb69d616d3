import { required, visibleDashboardFigures, type DashboardPeriod } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { deliveryDaily, deliveryDailyAdvertiser, deliveryDailyCampaign, deliveryDailySpace } from '../db/schema.ts'
import { metricSql } from '../report/metric-sql.ts'
import { belowCampaignScope, belowPublisherGroupScope, ownAdvertiserScope, type Caller } from '../db/scope.ts'

/** The roll-up with the fewest rows for the caller's delivery, and the condition on them. */
function rollUpOf(caller: Caller) {
  if (caller.role === 'ptd' || caller.role === 'pg')
    return { daily: deliveryDailySpace, scope: belowPublisherGroupScope(caller, deliveryDailySpace.publisher_group_id) }
  if (caller.role === 'admin') return { daily: deliveryDaily, scope: sql`true` }
  const own = ownAdvertiserScope(caller, deliveryDailyAdvertiser.advertiser_account_id)
  // Only campaigns tell which rows belong to an agency or a rep.
  return own
    ? { daily: deliveryDailyAdvertiser, scope: own }
    : { daily: deliveryDailyCampaign, scope: belowCampaignScope(caller, deliveryDailyCampaign) }
}

/** Delivery in the caller's scope, from `days` days ago up to yesterday. */
function delivered(caller: Caller, days: number): SQL {
  const { daily, scope } = rollUpOf(caller)
  return sql`select ${daily}.* from ${daily} where ${daily.day} >= ${jstToday} - ${days}::int and ${daily.day} < ${jstToday} and ${scope}`
}

interface Row extends Record<string, unknown> {
  readonly current: boolean
  /** null for the whole period. */
  readonly day: string | null
}

/** Sums two adjacent periods of `days` days, the later one up to yesterday in Japan; days without delivery are zero. */
export async function deliveryOf(
  db: Database,
  caller: Caller,
  days: number,
): Promise<{ current: DashboardPeriod; previous: DashboardPeriod }> {
  const names = visibleDashboardFigures(caller.role)
  const figures = sql.join(
    names.map((name) => sql`${metricSql(name)} as ${sql.identifier(name)}`),
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
