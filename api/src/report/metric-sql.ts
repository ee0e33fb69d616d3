import { isKeyOf, isOptionalFigure, measures, ratios, type MeasureName, type MetricName } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { ratioSql } from '../db/sql/ratio-sql.ts'
import { metricJson } from './source-sums.ts'

/** A sum over the rows of a roll-up; it is known where every part of it is (contract, `measures`). */
function sumOf(name: MeasureName): SQL {
  const { figure } = measures[name]
  const sum = sql`coalesce(sum(${sql.identifier(figure)}), 0)`
  if (!isOptionalFigure(figure)) return sum
  return sql`case when coalesce(sum(${sql.identifier(`unknown_${figure}`)}), 0) = 0 then ${sum} end`
}

/** A metric over the rows of a roll-up in its JSON form; null if unknown. */
export function metricSql(name: MetricName): SQL {
  return metricJson(name, isKeyOf(ratios, name) ? ratioSql(name, sumOf) : sumOf(name))
}
