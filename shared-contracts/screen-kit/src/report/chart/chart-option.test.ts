import type { ReportRow } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import type { Translate } from '../state/texts.ts'
import { dayChart, rankingChart, topRows } from './chart-option.ts'

const t: Translate = (key, params) => [key, ...Object.values(params ?? {})].join(' ')
const input = { names: ['imps', 'ctr'], language: 'ja', narrow: false, compared: false, t } as const
const days = ['2026-07-01', '2026-07-02', '2026-07-03']
const rows: ReportRow[] = [
  { key: '2026-07-01', name: '2026-07-01', imps: 100, ctr: '1.500000' },
  { key: '2026-07-03', name: '2026-07-03', imps: 0, ctr: null },
]

interface Drawn {
  series: { type: string; name: string; data: unknown[] }[]
  legend?: object
  tooltip: { formatter: (points: unknown) => string }
  yAxis: { axisLabel: { formatter: (value: number) => string } }[]
}

describe('by day', () => {
  const option = dayChart({ days, rows, previous: null, dayLabel: (day) => day }, input) as unknown as Drawn

  test('a day without data is a gap, a day of zero is a zero', () => {
    expect(option.series[0]).toMatchObject({ type: 'bar', data: [100, null, 0] })
  })

  test('the line leaves out what has no ratio, and its lone days are dots', () => {
    expect(option.series[1]).toMatchObject({ type: 'line', data: [{ value: 1.5, symbol: 'circle' }, { value: '-' }, { value: '-' }] })
  })

  test('each metric has its axis and its unit', () => {
    expect(option.yAxis.map(({ axisLabel }) => axisLabel.formatter(2))).toEqual(['2', '2%'])
  })

  test('the tooltip says — on a day without data', () => {
    expect(option.tooltip.formatter([{ dataIndex: 0 }])).toBe('2026-07-01\n表示回数  100\nCTR  1.50%')
    expect(option.tooltip.formatter([{ dataIndex: 1 }])).toBe('2026-07-02\n表示回数  —\nCTR  —')
  })
})

describe('beside the period before', () => {
  const compared = { ...input, compared: true }
  const former: ReportRow[] = [
    { key: '2026-06-28', name: '', imps: 80, ctr: '2.000000' },
    { key: '2026-06-29', name: '', imps: 90, ctr: '1.000000' },
  ]
  const previous = { from: '2026-06-28', to: '2026-06-30', totals: {}, days: former }

  test('days lie on the days as many days later, also where now nothing was delivered', () => {
    const option = dayChart({ days, rows, previous, dayLabel: (day) => day }, compared) as unknown as Drawn
    expect(option.series.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'bar 表示回数',
      'line metric_before 表示回数',
      'line CTR',
      'line metric_before CTR',
    ])
    expect(option.series[1]!.data).toMatchObject([{ value: 80 }, { value: 90 }, { value: '-' }])
    expect(option.legend).toBeDefined()
    expect(option.tooltip.formatter([{ dataIndex: 1 }])).toBe(
      '2026-07-02\n表示回数  —\nCTR  —\nbefore 2026-06-29\n表示回数  90\nCTR  1.00%',
    )
  })

  test('rows have a second bar', () => {
    const ranked = [
      { key: '1', name: 'A', imps: 5, previous: { imps: 7 } },
      { key: '2', name: 'B', imps: 3, previous: null },
    ]
    const option = rankingChart(ranked, { ...compared, names: ['imps'] }) as unknown as Drawn
    expect(option.series.map(({ data }) => data)).toEqual([
      [5, 3],
      [7, '-'],
    ])
    expect(option.tooltip.formatter([{ dataIndex: 0 }])).toBe('A\n表示回数  5\nprevious\n表示回数  7')
  })

  test('alone, a report has neither legend nor former figures', () => {
    const option = dayChart({ days, rows, previous: null, dayLabel: (day) => day }, input) as unknown as Drawn
    expect(option.series).toHaveLength(2)
    expect(option.legend).toBeUndefined()
  })
})

test('a ranking has the ten largest, without rows that have no figure', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    key: String(index),
    name: `C${index}`,
    cpa: index === 0 ? null : `${index}.000000`,
  }))
  const top = topRows(many, 'cpa')
  expect(top.map((row) => row.name)).toEqual(['C11', 'C10', 'C9', 'C8', 'C7', 'C6', 'C5', 'C4', 'C3', 'C2'])
  const option = rankingChart(top, { ...input, names: ['cpa'] }) as unknown as Drawn & { yAxis: { data: string[] } }
  expect(option.series[0]!.data[0]).toBe(11)
  expect(option.yAxis.data[0]).toBe('C11')
})

test('on a phone names are cut after 10 characters; the tooltip has the whole name', () => {
  const name = '春の新商品キャンペーン第二弾'
  const option = rankingChart([{ key: '1', name, imps: 1 }], { ...input, names: ['imps'], narrow: true }) as unknown as {
    yAxis: { axisLabel: { formatter: (name: string) => string } }
    tooltip: Drawn['tooltip']
  }
  expect(['短い名前', '一二三四五六七八九十', name].map(option.yAxis.axisLabel.formatter)).toEqual([
    '短い名前',
    '一二三四五六七八九十',
    '春の新商品キャンペー...',
  ])
  expect(option.tooltip.formatter([{ dataIndex: 0 }])).toContain(name)
})
