import { metrics, type MetricName, type ReportRow } from '@adsite/contract'
import type { ChartOption } from '../../chart/index.ts'
import { chartGreys, seriesColours } from '../../chart/index.ts'
import { formatFigure, formatTick, numberOf } from '../../metric/figure.ts'

/** Bars of a ranking. */
export const topCount = 10

/** The rows with the largest figures, largest first; rows without a figure are no candidates. */
export function topRows(rows: readonly ReportRow[], name: MetricName): ReportRow[] {
  return rows
    .filter((row) => numberOf(row[name]) !== null)
    .toSorted((a, b) => numberOf(b[name])! - numberOf(a[name])!)
    .slice(0, topCount)
}

interface ChartInput {
  readonly names: readonly MetricName[]
  readonly language: 'ja' | 'en'
  /** A phone's width: shorter names, fewer ticks. */
  readonly narrow: boolean
}

function valueAxis(name: MetricName, index: number, { language, narrow }: ChartInput) {
  return {
    type: 'value' as const,
    name: metrics[name].label[language],
    nameTextStyle: { color: seriesColours[index]!, fontWeight: 'bold' as const },
    axisLabel: { color: chartGreys.text, formatter: (value: number) => formatTick(name, value, language) },
    splitNumber: narrow ? 3 : 5,
    splitLine: { show: index === 0, lineStyle: { color: chartGreys.grid } },
    ...(metrics[name].format === 'count' ? { minInterval: 1 } : {}),
  }
}

function base(
  { names, language }: ChartInput,
  title: (index: number) => string,
  row: (index: number) => ReportRow | undefined,
): ChartOption {
  return {
    color: [...seriesColours],
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points) => {
        const index = [points].flat()[0]?.dataIndex ?? 0
        const figures = names.map((name) => `${metrics[name].label[language]}  ${formatFigure(name, row(index)?.[name], language)}`)
        return [title(index), ...figures].join('\n')
      },
    },
    grid: { left: 8, right: 8, top: 40, bottom: 8 },
  }
}

/** One or two metrics over days: bars, and a line on an axis of its own. A day without a row is a gap, not a zero. */
export function dayChart(
  days: readonly string[],
  rows: readonly ReportRow[],
  dayLabel: (day: string) => string,
  input: ChartInput,
): ChartOption {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  return {
    ...base(
      input,
      (index) => dayLabel(days[index]!),
      (index) => byDay.get(days[index]!),
    ),
    xAxis: {
      type: 'category',
      data: days.map((day) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`),
      axisLabel: { color: chartGreys.text, hideOverlap: true },
      axisLine: { lineStyle: { color: chartGreys.axis } },
      axisTick: { alignWithLabel: true },
    },
    yAxis: input.names.map((name, index) => ({ ...valueAxis(name, index, input), alignTicks: true })),
    series: input.names.map((name, index) => {
      const values = days.map((day) => numberOf(byDay.get(day)?.[name]))
      if (index === 0)
        return { type: 'bar' as const, name: metrics[name].label[input.language], data: values, barMaxWidth: 32, yAxisIndex: 0 }
      // Between two gaps a line has no length: such days get a dot, or they would not be seen.
      const lonely = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
      return {
        type: 'line' as const,
        name: metrics[name].label[input.language],
        yAxisIndex: 1,
        lineStyle: { width: 2 },
        symbolSize: 6,
        showAllSymbol: true,
        data: values.map((value, at) => ({ value: value ?? '-', symbol: days.length <= 31 || lonely(at) ? 'circle' : 'none' })),
      }
    }),
  }
}

/** A text is cut after this many characters (spec/site "Long texts"). */
const cutAfter = 10

function cutName(name: string): string {
  const characters = [...name]
  return characters.length > cutAfter ? `${characters.slice(0, cutAfter).join('')}...` : name
}

/** The top rows of a grouping as horizontal bars, one scale for each metric. */
export function rankingChart(rows: readonly ReportRow[], input: ChartInput): ChartOption {
  return {
    ...base(
      input,
      (index) => rows[index]?.name ?? '',
      (index) => rows[index],
    ),
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((row) => row.name),
      // The tooltip and the table have the whole name.
      axisLabel: { color: chartGreys.text, ...(input.narrow ? { formatter: cutName } : { width: 240, overflow: 'truncate' as const }) },
      axisLine: { lineStyle: { color: chartGreys.axis } },
      axisTick: { show: false },
    },
    xAxis: input.names.map((name, index) => ({
      ...valueAxis(name, index, input),
      position: index === 0 ? ('top' as const) : ('bottom' as const),
      nameLocation: 'middle' as const,
      nameGap: 26,
    })),
    series: input.names.map((name, index) => ({
      type: 'bar' as const,
      name: metrics[name].label[input.language],
      xAxisIndex: index,
      data: rows.map((row) => numberOf(row[name]) ?? '-'),
      barMaxWidth: 18,
    })),
  }
}
