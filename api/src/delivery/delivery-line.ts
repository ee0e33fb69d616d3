import { prefectures } from '@adsite/contract'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { deliveryFieldNames, deliveryFields, fieldPlace, type DeliveryFieldName } from './fields.ts'
import { reason, type Reason } from './refusal.ts'
import type { GoodRow } from './read-rows.ts'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

type FieldOfKind<K> = { [F in DeliveryFieldName]: (typeof deliveryFields)[F]['kind'] extends K ? F : never }[DeliveryFieldName]
export type FigureName = FieldOfKind<'count' | 'money'>

/** One line of a delivery file as it can be stored, names not yet resolved. Figures are decimal strings, ready for COPY. */
export interface DeliveryLine {
  readonly day: string
  readonly hour: string | null
  readonly campaign: string
  readonly ad: string | null
  readonly creative: string | null
  readonly frame: string | null
  readonly device: string | null
  readonly prefecture: string | null
  /** In the order of `figureNames`. */
  readonly figures: readonly string[]
  /** Taken although it looks wrong; duplicates are found later. */
  readonly odd: boolean
}

export const figureNames = deliveryFieldNames.filter(
  (name): name is FigureName => deliveryFields[name].kind === 'count' || deliveryFields[name].kind === 'money',
)

/** What spreadsheets and reporting tools write where they know no name. */
const placeholders = new Set([
  '#n/a',
  '#na',
  '#ref!',
  '#value!',
  '#name?',
  '#null!',
  'n/a',
  'null',
  'none',
  '-',
  '--',
  '(not set)',
  'unknown',
])

export function isPlaceholder(value: string): boolean {
  return placeholders.has(value.toLowerCase())
}

/** Digits in front of the decimal point of one line's figure: the sums of many lines must fit numeric(18,6) and 2^53. */
const maximumDigits = 10
const nameLimits = { campaign: 128, ad: 255, creative: 255, frame: 255, device: 50, prefecture: 50 } as const

const prefectureCodes = new Map(
  prefectures.items.flatMap(({ key, label }) => [
    [key, key],
    [String(Number(key)), key],
    [label.ja, key],
    [label.ja.replace(/[都府県]$/u, ''), key],
    [label.en.toLowerCase(), key],
  ]),
)

class LineFault extends Error {
  readonly reason: Reason
  constructor(fault: Reason) {
    super(fault.key)
    this.reason = fault
  }
}

/** Files hold the same few values over and over, so answers are kept; not more of them than fit into a few MB. */
function remembered<T extends object | string | null>(read: (value: string) => T): (value: string | undefined) => T {
  const known = new Map<string, T>()
  return (value = '') => {
    const kept = known.get(value)
    if (kept !== undefined) return kept
    const answer = read(value)
    if (known.size >= 10_000) known.clear()
    known.set(value, answer)
    return answer
  }
}

const figures = figureNames.map((field) => ({ field, place: fieldPlace[field], ...deliveryFields[field] }))
const [imps, clicks, conversions] = (['imps', 'clicks', 'cv_click'] as const).map((name) => figureNames.indexOf(name)) as [
  number,
  number,
  number,
]

function isShortWhole(value: string): boolean {
  if (value.length === 0 || value.length > maximumDigits) return false
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}

function figure({ field, kind, required }: (typeof figures)[number], value: string | undefined): string {
  if (value === undefined) return '0'
  // Nearly every one.
  if (isShortWhole(value)) return value
  if (value === '') {
    if (required) throw new LineFault(reason('empty_value', { field }))
    return '0'
  }
  if (!(kind === 'count' ? /^\d+$/u : /^\d+(?:\.\d{1,6}0*)?$/u).test(value)) throw new LineFault(reason(kind, { field, value }))
  const whole = value.split('.')[0]!
  if (whole.replace(/^0+/u, '').length > maximumDigits) throw new LineFault(reason('too_large', { field, value }))
  return value
}

function name(field: keyof typeof nameLimits, value: string): string | null {
  if (value === '' || isPlaceholder(value)) return null
  if (value.includes('\0')) throw new LineFault(reason('control_character', { field }))
  if ([...value].length > nameLimits[field]) throw new LineFault(reason('too_long', { field, max: nameLimits[field] }))
  return value
}

function day(value: string, format: string): string {
  if (value === '') throw new LineFault(reason('empty_value', { field: 'day' }))
  const parsed = dayjs.utc(value, format, true)
  if (!parsed.isValid()) throw new LineFault(reason('day', { value, format }))
  const iso = parsed.format('YYYY-MM-DD')
  if (parsed.year() < 2000 || parsed.year() > 2099) throw new LineFault(reason('day_range', { value: iso }))
  return iso
}

function hour(value: string): string | null {
  if (value === '') return null
  if (!/^(?:[01]?\d|2[0-3])$/u.test(value)) throw new LineFault(reason('hour', { value }))
  return value
}

function prefecture(value: string): string | null {
  const given = name('prefecture', value)
  if (given === null) return null
  const code = prefectureCodes.get(given) ?? prefectureCodes.get(given.toLowerCase())
  if (!code) throw new LineFault(reason('unknown_name', { field: 'prefecture', value: given }))
  return code
}

/**
 * Checks rows of one file; a reason means that the whole line is refused. Odd are more clicks than impressions,
 * more conversions than clicks, a placeholder where the slot should be: real files have such lines, and their sums
 * count them, so they are taken (DOMAIN "Delivery input").
 */
export function lineReader(dateFormat: string): (row: GoodRow) => DeliveryLine | Reason {
  const nameReader = (field: keyof typeof nameLimits) =>
    remembered((value) => ({ name: name(field, value), placeholder: value !== '' && isPlaceholder(value) }))
  const readDay = remembered((value) => day(value, dateFormat))
  const [readCampaign, readAd, readCreative] = [nameReader('campaign'), nameReader('ad'), nameReader('creative')]
  const [readFrame, readDevice, readPrefecture] = [nameReader('frame'), nameReader('device'), remembered(prefecture)]
  return ({ values }) => {
    try {
      const campaign = readCampaign(values[fieldPlace.campaign]).name
      if (campaign === null) return reason('empty_value', { field: 'campaign' })
      const given = figures.map((field) => figure(field, values[field.place]))
      const isoDay = readDay(values[fieldPlace.day])
      const isoHour = hour(values[fieldPlace.hour] ?? '')
      const ad = readAd(values[fieldPlace.ad])
      const creative = readCreative(values[fieldPlace.creative])
      const frame = readFrame(values[fieldPlace.frame])
      const odd =
        ad.placeholder ||
        creative.placeholder ||
        frame.placeholder ||
        values[fieldPlace.frame] === '' ||
        Number(given[clicks]) > Number(given[imps]) ||
        (values[fieldPlace.clicks] !== undefined && Number(given[conversions]) > Number(given[clicks]))
      return {
        day: isoDay,
        hour: isoHour,
        campaign,
        ad: ad.name,
        creative: creative.name,
        frame: frame.name,
        device: readDevice(values[fieldPlace.device]).name,
        prefecture: readPrefecture(values[fieldPlace.prefecture]),
        figures: given,
        odd,
      }
    } catch (error) {
      if (error instanceof LineFault) return error.reason
      throw error
    }
  }
}
