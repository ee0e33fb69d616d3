import type { RevenueMonth } from '@adsite/contract'
import { useLanguage, type Language } from '@adsite/i18n'
import { phone, useMediaQuery } from '@adsite/screen-kit'
import { chartGreys, seriesColours, useChart, type ChartOption } from '@adsite/screen-kit/chart'
import { useMemo, type ReactNode } from 'react'
import { effectiveRate, monthLabel, wholeYen } from './revenue-month.ts'
import styles from './revenue-share.module.css'
import { useRevenueText } from './texts.ts'

interface Words {
  readonly gross: string
  readonly paid: string
  readonly kept: string
  readonly effective: string
}

function shortYen(amount: number, language: Language): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(amount)
}

/** Stacked bars of the amounts paid and kept, which add up to the gross of the month. */
function revenueChart(months: readonly RevenueMonth[], words: Words, language: Language, narrow: boolean): ChartOption {
  const known = (revenue: string | null, amount: number) => (revenue === null ? null : amount)
  const paid = months.map(({ revenue }) => known(revenue, Number(revenue)))
  const kept = months.map(({ gross, revenue }) => known(revenue, Number(gross) - Number(revenue)))
  return {
    color: [seriesColours[0], '#c3cad4'],
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points) => {
        const month = months[[points].flat()[0]?.dataIndex ?? 0]
        if (!month) return ''
        return [
          monthLabel(month.month, language),
          `${words.gross}  ${wholeYen(month.gross, language)}`,
          `${words.paid}  ${wholeYen(month.revenue, language)}`,
          `${words.effective}  ${effectiveRate(month, language)}`,
        ].join('\n')
      },
    },
    legend: { top: 0, right: 0, itemWidth: 16, itemHeight: 10, textStyle: { color: chartGreys.text }, data: [words.paid, words.kept] },
    grid: { left: 4, right: 4, top: 32, bottom: 4 },
    xAxis: {
      type: 'category',
      data: months.map(({ month }) => (narrow ? String(Number(month.slice(5))) : monthLabel(month, language))),
      axisLabel: { color: chartGreys.text, hideOverlap: true },
      axisLine: { lineStyle: { color: chartGreys.axis } },
      axisTick: { alignWithLabel: true },
    },
    yAxis: {
      type: 'value',
      axisLabel: { color: chartGreys.text, formatter: (value: number) => shortYen(value, language) },
      splitNumber: narrow ? 3 : 4,
      splitLine: { lineStyle: { color: chartGreys.grid } },
    },
    series: [
      { type: 'bar', name: words.paid, stack: 'gross', data: paid, barMaxWidth: 40 },
      { type: 'bar', name: words.kept, stack: 'gross', data: kept, barMaxWidth: 40 },
    ],
  }
}

interface RevenueChartProps {
  readonly months: readonly RevenueMonth[]
  readonly total: string | null
}

/** A separate chunk, so that the table does not wait for the chart library. */
export default function RevenueChart({ months, total }: RevenueChartProps): ReactNode {
  const text = useRevenueText()
  const language = useLanguage()
  const narrow = useMediaQuery(phone)
  const [gross, paid, kept, effective] = [text('gross'), text('paid'), text('kept'), text('effective')]
  const option = useMemo(
    () => revenueChart(months, { gross, paid, kept, effective }, language, narrow),
    [months, gross, paid, kept, effective, language, narrow],
  )
  const chart = useChart(option)
  const [most] = months.toSorted((a, b) => Number(b.revenue) - Number(a.revenue))
  const [first, last] = [months[0], months.at(-1)]
  const summary =
    most && first && last
      ? text('chart', {
          from: monthLabel(first.month, language),
          to: monthLabel(last.month, language),
          total: wholeYen(total, language),
          month: monthLabel(most.month, language),
          max: wholeYen(most.revenue, language),
        })
      : ''
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the drawing library needs an element to draw into
  return <div ref={chart} className={styles.chart} role="img" aria-label={summary} />
}
