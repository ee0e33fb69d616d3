import { formatFigure } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { exactFigure, formatTick } from './figure.ts'

describe('for display', () => {
  test('ratios are rounded half up on their decimal string', () => {
    expect(formatFigure('ctr', '1.005000', 'ja')).toBe('1.01%')
    expect(formatFigure('ctr', '1.042950', 'ja')).toBe('1.04%')
    expect(formatFigure('cvr', '26.145631', 'ja')).toBe('26.15%')
    expect(formatFigure('cpc', '0.110823', 'ja')).toBe('¥0.11')
    expect(formatFigure('cpa', '2.675000', 'en')).toBe('¥2.68')
    expect(formatFigure('cpa', '1234.500000', 'en')).toBe('¥1,235')
  })

  test('eCPM always has two decimals, the other prices none from ¥100 on', () => {
    expect(formatFigure('ecpm', '1.155833', 'ja')).toBe('¥1.16')
    expect(formatFigure('ecpm', '523.400000', 'ja')).toBe('¥523.40')
    expect(formatFigure('cpc', '523.400000', 'ja')).toBe('¥523')
  })

  test('counts keep every digit, sums are whole yen', () => {
    expect(formatFigure('imps', 239017725, 'ja')).toBe('239,017,725')
    expect(formatFigure('gross', '276264.560000', 'ja')).toBe('¥276,265')
  })

  test('a zero denominator shows —', () => {
    expect(formatFigure('cpa', null, 'ja')).toBe('—')
    expect(exactFigure('cpa', null, 'ja')).toBeNull()
  })
})

test('the exact value has all six decimals; counts and sums are exact already', () => {
  expect(exactFigure('ctr', '1.042950', 'ja')).toBe('1.042950%')
  expect(exactFigure('cpc', '0.110823', 'en')).toBe('¥0.110823')
  expect(exactFigure('imps', 5, 'ja')).toBeNull()
})

test('ticks are short', () => {
  expect(formatTick('imps', 1_250_000, 'ja')).toBe('125万')
  expect(formatTick('imps', 1_250_000, 'en')).toBe('1.3M')
  expect(formatTick('ctr', 1.5, 'en')).toBe('1.5%')
  expect(formatTick('cpc', 0.5, 'ja')).toBe('¥0.5')
})
