import { metrics, ratios, type MetricName } from '@adsite/contract'
import { formatCount, formatPercent, formatYen, formatYenRate } from '@adsite/i18n'

type Value = number | string | null | undefined

/** The API sends ratios with this many decimals. */
const exactDigits = 6

/** A figure as it is shown: rounded half up (Intl's default, on the decimal string itself); — where there is none. */
export function formatFigure(name: MetricName, value: Value, language: string): string {
  switch (metrics[name].format) {
    case 'count':
      return formatCount(value, language)
    case 'money':
      return formatYen(value, language)
    case 'percent':
      return formatPercent(value, language)
    case 'yen_rate':
      return formatYenRate(value, language)
    case 'yen_two':
      return formatYenRate(value, language, 2)
  }
}

/** A ratio with all the decimals that the API sent; null where what is shown is already exact. */
export function exactFigure(name: MetricName, value: Value, language: string): string | null {
  if (value === null || value === undefined || !(name in ratios)) return null
  return metrics[name].format === 'percent' ? formatPercent(value, language, exactDigits) : formatYenRate(value, language, exactDigits)
}

/** A tick of an axis: as short as it can be read (`12.5万`, `125K`). */
export function formatTick(name: MetricName, value: number, language: string): string {
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  const { format } = metrics[name]
  if (format === 'count') return compact
  return format === 'percent' ? `${compact}%` : `¥${compact}`
}
