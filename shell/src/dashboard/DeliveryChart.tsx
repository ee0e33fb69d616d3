import { dashboardFigures, type DashboardFigure, type DashboardPeriod } from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { phone, useMediaQuery } from '@adsite/screen-kit'
import { useChart } from '@adsite/screen-kit/chart'
import { useMemo, type ReactNode } from 'react'
import { chartSummary, deliveryChart } from './delivery-chart.ts'
import styles from './DeliveryCard.module.css'
import { formatFigure } from '@adsite/screen-kit/metric'
import { useDashboardText } from './texts.ts'

interface DeliveryChartProps {
  readonly current: DashboardPeriod
  readonly previous: DashboardPeriod
  readonly name: DashboardFigure
}

/**
 * A metric by day: the current period as bars, the previous one as a line. A separate chunk, so that the metrics
 * do not wait for the chart library.
 */
export default function DeliveryChart({ current, previous, name }: DeliveryChartProps): ReactNode {
  const text = useDashboardText()
  const language = useLanguage()
  const narrow = useMediaQuery(phone)
  const [now, before] = [text('current'), text('previous')]
  const option = useMemo(
    () => deliveryChart({ current, previous, name, language, narrow, words: { current: now, previous: before } }),
    [current, previous, name, language, narrow, now, before],
  )
  const chart = useChart(option)
  const summary = [
    text('chart', {
      metric: dashboardFigures[name].label[language],
      from: formatDate(current.from, language),
      to: formatDate(current.to, language),
      total: formatFigure(name, current.totals[name], language),
      before: formatFigure(name, previous.totals[name], language),
    }),
    chartSummary(current, name, language, text),
  ].join(' ')
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the drawing library needs an element to draw into
  return <div ref={chart} className={styles.chart} role="img" aria-label={summary} />
}
