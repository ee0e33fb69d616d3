import {
  isKeyOf,
  isOptionalFigure,
  measures,
  ratios,
  type DeliveryFigureName,
  type MetricName,
  type OptionalDeliveryFigure,
} from '@adsite/contract'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { ratioSql } from './ratio-sql.ts'

export type RowFigures = Readonly<Record<DeliveryFigureName | `unknown_${OptionalDeliveryFigure}`, SQLWrapper>>

/** A metric of one row of sums; null if unknown, or if its denominator is zero. */
export function rowMetric(name: MetricName, row: RowFigures): SQL {
  function valueOf(measure: keyof typeof measures): SQL {
    const { figure } = measures[measure]
    return isOptionalFigure(figure) ? sql`case when ${row[`unknown_${figure}`]} = 0 then ${row[figure]} end` : sql`${row[figure]}`
  }
  return isKeyOf(ratios, name) ? ratioSql(name, valueOf) : valueOf(name)
}
