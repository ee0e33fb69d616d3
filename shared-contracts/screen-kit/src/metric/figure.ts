import { isPercentage, metrics, ratioDigits, ratios, type FigureChange, type FigureValue, type MetricName } from '@adsite/contract'
import { formatCount, formatPercent, formatYen, formatYenRate } from '@adsite/i18n'

/** A figure as it is shown: rounded half up (Intl's default, on the decimal string itself); — where there is none. */
export function formatFigure(name: MetricName, value: FigureValue, language: string): string {
  switch (metrics[name].format) {
    case 'count':
      return formatCount(value, language)
    case 'money':
      return formatYen(value, language)
    case 'percent':
      return formatPercent(value, language)
    case 'percent_one':
      return formatPercent(value, language, 1)
    case 'yen_rate':
      return formatYenRate(value, language)
    case 'yen_two':
      return formatYenRate(value, language, 2)
  }
}

/** A ratio with all the decimals that the API sent; null where what is shown is already exact. */
export function exactFigure(name: MetricName, value: FigureValue, language: string): string | null {
  if (value === null || value === undefined || !(name in ratios)) return null
  return isPercentage(name) ? formatPercent(value, language, ratioDigits) : formatYenRate(value, language, ratioDigits)
}

/** A tick of a chart's axis: as short as it can be read (`12.5万`, `125K`). */
export function formatTick(name: MetricName, value: number, language: string): string {
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  if (metrics[name].format === 'count') return compact
  return isPercentage(name) ? `${compact}%` : `¥${compact}`
}

/** With its sign and one decimal; what rounds to zero has no sign. */
export function formatChange({ amount, unit }: FigureChange, language: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, { ...digits, signDisplay: 'exceptZero' }).format(amount)}${unit}`
}

/** Which way a change goes once it is rounded as it is shown. */
export function directionOf({ amount }: FigureChange): 'up' | 'down' | 'same' {
  const shown = Math.round(Math.abs(amount) * 10)
  if (shown === 0) return 'same'
  return amount > 0 ? 'up' : 'down'
}

/** Whether a change is good or bad, by the metric; null: neither, or too small to be shown. */
export function judgementOf(name: MetricName, change: FigureChange): 'good' | 'bad' | null {
  const { better } = metrics[name]
  const direction = directionOf(change)
  if (better === undefined || direction === 'same') return null
  return (direction === 'up') === (better === 'more') ? 'good' : 'bad'
}
