import { formatFigure, metrics, numberOf, required, type ReportRow } from '@adsite/contract'
import type { ChartInput } from './chart-option.ts'

type SummaryInput = Pick<ChartInput, 'names' | 'language' | 'compared' | 't'>

/** Text alternative of the chart by day: the metrics, and where each is highest and lowest. */
export function daySummary(
  days: readonly string[],
  rows: readonly ReportRow[],
  dayLabel: (day: string) => string,
  input: SummaryInput,
): string {
  const { names, language, t } = input
  const ranges = names.flatMap((name) => {
    const known = rows.filter((row) => numberOf(row[name]) !== null).toSorted((a, b) => Number(a[name]) - Number(b[name]))
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
    from: dayLabel(days[0] ?? ''),
    to: dayLabel(days.at(-1) ?? ''),
    metrics: names.map((name) => metrics[name].label[language]).join(t('and')),
  })
  return [what, ...ranges, ...(input.compared ? [t('chart_compared')] : []), t('chart_table')].join(' ')
}

/** Text alternative of the ranking: its rows in order, with their figures. */
export function rankingSummary(rows: readonly ReportRow[], { names, language, compared, t }: SummaryInput): string {
  const first = required(names[0], 'metric of the chart')
  const lines = rows.map((row, index) => `${index + 1}. ${row.name} ${formatFigure(first, row[first], language)}`)
  return [
    t('top', { metric: metrics[first].label[language], count: rows.length }),
    ...lines,
    ...(compared ? [t('chart_compared')] : []),
    t('chart_table'),
  ].join(' ')
}
