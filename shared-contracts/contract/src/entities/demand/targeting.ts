import * as v from 'valibot'
import { defineChoices } from '../../text/choices.ts'
import { checks } from '../../field/checks.ts'
import { cityCode } from '../../site/place.ts'
import { prefectures } from '../../text/prefecture.ts'
import { message } from '../../text/message.ts'
import { schemaOf } from '../../value/keys.ts'

/** Devices that ads are served on; `delivery_facts.device` uses the same keys. */
export const devices = defineChoices('device', [
  { key: 'PC', label: { ja: 'パソコン', en: 'Computer' } },
  { key: 'SP', label: { ja: 'スマートフォン', en: 'Smartphone' } },
  { key: 'TABLET', label: { ja: 'タブレット', en: 'Tablet' } },
])

export const operatingSystems = defineChoices('operating_system', [
  { key: 'IOS', label: { ja: 'iOS / iPadOS', en: 'iOS / iPadOS' } },
  { key: 'ANDROID', label: { ja: 'Android', en: 'Android' } },
  { key: 'WINDOWS', label: { ja: 'Windows', en: 'Windows' } },
  { key: 'MACOS', label: { ja: 'macOS', en: 'macOS' } },
  { key: 'OTHER', label: { ja: 'その他', en: 'Other' } },
])

export const weekdays = defineChoices('weekday', [
  { key: 'MON', label: { ja: '月', en: 'Mon' } },
  { key: 'TUE', label: { ja: '火', en: 'Tue' } },
  { key: 'WED', label: { ja: '水', en: 'Wed' } },
  { key: 'THU', label: { ja: '木', en: 'Thu' } },
  { key: 'FRI', label: { ja: '金', en: 'Fri' } },
  { key: 'SAT', label: { ja: '土', en: 'Sat' } },
  { key: 'SUN', label: { ja: '日', en: 'Sun' } },
])

export type Weekday = (typeof weekdays.keys)[number]
export const hoursOfDay = 24

/** The operating systems of each device: a choice of devices and systems must have at least one valid combination. */
const systemsOf: Readonly<Record<string, readonly string[]>> = {
  PC: ['WINDOWS', 'MACOS', 'OTHER'],
  SP: ['IOS', 'ANDROID', 'OTHER'],
  TABLET: ['IOS', 'ANDROID', 'WINDOWS', 'OTHER'],
}

/** A list of distinct items with at most `max` entries; an empty list means no restriction. */
const several = <T>(item: v.GenericSchema<T>, max: number) =>
  v.pipe(
    v.array(item, message('choice')),
    v.maxLength(max, message('too_many', max)),
    v.check((items) => new Set(items).size === items.length, message('choice')),
  )

const hour = v.pipe(v.number(message('choice')), v.integer(message('choice')), v.minValue(0), v.maxValue(hoursOfDay - 1))
const hoursOf = v.optional(several(hour, hoursOfDay))
type Hours = Partial<Record<Weekday, number[]>>

/** Hours of the week (JST) by day: `{ MON: [9, 10], SAT: [0] }`. An absent or empty day has no hours. */
const weekHours = v.pipe(
  schemaOf<Hours>(v.strictObject(Object.fromEntries(weekdays.keys.map((day) => [day, hoursOf])), message('choice'))),
  v.check((hours) => Object.values(hours).some((day) => (day?.length ?? 0) > 0), message('hours_none')),
)

/**
 * Where and to whom an ad is served (spec/domain "Ad"). An empty list does not restrict; `hours` null means
 * always. Prefectures and cities are combined with OR, as are media and spaces; different criteria are combined
 * with AND. A city is not listed if its whole prefecture is.
 */
export const targetingSchema = v.pipe(
  v.strictObject({
    prefectures: several(v.picklist(prefectures.keys, message('choice')), prefectures.keys.length),
    cities: several(cityCode, 2000),
    devices: several(v.picklist(devices.keys, message('choice')), devices.keys.length),
    systems: several(v.picklist(operatingSystems.keys, message('choice')), operatingSystems.keys.length),
    hours: v.nullable(weekHours),
    media: several(checks.id, 500),
    spaces: several(checks.id, 500),
  }),
  v.check(
    ({ prefectures: whole, cities }) => cities.every((code) => !whole.some((prefecture) => prefecture === code.slice(0, 2))),
    message('city_in_prefecture'),
  ),
  v.check(
    ({ devices: on, systems }) =>
      on.length === 0 || systems.length === 0 || on.some((device) => systems.some((system) => systemsOf[device]?.includes(system))),
    message('device_without_system'),
  ),
)
export type Targeting = v.InferOutput<typeof targetingSchema>

/** Targeting without any restriction. */
export const untargeted: Targeting = { prefectures: [], cities: [], devices: [], systems: [], hours: null, media: [], spaces: [] }

/** Whether a targeting restricts serving in any way. */
export function isTargeted(targeting: Targeting): boolean {
  return targeting.hours !== null || Object.values(targeting).some((part) => Array.isArray(part) && part.length > 0)
}

/** How many of the 168 hours of the week are selected. */
export function chosenHours(hours: Targeting['hours']): number {
  if (hours === null) return weekdays.keys.length * hoursOfDay
  return Object.values(hours).reduce((sum, day) => sum + (day?.length ?? 0), 0)
}
