import {
  metrics,
  reportRowLimit,
  type MetricName,
  type Period,
  type PreviousPeriod,
  type ReportGrouping,
  type ReportRow,
  required,
} from '@adsite/contract'
import { formatCount, formatDate, useLanguage } from '@adsite/i18n'
import { phone, useMediaQuery } from '../../base/use-media-query.ts'
import { useChart } from '../../chart/index.ts'
import { useMemo, type ReactNode } from 'react'
import styles from '../state/report.module.css'
import { dayChart, rankingChart, topRows } from './chart-option.ts'
import { daySummary, rankingSummary } from './chart-summary.ts'
import { daysOf } from '../state/period.ts'
import { useScreenText } from '../state/texts.ts'

interface ResultChartProps {
  readonly rows: readonly ReportRow[]
  readonly truncated: boolean
  readonly previous: PreviousPeriod | null
  readonly grouping: ReportGrouping
  readonly period: Period
  readonly names: readonly MetricName[]
}

/** The report's rows as a chart. A separate chunk, so that the table does not wait for the chart library. */
export default function ResultChart({ rows, truncated, previous, grouping, period: { from, to }, names }: ResultChartProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const narrow = useMediaQuery(phone)
  const first = required(names[0], 'metric of the chart')

  const drawn = useMemo(() => {
    const input = { names, language, narrow, compared: previous !== null, t }
    if (grouping !== 'day') {
      const top = topRows(rows, first)
      return { option: rankingChart(top, input), summary: rankingSummary(top, input), missing: 0, count: top.length }
    }
    const days = daysOf({ from, to })
    const dayLabel = (day: string) => formatDate(day, language)
    const known = new Set(rows.map((row) => row.key))
    return {
      option: dayChart({ days, rows, previous, dayLabel }, input),
      summary: daySummary(days, rows, dayLabel, input),
      missing: days.filter((day) => !known.has(day)).length,
      count: days.length,
    }
  }, [rows, previous, grouping, from, to, names, first, language, narrow, t])
  const chart = useChart(drawn.option)

  const size = grouping !== 'day' && previous !== null ? `${styles.canvas} ${styles.tall}` : styles.canvas
  const notes = [
    ...(grouping === 'day' ? [] : [t('top', { metric: metrics[first].label[language], count: drawn.count })]),
    ...(grouping !== 'day' && truncated ? [t('top_listed', { limit: formatCount(reportRowLimit, language) })] : []),
    ...(drawn.missing > 0 ? [t('days_missing', { days: drawn.missing })] : []),
  ]
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the drawing library needs an element to draw into */}
      <div ref={chart} className={size} role="img" aria-label={drawn.summary} />
      {notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>}
    </>
  )
}
