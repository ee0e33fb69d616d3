import { metrics, type MetricName, type ReportRow } from '@adsite/contract'
import { formatFigure, numberOf } from '../../metric/figure.ts'
import type { Translate } from '../state/texts.ts'

interface SummaryInput {
  readonly names: readonly MetricName[]
  readonly language: 'ja' | 'en'
  readonly t: Translate
}

/** What the chart by day shows, in words: which figures, and where each is highest and lowest. */
export function daySummary(
  days: readonly string[],
  rows: readonly ReportRow[],
  dayLabel: (day: string) => string,
  input: SummaryInput,
): string {
  const { names, language, t } = input
  const ranges = names.flatMap((name) => {
    const known = rows.filter((row) => numberOf(row[name]) !== null).toSorted((a, b) => numberOf(a[name])! - numberOf(b[name])!)
    const [low, high] = [known[0], known.at(-1)]
    if (!low || !high) return []
    const figure = (row: ReportRow) => formatFigure(name, row[name], language)
    return t('chart_range', {
      metric: metrics[name].label[language],
      max: figure(high),
      maxDay: dayLabel(high.key),
      min: figure(low),
      minDay: dayLabel(low.key),
    })
  })
  const what = t('chart_days', {
    from: dayLabel(days[0]!),
    to: dayLabel(days.at(-1)!),
    metrics: names.map((name) => metrics[name].label[language]).join(t('and')),
  })
  return [what, ...ranges, t('chart_table')].join(' ')
}

/** What the ranking shows, in words: its rows in order with their figures. */
export function rankingSummary(rows: readonly ReportRow[], { names, language, t }: SummaryInput): string {
  const first = names[0]!
  const lines = rows.map((row, index) => `${index + 1}. ${row.name} ${formatFigure(first, row[first], language)}`)
  return [t('top', { metric: metrics[first].label[language], count: rows.length }), ...lines, t('chart_table')].join(' ')
}
