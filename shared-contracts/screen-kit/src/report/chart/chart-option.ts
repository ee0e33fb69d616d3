import {
  addDays,
  formatFigure,
  metrics,
  numberOf,
  type MetricName,
  type PreviousPeriod,
  type Figures,
  type ReportRow,
} from '@adsite/contract'
import type { ChartOption } from '../../chart/index.ts'
import { chartGreys, formerColours, seriesColours } from '../../chart/index.ts'
import { formatTick } from '../../metric/figure.ts'
import type { Translate } from '../state/texts.ts'

/** Number of bars in a ranking. */
export const topCount = 10

/** The rows with the largest values, in descending order; rows without a value are excluded. */
export function topRows(rows: readonly ReportRow[], name: MetricName): ReportRow[] {
  return rows
    .filter((row) => numberOf(row[name]) !== null)
    .toSorted((a, b) => Number(b[name]) - Number(a[name]))
    .slice(0, topCount)
}

export interface ChartInput {
  readonly names: readonly MetricName[]
  readonly language: 'ja' | 'en'
  /** Phone width: shorter names, fewer ticks. */
  readonly narrow: boolean
  /** Whether the previous period is shown, too. */
  readonly compared: boolean
  readonly t: Translate
}

const colourAt = (colours: readonly string[], index: number): string => colours[index % colours.length] ?? chartGreys.axis

function valueAxis(name: MetricName, index: number, { language, narrow }: ChartInput) {
  return {
    type: 'value' as const,
    name: metrics[name].label[language],
    nameTextStyle: { color: colourAt(seriesColours, index), fontWeight: 'bold' as const },
    axisLabel: { color: chartGreys.text, formatter: (value: number) => formatTick(name, value, language) },
    splitNumber: narrow ? 3 : 5,
    splitLine: { show: index === 0, lineStyle: { color: chartGreys.grid } },
    ...(metrics[name].format === 'count' ? { minInterval: 1 } : {}),
  }
}

/** A category on the axis. */
interface Place {
  readonly title: string
  readonly now: Figures | null | undefined
  readonly before: Figures | null | undefined
  /** Heading of the previous figures in the tooltip. */
  readonly beforeTitle: string
}

const legend = { top: 8, itemWidth: 26, itemHeight: 10, textStyle: { color: chartGreys.text } } as const

function base(input: ChartInput, placeAt: (index: number) => Place): ChartOption {
  const { names, language, narrow, compared } = input
  return {
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points) => {
        const { title, now, before, beforeTitle } = placeAt([points].flat()[0]?.dataIndex ?? 0)
        const figures = (of: Figures | null | undefined) =>
          names.map((name) => `${metrics[name].label[language]}  ${formatFigure(name, of?.[name], language)}`)
        return [title, ...figures(now), ...(compared ? [beforeTitle, ...figures(before)] : [])].join('\n')
      },
    },
    ...(compared ? { legend } : {}),
    // Space for the legend, whose four names need two lines on a phone.
    grid: { left: 8, right: 8, top: compared ? (narrow ? 96 : 72) : 40, bottom: 8 },
  }
}

const nameOf = (name: MetricName, { language }: ChartInput) => metrics[name].label[language]
const formerNameOf = (name: MetricName, input: ChartInput) => input.t('metric_before', { metric: nameOf(name, input) })

/** Points of a line over days. A single day between two gaps would be invisible as a line, so it gets a dot. */
function linePoints(values: readonly (number | null)[], dotted: boolean) {
  const lonely = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  return values.map((value, at) => ({ value: value ?? '-', symbol: dotted || lonely(at) ? 'circle' : 'none' }))
}

/** Days of a report; those of the previous period are shifted by its length. */
interface ChartDays {
  readonly days: readonly string[]
  readonly rows: readonly ReportRow[]
  readonly previous: PreviousPeriod | null
  readonly dayLabel: (day: string) => string
}

/**
 * One or two metrics over days: bars, and a line with its own axis; the previous period as thin dashed lines. A
 * day without a row is a gap, not zero.
 */
export function dayChart({ days, rows, previous, dayLabel }: ChartDays, input: ChartInput): ChartOption {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  const formerByDay = new Map(previous?.days?.map((row) => [row.key, row]))
  const formerDay = (index: number) => addDays(previous?.from ?? days[0] ?? '', index)
  // Lines of the previous period are recognisable by their dashes; the legend would add a dot to them.
  const legendNames = input.names.flatMap((name) => [nameOf(name, input), { name: formerNameOf(name, input), itemStyle: { opacity: 0 } }])
  return {
    ...base(input, (index) => ({
      title: dayLabel(days[index] ?? ''),
      now: byDay.get(days[index] ?? ''),
      before: formerByDay.get(formerDay(index)),
      beforeTitle: input.t('before', { value: dayLabel(formerDay(index)) }),
    })),
    ...(input.compared ? { legend: { ...legend, data: legendNames } } : {}),
    xAxis: {
      type: 'category',
      data: days.map((day) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`),
      axisLabel: { color: chartGreys.text, hideOverlap: true },
      axisLine: { lineStyle: { color: chartGreys.axis } },
      axisTick: { alignWithLabel: true },
    },
    yAxis: input.names.map((name, index) => ({ ...valueAxis(name, index, input), alignTicks: true })),
    series: input.names.flatMap((name, index) => {
      const values = days.map((day) => numberOf(byDay.get(day)?.[name]))
      const own = { name: nameOf(name, input), yAxisIndex: index, color: colourAt(seriesColours, index) }
      const line = { type: 'line' as const, showAllSymbol: true }
      const former = {
        ...line,
        name: formerNameOf(name, input),
        yAxisIndex: index,
        color: colourAt(formerColours, index),
        lineStyle: { width: 1.5, type: 'dashed' as const },
        symbol: 'none',
        symbolSize: 4,
        data: linePoints(
          days.map((_, at) => numberOf(formerByDay.get(formerDay(at))?.[name])),
          false,
        ),
      }
      const now =
        index === 0
          ? { ...own, type: 'bar' as const, data: values, barMaxWidth: 32 }
          : { ...own, ...line, lineStyle: { width: 2 }, symbolSize: 6, data: linePoints(values, days.length <= 31) }
      return input.compared ? [now, former] : [now]
    }),
  }
}

/** Texts are truncated after this many characters (spec/site "Long texts"). */
const cutAfter = 10

function cutName(name: string): string {
  const characters = [...name]
  return characters.length > cutAfter ? `${characters.slice(0, cutAfter).join('')}...` : name
}

/** The top rows of a grouping as horizontal bars, with a scale per metric; the previous period as outlined bars. */
export function rankingChart(rows: readonly ReportRow[], input: ChartInput): ChartOption {
  return {
    ...base(input, (index) => ({
      title: rows[index]?.name ?? '',
      now: rows[index],
      before: rows[index]?.previous,
      beforeTitle: input.t('previous'),
    })),
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((row) => row.name),
      // The full name is in the tooltip and the table.
      axisLabel: {
        color: chartGreys.text,
        interval: 0,
        ...(input.narrow ? { formatter: cutName } : { width: 240, overflow: 'truncate' as const }),
      },
      axisLine: { lineStyle: { color: chartGreys.axis } },
      axisTick: { show: false },
    },
    xAxis: input.names.map((name, index) => ({
      ...valueAxis(name, index, input),
      position: index === 0 ? ('top' as const) : ('bottom' as const),
      nameLocation: 'middle' as const,
      nameGap: 26,
    })),
    series: input.names.flatMap((name, index) => {
      const bars = (of: (row: ReportRow) => Figures | null | undefined) => ({
        type: 'bar' as const,
        xAxisIndex: index,
        data: rows.map((row) => numberOf(of(row)?.[name]) ?? '-'),
        barMaxWidth: 18,
      })
      const colour = colourAt(seriesColours, index)
      const now = { ...bars((row) => row), name: nameOf(name, input), color: colour }
      const former = {
        ...bars((row) => row.previous),
        name: formerNameOf(name, input),
        itemStyle: { color: '#fff', borderColor: colour, borderWidth: 1 },
      }
      return input.compared ? [now, former] : [now]
    }),
  }
}
