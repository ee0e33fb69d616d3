import { startI18n } from '@adsite/i18n'
import { beforeEach, expect, test } from 'vitest'
import { period } from '../testing/samples.ts'
import { deliveryChart } from './delivery-chart.ts'

beforeEach(() => startI18n('ja'))

const input = {
  current: period('2026-09-08', 700, '70'),
  previous: period('2026-09-01', 1400, '140'),
  language: 'ja',
  narrow: false,
  words: { current: 'この期間', previous: '前の期間' },
} as const

interface Drawn {
  readonly xAxis: { readonly data: readonly string[] }
  readonly series: readonly { readonly type: string; readonly data: readonly unknown[] }[]
  readonly tooltip: { readonly formatter: (points: readonly { dataIndex: number }[]) => string }
}

const drawn = (name: 'imps' | 'margin') => deliveryChart({ ...input, name }) as unknown as Drawn

test('both periods lie over each other, day by day', () => {
  const { xAxis, series, tooltip } = drawn('imps')
  expect(xAxis.data).toEqual(['9/8', '9/9', '9/10', '9/11', '9/12', '9/13', '9/14'])
  expect(series.map(({ type, data }) => [type, data[0]])).toEqual([
    ['bar', 100],
    ['line', 200],
  ])
  expect(tooltip.formatter([{ dataIndex: 1 }])).toBe('この期間 2026/09/09  100\n前の期間 2026/09/02  200')
})

test('a day without a figure is a gap', () => {
  expect(drawn('margin').series[0]!.data).toEqual(Array.from({ length: 7 }, () => '-'))
})
