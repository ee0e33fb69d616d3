import { recordDays, type EndpointResponse, type campaignEndpoints } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '../report/days.ts'
import { metricSql } from '../report/metric-sql.ts'

type Delivery = EndpointResponse<typeof campaignEndpoints.delivery>['data']

/** The metrics that a record shows, selected from rows of sums. */
export const deliveredSql: SQL = sql`${metricSql('imps')} as imps, ${metricSql('clicks')} as clicks,
  ${metricSql('conversions')} as conversions, ${metricSql('gross')} as gross, ${metricSql('cpa')} as cpa`

export interface Delivered extends Record<string, unknown>, Readonly<Delivery['totals']> {}

const none = { imps: 0, clicks: 0, conversions: 0, gross: '0' }

export const totalsOf = ({ imps, clicks, conversions, gross, cpa }: Delivered): Delivery['totals'] => ({
  imps,
  clicks,
  conversions,
  gross,
  cpa,
})

/** The last days up to and including `through`; days without delivery are zero. */
export function lastDaysOf(rows: readonly (Delivered & { readonly day: string | null })[], through: string): Delivery['days'] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: recordDays }, (_, index) => {
    const day = addDays(through, index + 1 - recordDays)
    const { imps, clicks, conversions, gross } = byDay.get(day) ?? none
    return { day, imps, clicks, conversions, gross }
  })
}
