import { expect, test } from 'vitest'
import { percentiles } from './figure.ts'
import { tableOf } from './table.ts'

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentiles(values)).toEqual({ p50: 50, p95: 95, p99: 99 })
  expect(percentiles([7])).toEqual({ p50: 7, p95: 7, p99: 7 })
  expect(() => percentiles([])).toThrow('Nothing was measured')
})

test('the table says what stands beside a figure, the ratio and whether the target is reached', () => {
  const table = tableOf([
    {
      bench: 'lists',
      figures: [
        {
          name: 'first page',
          unit: 'ms',
          ours: 6.25,
          p95: 9,
          beside: { what: 'plain SQL', value: 2.5 },
          ownSql: 3.75,
          target: { text: 'p95 < 20', met: true },
        },
        { name: 'rows', unit: 'count', ours: 1_000_000 },
      ],
    },
  ])
  const [head, , first, second] = table.split('\n')
  expect(head).toMatch(/^bench +figure +ours +p95 +beside +p95 +ratio +own SQL +unit +target +met +beside what$/u)
  expect(first).toMatch(/^lists +first page +6\.25 +9 +2\.5 +2\.5 +3\.75 +ms +p95 < 20 +yes +plain SQL$/u)
  expect(second).toMatch(/^lists +rows +1,000,000 +count$/u)
})
