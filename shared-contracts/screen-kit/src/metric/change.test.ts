import { changeOf, formatFigure } from '@adsite/contract'
import { expect, test } from 'vitest'
import { directionOf, formatChange, judgementOf } from './figure.ts'

test.each([
  ['imps', 1_234_567, '1,234,567'],
  ['gross', '276264.560000', '¥276,265'],
  ['revenue', '1000.000000', '¥1,000'],
  ['margin', '36.585200', '36.59%'],
  ['margin', null, '—'],
  ['imps', undefined, '—'],
] as const)('%s %j is shown as %s', (name, value, shown) => expect(formatFigure(name, value, 'ja')).toBe(shown))

test.each([
  ['imps', 110, 100, '+10.0%', 'up'],
  ['imps', 90, 100, '-10.0%', 'down'],
  ['imps', 100, 100, '0.0%', 'same'],
  ['imps', 100_001, 100_000, '0.0%', 'same'],
  ['imps', 99_999, 100_000, '0.0%', 'same'],
  ['gross', '150.000000', '100.000000', '+50.0%', 'up'],
  ['imps', 0, 100, '-100.0%', 'down'],
  // Percentages change in points, with the decimals of the metric.
  ['margin', '36.500000', '35.000000', '+1.50pt', 'up'],
  ['ctr', '0.410000', '0.430000', '-0.02pt', 'down'],
  ['cvr', '1.214000', '1.210000', '0.00pt', 'same'],
] as const)('%s %j after %j is %s, %s', (name, now, before, shown, direction) => {
  const change = changeOf(name, now, before)!
  expect(formatChange(name, change, 'ja')).toBe(shown)
  expect(directionOf(name, change)).toBe(direction)
})

test.each([
  ['imps', 5, 0],
  ['imps', 5, undefined],
  ['margin', null, '35'],
  ['margin', '35', null],
] as const)('%s %j after %j cannot be compared', (name, now, before) => expect(changeOf(name, now, before)).toBeNull())

test.each([
  // Rising costs are bad, so a rise is not always good.
  ['cpa', '381.9', '100', 'bad'],
  ['cpa', '82.4', '100', 'good'],
  ['cpc', '120', '100', 'bad'],
  ['ecpm', '90', '100', 'good'],
  ['ctr', '1.5', '1.0', 'good'],
  ['cvr', '1.0', '1.5', 'bad'],
  ['imps', 90, 100, 'bad'],
  ['revenue_ecpm', '110', '100', 'good'],
  // A change in spend is neither good nor bad, and no change is neither.
  ['gross', '150', '100', null],
  ['media_cost', '50', '100', null],
  ['cpa', '100', '100', null],
] as const)('%s %j after %j is %s', (name, now, before, judgement) => {
  expect(judgementOf(name, changeOf(name, now, before)!)).toBe(judgement)
})
