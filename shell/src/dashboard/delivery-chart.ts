import { dashboardFigures, numberOf, type DashboardFigure, type DashboardPeriod } from '@adsite/contract'
import { formatDate, type Language } from '@adsite/i18n'
import { chartGreys, seriesColours, type ChartOption } from '@adsite/screen-kit/chart'
import { formatFigure, formatTick } from '@adsite/screen-kit/metric'
import type { DashboardText } from './texts.ts'

interface ChartInput {
  readonly current: DashboardPeriod
  readonly previous: DashboardPeriod
  readonly name: DashboardFigure
  readonly language: Language
  /** Phone width: fewer ticks. */
  readonly narrow: boolean
  readonly words: { readonly current: string; readonly previous: string }
}

/** Overlays both periods, aligned by their first day. A day without a value is a gap. */
export function deliveryChart({ current, previous, name, language, narrow, words }: ChartInput): ChartOption {
  const line = (period: DashboardPeriod, word: string, index: number) => {
    const day = period.days[index]
    return day ? `${word} ${formatDate(day.day, language)}  ${formatFigure(name, day[name], language)}` : ''
  }
  return {
    color: [...seriesColours],
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points) => {
        const index = [points].flat()[0]?.dataIndex ?? 0
        return [line(current, words.current, index), line(previous, words.previous, index)].filter(Boolean).join('\n')
      },
    },
    legend: {
      top: 0,
      right: 0,
      itemWidth: 16,
      itemHeight: 10,
      textStyle: { color: chartGreys.text },
      data: [words.current, words.previous],
    },
    grid: { left: 4, right: 4, top: 32, bottom: 4 },
    xAxis: {
      type: 'category',
      data: current.days.map(({ day }) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`),
      axisLabel: { color: chartGreys.text, hideOverlap: true },
      axisLine: { lineStyle: { color: chartGreys.axis } },
      axisTick: { alignWithLabel: true },
    },
    yAxis: {
      type: 'value',
      axisLabel: { color: chartGreys.text, formatter: (value: number) => formatTick(name, value, language) },
      splitNumber: narrow ? 3 : 4,
      splitLine: { lineStyle: { color: chartGreys.grid } },
      ...(dashboardFigures[name].format === 'count' ? { minInterval: 1 } : {}),
    },
    series: [
      { type: 'bar', name: words.current, data: current.days.map((day) => numberOf(day[name]) ?? '-'), barMaxWidth: 28 },
      {
        type: 'line',
        name: words.previous,
        data: current.days.map((_, index) => numberOf(previous.days[index]?.[name]) ?? '-'),
        lineStyle: { width: 2, type: 'dashed' },
        symbolSize: 5,
        showSymbol: current.days.length <= 7,
      },
    ],
  }
}

/** Where the metric is highest and lowest; '' if there are no values. */
export function chartSummary({ days }: DashboardPeriod, name: DashboardFigure, language: Language, text: DashboardText): string {
  const known = days.filter((day) => numberOf(day[name]) !== null).toSorted((a, b) => Number(a[name]) - Number(b[name]))
  const [low, high] = [known[0], known.at(-1)]
  if (!low || !high) return ''
  return text('chart_extremes', {
    max: formatFigure(name, high[name], language),
    max_day: formatDate(high.day, language),
    min: formatFigure(name, low[name], language),
    min_day: formatDate(low.day, language),
  })
}
