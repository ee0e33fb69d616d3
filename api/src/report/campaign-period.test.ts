import { expect, test } from 'vitest'
import { piecesOf } from './campaign-period.ts'
import type { Period } from './days.ts'

const days = ({ from, to }: Period) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, at) =>
    new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10),
  )

test('whole months stay whole, a few days are days, and what lies between is taken by tens', () => {
  const piece = (span: string, from: string, to: string, minus = false) => ({ from, to, span, minus })
  const within = (from: string, to: string) => piecesOf({ from, to }, null)
  expect(within('2026-01-01', '2026-03-31')).toEqual([piece('month', '2026-01-01', '2026-03-31')])
  expect(within('2026-02-03', '2026-02-05')).toEqual([piece('day', '2026-02-03', '2026-02-05')])
  expect(within('2026-02-03', '2026-02-09')).toEqual([
    piece('day', '2026-02-01', '2026-02-02', true),
    piece('ten_days', '2026-02-01', '2026-02-10'),
    piece('day', '2026-02-10', '2026-02-10', true),
  ])
  expect(within('2025-12-09', '2026-02-23')).toEqual([
    piece('day', '2025-12-09', '2025-12-10'),
    piece('ten_days', '2025-12-11', '2025-12-31'),
    piece('month', '2026-01-01', '2026-01-31'),
    piece('ten_days', '2026-02-01', '2026-02-20'),
    piece('day', '2026-02-21', '2026-02-23'),
  ])
})

test('most of all days are everything without what is before and after, whatever was delivered since they were asked for', () => {
  const delivered = { from: '2026-01-05', to: '2026-12-20' }
  const always = { from: null, to: null, span: 'always', minus: false }
  expect(piecesOf({ from: '2026-01-01', to: '2026-12-31' }, delivered)).toEqual([
    always,
    { from: null, to: '2025-12-31', span: 'month', minus: true },
    { from: '2027-01-01', to: null, span: 'month', minus: true },
  ])
  expect(piecesOf({ from: '2026-03-13', to: '2026-12-01' }, delivered)).toEqual([
    always,
    { from: null, to: '2026-02-28', span: 'month', minus: true },
    { from: '2026-03-01', to: '2026-03-10', span: 'ten_days', minus: true },
    { from: '2026-03-11', to: '2026-03-12', span: 'day', minus: true },
    { from: '2026-12-01', to: '2026-12-01', span: 'day', minus: false },
    { from: '2026-12-01', to: '2026-12-31', span: 'month', minus: true },
    { from: '2027-01-01', to: null, span: 'month', minus: true },
  ])
  for (const period of [
    { from: '2026-07-01', to: '2026-12-31' },
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2027-01-01', to: '2027-12-31' },
  ])
    expect(piecesOf(period, delivered)).toEqual(piecesOf(period, null))
})

/** The days to read for pieces without beginning or end. */
const world = { from: '2023-12-01', to: '2026-04-30' }

test.for([
  ['within', false],
  ['everything around', true],
] as const)('the pieces of any period add up to its days, of which at most five at either end are read one by one, %s', ([, around]) => {
  for (let offset = 0; offset < 400; offset += 7) {
    for (const length of [1, 2, 5, 9, 13, 15, 16, 28, 31, 45, 90, 365, 400]) {
      const from = new Date(Date.UTC(2024, 0, 1 + offset)).toISOString().slice(0, 10)
      const to = new Date(Date.UTC(2024, 0, offset + length)).toISOString().slice(0, 10)
      const counts = new Map<string, number>()
      const pieces = piecesOf({ from, to }, around ? { from, to } : null).map((piece) => ({
        ...piece,
        from: piece.from ?? world.from,
        to: piece.to ?? world.to,
      }))
      expect(pieces.some(({ span }) => span === 'always')).toBe(around)
      // Pieces of months or ten days begin and end at their boundaries.
      const starts = { day: /./u, ten_days: /-[012]1$/u, month: /-01$/u, always: /-01$/u }
      const after = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      expect(pieces.filter((piece) => !starts[piece.span].test(piece.from) || !starts[piece.span].test(after(piece.to)))).toEqual([])
      for (const piece of pieces) for (const day of days(piece)) counts.set(day, (counts.get(day) ?? 0) + (piece.minus ? -1 : 1))
      expect(
        [...counts]
          .filter(([, count]) => count !== 0)
          .map(([day, count]) => `${day} ${count}`)
          .toSorted(),
      ).toEqual(days({ from, to }).map((day) => `${day} 1`))
      const single = pieces.filter(({ span }) => span === 'day').map((piece) => days(piece).length)
      expect(Math.max(0, ...single)).toBeLessThanOrEqual(pieces.length === 1 ? 10 : 5)
    }
  }
})
