import { describe, expect, it } from 'vitest'
import {
  addTexts,
  commonTexts,
  detectLanguage,
  formatCount,
  formatDate,
  formatDateTime,
  formatEnd,
  formatBytes,
  formatPercent,
  formatPrice,
  formatYen,
  formatYenRate,
  i18n,
  startI18n,
  useLocalize,
  useText,
} from './index.ts'

describe('language', () => {
  it('is the chosen one, else the browser’s first, else the fallback', () => {
    expect(detectLanguage('en', ['ja-JP'], 'ja')).toBe('en')
    expect(detectLanguage(null, ['ja-JP', 'en'], 'en')).toBe('ja')
    expect(detectLanguage('fr', ['fr-FR', 'ja'], 'en')).toBe('en')
  })

  it('has the same keys everywhere', () => {
    expect(Object.keys(commonTexts.en)).toEqual(Object.keys(commonTexts.ja))
  })

  it('takes texts of a namespace once', () => {
    startI18n('ja')
    addTexts('sample', { hello: { ja: 'こんにちは', en: 'Hello' } })
    expect(i18n.t('hello', { ns: 'sample' })).toBe('こんにちは')
    expect(i18n.t('hello', { ns: 'sample', lng: 'en' })).toBe('Hello')
  })

  it('writes numbers in texts as quantities, and leaves what is given as text', () => {
    startI18n('ja')
    addTexts('limits', {
      lines: { ja: '{{lines}} 行まで', en: 'at most {{lines}} lines' },
      files_one: { ja: '{{count}} 件', en: '{{count}} file' },
      files_other: { ja: '{{count}} 件', en: '{{count}} files' },
      year: { ja: '{{year}}年', en: 'the year {{year}}' },
    })
    expect(i18n.t('lines', { ns: 'limits', lines: 5000 })).toBe('5,000 行まで')
    expect(i18n.t('lines', { ns: 'limits', lng: 'en', lines: 1234567.5 })).toBe('at most 1,234,567.5 lines')
    expect(i18n.t('files', { ns: 'limits', lng: 'en', count: 1 })).toBe('1 file')
    expect(i18n.t('files', { ns: 'limits', lng: 'en', count: 10000 })).toBe('10,000 files')
    expect(i18n.t('year', { ns: 'limits', year: '2026' })).toBe('2026年')
    expect(i18n.t('lines', { ns: 'limits' })).toBe('{{lines}} 行まで')
  })
})

describe('numbers', () => {
  it('are written half up, without binary floats', () => {
    expect(formatCount(239017725, 'ja')).toBe('239,017,725')
    expect(formatYen('276264.5621', 'ja')).toBe('¥276,265')
    expect(formatYen('7203173.5', 'ja')).toBe('¥7,203,174')
    expect(formatYen('175193', 'en')).toBe('¥175,193')
    expect(formatPrice('0.125000', 'ja')).toBe('¥0.125')
    expect(formatPrice('1200.000000', 'en')).toBe('¥1,200')
    expect(formatPercent('1.005', 'ja')).toBe('1.01%')
    expect(formatYenRate('0.110823', 'en')).toBe('¥0.11')
    expect(formatYenRate('1234.5', 'en')).toBe('¥1,235')
  })

  it('show a dash for what cannot be said', () => {
    expect(formatPercent(null, 'ja')).toBe('—')
    expect(formatYen(undefined, 'ja')).toBe('—')
    expect(formatDate(null, 'ja')).toBe('—')
  })
})

describe('names for areas of an older contract', () => {
  it('are those that contract 1.1.0 has promised', () => {
    expect(useText).toBe(useLocalize)
  })
})

describe('days and times', () => {
  it('are Japanese wherever the browser is', () => {
    expect(formatDate('2026-01-01', 'ja')).toBe('2026/01/01')
    expect(formatDateTime('2025-12-31T15:00:00Z', 'ja')).toBe('2026/01/01 00:00')
  })

  it('end with the day that people name', () => {
    expect(formatEnd('2026-12-20T15:00:00.000Z', 'ja')).toBe('2026/12/20')
    expect(formatEnd('2026-12-20T15:00:00.000Z', 'en')).toBe('12/20/2026')
    expect(formatEnd('2026-12-20T09:00:00.000Z', 'ja')).toBe('2026/12/20 18:00')
  })
})

it.for([
  [0, '0 バイト', '0 bytes'],
  [90, '90 バイト', '90 bytes'],
  [999, '999 バイト', '999 bytes'],
  [1_000, '1 KB', '1 kB'],
  [999_499, '999 KB', '999 kB'],
  [999_500, '1 MB', '1 MB'],
  [10_000_000, '10 MB', '10 MB'],
] as const)('%i bytes are %s, in English %s', ([bytes, ja, en]) => {
  expect([formatBytes(bytes, 'ja'), formatBytes(bytes, 'en')]).toEqual([ja, en])
})
