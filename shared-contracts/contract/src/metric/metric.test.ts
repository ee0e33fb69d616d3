import { expect, test } from 'vitest'
import { keysOf } from '../value/keys.ts'
import { dashboardFigures } from '../report/dashboard.ts'
import { measuresOf, metrics, ratios, type Metric, type MetricName, type Ratio, type RatioName } from './metric.ts'
import { reports } from '../report/report.ts'

/** The ratios, written a second time from spec/domain "Metrics": [above, below, times, format]. */
const specified: Readonly<Record<RatioName, readonly [above: string, below: string, times: number, format: Metric['format']]>> = {
  fill: ['imps', 'requests', 100, 'percent'],
  viewability: ['viewable', 'measured', 100, 'percent_one'],
  ctr: ['clicks', 'imps', 100, 'percent'],
  cvr: ['conversions', 'clicks', 100, 'percent'],
  ecpm: ['gross', 'imps', 1000, 'yen_two'],
  revenue_ecpm: ['revenue', 'imps', 1000, 'yen_two'],
  cpc: ['gross', 'clicks', 1, 'yen_rate'],
  cpa: ['gross', 'conversions', 1, 'yen_rate'],
  margin: ['gross - media_cost', 'gross', 100, 'percent'],
}

test('ratios are those of the specification', () => {
  const written = Object.entries<Ratio>(ratios).map(([name, { numerator, minus = [], denominator, times, format }]) => [
    name,
    [[numerator.join(' + '), ...minus].join(' - '), denominator, times, format],
  ])
  expect(Object.fromEntries(written)).toEqual(specified)
})

test('every metric is in deliverySides (list-delivery.ts), a column of a report (report.ts), a figure of the dashboard, or a part of one', () => {
  const shown: readonly MetricName[] = [...Object.values(reports).flatMap(({ metrics: names }) => names), ...keysOf(dashboardFigures)]
  const used = new Set<string>([...shown, ...measuresOf(shown)])
  expect(Object.keys(metrics).filter((name) => !used.has(name))).toEqual([])
})
