import type { RevenueMonth } from '@adsite/contract'
import { formatPercent, formatYenRate } from '@adsite/i18n'

type Sums = Omit<RevenueMonth, 'month'>

/** Whole yen; rounded only for display (spec/domain "Metrics"). */
export const wholeYen = (amount: string | null, language: string): string => formatYenRate(amount, language, 0)

/** Paid ÷ gross of the sums; there is no rate without gross or if the paid amount is unknown. */
export function effectiveRate({ gross, revenue }: Sums, language: string): string {
  const divisor = Number(gross)
  return formatPercent(divisor === 0 || revenue === null ? null : (Number(revenue) / divisor) * 100, language, 3)
}

/** Formats `2026-04` as 2026/04 or Apr 2026. */
export function monthLabel(month: string, language: string): string {
  if (language === 'ja') return month.replace('-', '/')
  return new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'short' }).format(new Date(`${month}-01`))
}
