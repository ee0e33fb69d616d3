import { isPercentage, metrics, ratioDigits, ratios, type FigureChange, type FigureValue, type MetricName } from '@adsite/contract'
import { formatPercent, formatYenRate } from '@adsite/i18n'

/** Formats a ratio with all decimals that the API sent; null if the displayed value is already exact. */
export function exactFigure(name: MetricName, value: FigureValue, language: string): string | null {
  if (value === null || value === undefined || !(name in ratios)) return null
  return isPercentage(name) ? formatPercent(value, language, ratioDigits) : formatYenRate(value, language, ratioDigits)
}

/** Formats an axis tick of a chart as briefly as possible (`12.5万`, `125K`). */
export function formatTick(name: MetricName, value: number, language: string): string {
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  if (metrics[name].format === 'count') return compact
  return isPercentage(name) ? `${compact}%` : `¥${compact}`
}

/** Decimals of a change: points have those of the metric itself, so that a change that shows in the values shows here, too. */
const changeDigits = (name: MetricName, { unit }: FigureChange): number => (unit === 'pt' && metrics[name].format === 'percent' ? 2 : 1)

/** Formats a change with sign; values that round to zero have no sign. */
export function formatChange(name: MetricName, change: FigureChange, language: string): string {
  const { amount, unit } = change
  const shown = changeDigits(name, change)
  const digits = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return `${new Intl.NumberFormat(language, { ...digits, signDisplay: 'exceptZero' }).format(amount)}${unit}`
}

/** Direction of a change after rounding to the displayed precision. */
export function directionOf(name: MetricName, change: FigureChange): 'up' | 'down' | 'same' {
  const shown = Math.round(Math.abs(change.amount) * 10 ** changeDigits(name, change))
  if (shown === 0) return 'same'
  return change.amount > 0 ? 'up' : 'down'
}

/** Whether a change is good or bad for the metric; null: neither, or too small to be displayed. */
export function judgementOf(name: MetricName, change: FigureChange): 'good' | 'bad' | null {
  const { better } = metrics[name]
  const direction = directionOf(name, change)
  if (better === undefined || direction === 'same') return null
  return (direction === 'up') === (better === 'more') ? 'good' : 'bad'
}
