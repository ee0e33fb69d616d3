import type { ReportRow } from '@adsite/contract'
import { expect, test } from 'vitest'
import { daySummary } from './chart-summary.ts'

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never
const rowOf = (key: string, imps: number | null, gross: string) => ({ key, name: key, imps, gross }) as never as ReportRow

test('the text of a chart names the days on which each metric is highest and lowest, without those that are not known', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  const rows = [rowOf(days[0]!, 200, '30.000000'), rowOf(days[1]!, 1000, '20.000000'), rowOf(days[2]!, null, '100.000000')]
  const label = (day: string) => day.slice(-2)
  expect(daySummary(days, rows, label, { names: ['imps', 'gross'], language: 'ja', compared: false, t })).toBe(
    'chart_days 01 03 表示回数and配信金額 chart_range 表示回数 1,000 02 200 01 chart_range 配信金額 ¥100 03 ¥20 02 chart_table',
  )
})
