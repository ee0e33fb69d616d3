import { reportMetrics, type Locale } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { dayCount, periodBefore } from './days.ts'
import type { Asked } from './report-source.ts'
import { reportSql, type ReportQuery, type SqlRow } from './report-sql.ts'

/** A row of {@link comparedSql}; the former period's figures are in `before_…`. */
export type ComparedRow = SqlRow & {
  /** Nothing was delivered in one of the two periods. */
  readonly is_gone: boolean
  readonly is_new: boolean
}

export function asBefore(asked: Asked<ReportQuery>): Asked<ReportQuery> {
  return { ...asked, query: { ...asked.query, ...periodBefore(asked.query) } }
}

/**
 * A whole report beside the former period, each day beside the day as many days earlier. Rows that only the
 * former period has come last, days in order, so that the rows of either period add up to its totals.
 */
export function comparedSql(asked: Asked<ReportQuery>, locale: Locale): SQL {
  const { report, caller, query } = asked
  const byDay = (query.group_by ?? 'day') === 'day'
  const today = byDay ? sql`case when is_total then key else (key::date + ${dayCount(query)}::int)::text end` : sql`key`
  const dayOrder = byDay && query.sort === '-key' ? sql`key desc,` : byDay && (query.sort ?? 'key') === 'key' ? sql`key,` : sql``
  const figures = reportMetrics(report, caller.role).map((name) => {
    const [now, before] = [sql.identifier(name), sql.identifier(`before_${name}`)]
    return sql`now.${now}, before.${now} as ${before}`
  })
  return sql`
    with now as (select report.*, row_number() over () as place from (${reportSql(asked, locale)}) report),
      before as (select report.*, row_number() over () as place, ${today} as now_key from (${reportSql(asBefore(asked), locale)}) report)
    select coalesce(now.is_total, before.is_total) as is_total, coalesce(now.key, before.now_key) as key,
      coalesce(now.name, ${byDay ? sql`before.now_key` : sql`before.name`}) as name,
      now.key is null as is_gone, before.key is null as is_new, ${sql.join(figures, sql`, `)}
    from now full join before on before.is_total = now.is_total and before.now_key = now.key
    order by is_total desc, ${dayOrder} now.place, before.place`
}
