import { isKeyOf, isOptionalFigure, measures, metrics, ratios, type MeasureName, type MetricName } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { ratioSql } from './ratio-sql.ts'

/** A sum over the rows of a roll-up; it is known where every part of it is (contract, `measures`). */
function sumOf(name: MeasureName): SQL {
  const { figure } = measures[name]
  const sum = sql`coalesce(sum(${sql.identifier(figure)}), 0)`
  if (!isOptionalFigure(figure)) return sum
  return sql`case when coalesce(sum(${sql.identifier(`unknown_${figure}`)}), 0) = 0 then ${sum} end`
}

/**
 * A metric over the rows of a roll-up in its JSON form: counts as numbers, money without trailing zeros, ratios with six
 * decimals; null if unknown.
 */
export function metricSql(name: MetricName): SQL {
  if (isKeyOf(ratios, name)) return sql`(${ratioSql(name, sumOf)})::text`
  const sum = sumOf(name)
  return metrics[name].format === 'count' ? sql`(${sum})::bigint` : sql`trim_scale(${sum})::text`
}
