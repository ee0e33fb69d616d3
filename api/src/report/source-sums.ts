import {
  isKeyOf,
  isOptionalFigure,
  measures,
  metrics,
  ratios,
  type DeliveryFigureName,
  type MeasureName,
  type MetricName,
} from '@adsite/contract'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { deliveryTotalsCampaign } from '../db/schema.ts'
import { ratioSql } from '../db/sql/ratio-sql.ts'
import type { ReportSource } from './report-source.ts'

/** Counts the facts of a row that lack a figure; null if the figure is always present. */
export function unknownOf(table: ReportSource['table'] | typeof deliveryTotalsCampaign, figure: DeliveryFigureName): SQLWrapper | null {
  if (!isOptionalFigure(figure)) return null
  return 'facts' in table ? table[`unknown_${figure}`] : sql`(${table[figure]} is null)::int`
}

/** A sum is known if every part of it is (contract, `measures`): `unknown` counts those that are not. */
export const knownSum = (sum: SQL, unknown: SQL | null) =>
  unknown ? sql`case when coalesce(${unknown}, 0) = 0 then coalesce(${sum}, 0) end` : sql`coalesce(${sum}, 0)`

/** A measure's sum over rows of delivery, and how many facts lack it; null if none can. */
export function partsOf(name: MeasureName, { table, sum }: ReportSource): { sum: SQL; unknown: SQL | null } {
  const { figure } = measures[name]
  const unknown = unknownOf(table, figure)
  return { sum: sql`${sum}(${table[figure]})`, unknown: unknown ? sql`${sum}((${unknown})::bigint)` : null }
}

/** A metric over a group of rows of delivery; null if unknown, or if its denominator is zero. */
export function metricOf(name: MetricName, source: ReportSource): SQL {
  function sumOf(measure: MeasureName): SQL {
    const { sum, unknown } = partsOf(measure, source)
    return knownSum(sum, unknown)
  }
  return isKeyOf(ratios, name) ? ratioSql(name, sumOf) : sumOf(name)
}

/** JSON form of a metric's value: counts as numbers, money without trailing zeros, ratios with six decimals. */
export function metricJson(name: MetricName, value: SQL): SQL {
  if (metrics[name].format === 'count') return sql`(${value})::bigint`
  return isKeyOf(ratios, name) ? sql`(${value})::text` : sql`trim_scale(${value})::text`
}
