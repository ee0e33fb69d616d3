import { expect, test } from 'vitest'
import { describeTargeting, type TargetingNames } from './targeting-words.ts'
import { hoursOfDay, untargeted, weekdays, type Targeting } from './targeting.ts'

const names: TargetingNames = {
  city: (code) => ({ '13101': '千代田区', '27100': '大阪市' })[code],
  medium: (id) => ({ 1: '朝のニュース' })[id],
  space: (id) => ({ 7: 'トップ右' })[id],
}
const between = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const always = between(0, hoursOfDay)
const on = (days: readonly (typeof weekdays.keys)[number][], hours: number[]) => Object.fromEntries(days.map((day) => [day, hours]))
const words = (part: Partial<Targeting>, known?: TargetingNames) =>
  (['ja', 'en'] as const).map((locale) => describeTargeting({ ...untargeted, ...part }, locale, known))

test('a targeting is told as one would say it', () => {
  const hours = on(weekdays.keys.slice(0, 5), between(9, 18))
  expect(words({ prefectures: ['13', '14'], devices: ['PC', 'SP'], systems: ['IOS'], hours })).toEqual([
    '東京都・神奈川県、パソコン・スマートフォン、iOS / iPadOS、平日 9〜18時',
    'Tokyo, Kanagawa; Computer, Smartphone; iOS / iPadOS; Mon–Fri 9:00–18:00',
  ])
  expect(words({})).toEqual(['制限なし', 'No restriction'])
})

test('what has no name is counted, and what has one is named', () => {
  const part = { cities: ['13101', '27100'], media: [1], spaces: [7] }
  expect(words(part)).toEqual(['市区町村2件、媒体1件・広告枠1件', 'municipalities: 2; media: 1, ad spaces: 1'])
  expect(words(part, names)).toEqual(['千代田区・大阪市、朝のニュース・トップ右', '千代田区, 大阪市; 朝のニュース, トップ右'])
  // A list with a gap would say less than the number does.
  expect(words({ cities: ['13101', '01100'], prefectures: ['14'] }, names)[0]).toBe('神奈川県・市区町村2件')
})

test('many names end in the number of the others', () => {
  expect(words({ prefectures: ['01', '02', '03', '04', '05', '06', '07'] })).toEqual([
    '北海道・青森県・岩手県・宮城県・秋田県ほか2件',
    'Hokkaido, Aomori, Iwate, Miyagi, Akita and 2 more',
  ])
})

test('days with the same hours stand together', () => {
  const hours = { ...on(weekdays.keys.slice(0, 5), [...between(9, 12), ...between(13, 18)]), ...on(['SAT', 'SUN'], always) }
  expect(words({ hours })).toEqual(['平日 9〜12時・13〜18時、土日 終日', 'Mon–Fri 9:00–12:00, 13:00–18:00; Sat–Sun all day'])
  expect(words({ hours: on(weekdays.keys, [0]) })).toEqual(['毎日 0〜1時', 'every day 0:00–1:00'])
  expect(words({ hours: on(['MON', 'TUE', 'WED', 'FRI', 'SAT'], always) })).toEqual(['月〜水・金・土 終日', 'Mon–Wed, Fri, Sat all day'])
  expect(words({ hours: { MON: [], SUN: [20, 18, 19] } })[0]).toBe('日 18〜21時')
})

test('hours that nobody would read out are counted', () => {
  const scattered = [0, 2, 4, 6]
  expect(words({ hours: on(weekdays.keys, scattered) })).toEqual(['毎日 計4時間', 'every day 4 hours'])
  const each = { MON: [1], TUE: [2], WED: [3], THU: [4, 5] }
  expect(words({ hours: each })).toEqual(['週5時間', '5 hours a week'])
})
