import { metrics, type FigureValue, type MetricName } from '../metric/metric.ts'
import { formatCount, formatPercent, formatYen, formatYenRate } from './format.ts'

/** Formats a metric for display: rounded half up (Intl's default, applied to the decimal string); — if there is no value. */
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
