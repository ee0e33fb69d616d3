import { expect, test } from 'vitest'
import { piecesOf, type Period } from './campaign-period.ts'

const days = ({ from, to }: Period) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, at) =>
    new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10),
  )

test('whole months stay whole, a short part of a month is days, a long one the month without the rest', () => {
  expect(piecesOf({ from: '2026-01-01', to: '2026-03-31' })).toEqual([{ from: '2026-01-01', to: '2026-03-31', months: true, minus: false }])
  expect(piecesOf({ from: '2026-02-03', to: '2026-02-09' })).toEqual([
    { from: '2026-02-03', to: '2026-02-09', months: false, minus: false },
  ])
  expect(piecesOf({ from: '2025-12-30', to: '2026-02-20' })).toEqual([
    { from: '2026-02-21', to: '2026-02-28', months: false, minus: true },
    { from: '2025-12-30', to: '2025-12-31', months: false, minus: false },
    { from: '2026-01-01', to: '2026-02-28', months: true, minus: false },
  ])
})

test('the pieces of any period add up to its days, of every month at most half one by one', () => {
  for (let offset = 0; offset < 400; offset += 7) {
    for (const length of [1, 2, 13, 15, 16, 28, 31, 45, 90, 365, 400]) {
      const from = new Date(Date.UTC(2024, 0, 1 + offset)).toISOString().slice(0, 10)
      const to = new Date(Date.UTC(2024, 0, offset + length)).toISOString().slice(0, 10)
      const counts = new Map<string, number>()
      const single = new Map<string, number>()
      const pieces = piecesOf({ from, to })
      const isWhole = (piece: Period) => piece.from.endsWith('-01') && new Date(Date.parse(piece.to) + 86_400_000).getUTCDate() === 1
      expect(pieces.filter(({ months }) => months).every(isWhole)).toBe(true)
      for (const piece of pieces) {
        for (const day of days(piece)) {
          counts.set(day, (counts.get(day) ?? 0) + (piece.minus ? -1 : 1))
          if (!piece.months) single.set(day.slice(0, 7), (single.get(day.slice(0, 7)) ?? 0) + 1)
        }
      }
      expect(
        [...counts]
          .filter(([, count]) => count !== 0)
          .map(([day, count]) => `${day} ${count}`)
          .toSorted(),
      ).toEqual(days({ from, to }).map((day) => `${day} 1`))
      expect(Math.max(0, ...single.values())).toBeLessThanOrEqual(15)
    }
  }
})
