import { ratioDigits, ratios, type MeasureName, type Ratio, type RatioName } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'

/** A ratio of sums, in exact decimals (spec/domain "Metrics": sum first, divide last); null if the denominator is zero. */
export function ratioSql(name: RatioName, sumOf: (measure: MeasureName) => SQL): SQL {
  const { numerator, minus = [], denominator, times }: Ratio = ratios[name]
  const added = (names: readonly MeasureName[]) => sql.join(names.map(sumOf), sql` + `)
  const above = minus.length === 0 ? added(numerator) : sql`${added(numerator)} - (${added(minus)})`
  return sql`round((${above})::numeric * ${sql.raw(String(times))} / nullif(${sumOf(denominator)}, 0), ${sql.raw(String(ratioDigits))})`
}
