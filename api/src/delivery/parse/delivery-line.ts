import { deliveryFields, deliveryFigureNames, deliveryYears, oneLine, prefectures, type DeliveryFieldName } from '@adsite/contract'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { product, readDecimal, roundedText, type Decimal } from './decimal.ts'
import { currencyCode, type Rates } from './rates.ts'
import { codeCall, idCall, marks } from './call.ts'
import { fieldPlace } from './field-place.ts'
import { advertiserFields } from './mapping.ts'
import { reason, type Reason } from '../error/delivery-error.ts'
import type { GoodRow } from './read-rows.ts'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

/** Length of an account's name (spec/domain "Name limits"). */
export const advertiserNameLength = 100

/**
 * One line of a delivery file, ready to be stored except that its references are unresolved (call.ts). Figures
 * are decimal strings for COPY; null is unknown.
 */
export interface DeliveryLine {
  readonly day: string
  readonly hour: string | null
  /** null if the file has no column for it. */
  readonly advertiser: string | null
  readonly campaign: string
  readonly ad: string | null
  readonly creative: string | null
  readonly frame: string | null
  readonly device: string | null
  readonly prefecture: string | null
  /** In the order of `deliveryFigureNames`. */
  readonly figures: readonly (string | null)[]
  /** Accepted although it looks wrong; duplicates are detected later. */
  readonly odd: boolean
  /** A figure is negative, so the line subtracts from others (corrections.ts). */
  readonly correction: boolean
}

/** What spreadsheets and reporting tools write in place of an unknown name. */
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

/** Digits before the decimal point of one line's figure, so that the sums of many lines fit numeric(18,6) and 2^53. */
const maximumDigits = 10
/** Money is stored to a millionth of a yen. */
const moneyDecimals = 6
const nameLimits = {
  advertiser: advertiserNameLength,
  campaign: 128,
  ad: 255,
  creative: 255,
  frame: 255,
  frame_code: 255,
  device: 50,
  prefecture: 50,
} as const

const frameFields = ['frame', 'frame_code', 'frame_id'] as const

const prefectureCodes = new Map(
  prefectures.items.flatMap(({ key, label }) => [
    [key, key],
    [String(Number(key)), key],
    [label.ja, key],
    [label.ja.replace(/[都府県]$/u, ''), key],
    [label.en.toLowerCase(), key],
  ]),
)

class LineError extends Error {
  readonly reason: Reason
  constructor(fault: Reason) {
    super(fault.key)
    this.reason = fault
  }
}

/** Memoises a parser, because files repeat few values; the cache is bounded to a few MB. */
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

const figures = deliveryFigureNames.map((field) => ({ field, place: fieldPlace[field], ...deliveryFields[field] }))
const imps = deliveryFigureNames.indexOf('imps')
const clicks = deliveryFigureNames.indexOf('clicks')
const conversions = deliveryFigureNames.indexOf('cv_click')

/** True for digits, at most {@link maximumDigits}, with at most so many decimals: PostgreSQL takes them as they are. */
function isPlain(value: string, decimals: number): boolean {
  let point = value.length
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    if (code === 46 && point === value.length) point = at
    else if (code < 48 || code > 57) return false
  }
  const fraction = value.length - point - 1
  return point > 0 && point <= maximumDigits && (fraction === -1 || (fraction > 0 && fraction <= decimals))
}

/**
 * Parses a figure of a line; null if the file does not have it. Money in another currency is multiplied by its
 * rate and rounded to a millionth of a yen.
 */
function figure({ field, kind, required }: (typeof figures)[number], value: string | undefined, rate: Decimal | null): string | null {
  if (value === undefined) return null
  const foreign = kind === 'money' && rate !== null
  // Fast path for nearly every value.
  if (!foreign && isPlain(value, kind === 'money' ? moneyDecimals : 0)) return value
  if (value === '' || isPlaceholder(value)) {
    if (required) throw new LineError(reason('empty_value', { field }))
    return null
  }
  const decimal = readDecimal(value)
  if (!decimal || (kind === 'count' && decimal.fraction !== '')) throw new LineError(reason(kind, { field, value }))
  if (decimal.whole.length > maximumDigits) throw new LineError(reason('too_large', { field, value }))
  if (!foreign) return roundedText(decimal, moneyDecimals)
  const yen = product(decimal, rate)
  if (yen.whole.length > maximumDigits) throw new LineError(reason('too_large', { field, value }))
  return roundedText(yen, moneyDecimals)
}

function name(field: keyof typeof nameLimits, value: string): string | null {
  if (value === '' || isPlaceholder(value)) return null
  if (marks.test(value)) throw new LineError(reason('control_character', { field }))
  if ([...value].length > nameLimits[field]) throw new LineError(reason('too_long', { field, max: nameLimits[field] }))
  // This is the form in which names of records are stored, so that the file finds them.
  return oneLine(value)
}

type Id = 'advertiser_id' | 'campaign_id' | 'ad_id' | 'creative_id' | 'frame_id'

function id(field: Id, value: string): string | null {
  if (value === '' || isPlaceholder(value)) return null
  const half = value.normalize('NFKC')
  if (!/^[1-9]\d{0,14}$/u.test(half)) throw new LineError(reason('id', { field, value }))
  return idCall(Number(half))
}

function day(value: string, format: string): string {
  if (value === '') throw new LineError(reason('empty_value', { field: 'day' }))
  const parsed = dayjs.utc(value, format, true)
  if (!parsed.isValid()) throw new LineError(reason('day', { value, format }))
  const iso = parsed.format('YYYY-MM-DD')
  if (parsed.year() < deliveryYears.first || parsed.year() > deliveryYears.last) throw new LineError(reason('day_range', { value: iso }))
  return iso
}

function hour(value: string): string | null {
  if (value === '') return null
  if (!/^(?:[01]?\d|2[0-3])$/u.test(value)) throw new LineError(reason('hour', { value }))
  // `09` and `9` are one hour.
  return String(Number(value))
}

function prefecture(value: string): string | null {
  const given = name('prefecture', value)
  if (given === null) return null
  const code = prefectureCodes.get(given) ?? prefectureCodes.get(given.toLowerCase())
  if (!code) throw new LineError(reason('unknown_name', { field: 'prefecture', value: given }))
  return code
}

/** The rate for the line's money; null for yen. */
function rateOf(value: string | undefined, rates: Rates): Decimal | null {
  if (value === undefined || value === 'JPY') return null
  const code = value.normalize('NFKC').toUpperCase()
  if (code === 'JPY' || code === '円') return null
  if (code === '' || isPlaceholder(code)) throw new LineError(reason('empty_value', { field: 'currency' }))
  if (!currencyCode.test(code)) throw new LineError(reason('currency', { value }))
  const rate = rates.get(code)
  if (!rate) throw new LineError(reason('currency_rate', { value: code }))
  return rate
}

/**
 * Returns a parser for the rows of one file; it returns a reason if the whole line is refused. Lines with more
 * clicks than impressions, more conversions than clicks, or a placeholder for the slot are odd but accepted:
 * real files have them and include them in their sums (spec/domain "Delivery files").
 */
export function lineReader(dateFormat: string, rates: Rates): (row: GoodRow) => DeliveryLine | Reason {
  const nameReader = (field: keyof typeof nameLimits) =>
    remembered((value) => ({ name: name(field, value), placeholder: value !== '' && isPlaceholder(value) }))
  const readDay = remembered((value) => day(value, dateFormat))
  const [readAdvertiser, readCampaign] = [nameReader('advertiser'), nameReader('campaign')]
  const [readAd, readCreative] = [nameReader('ad'), nameReader('creative')]
  const [readFrame, readCode, readDevice] = [nameReader('frame'), nameReader('frame_code'), nameReader('device')]
  const readPrefecture = remembered(prefecture)
  return ({ values }) => {
    const given = (field: Id) => id(field, values[fieldPlace[field]] ?? '')
    const isMapped = (field: DeliveryFieldName) => values[fieldPlace[field]] !== undefined
    try {
      const advertiser = given('advertiser_id') ?? readAdvertiser(values[fieldPlace.advertiser]).name
      if (advertiser === null && advertiserFields.some(isMapped)) return reason('empty_value', { field: 'advertiser' })
      const campaign = given('campaign_id') ?? readCampaign(values[fieldPlace.campaign]).name
      if (campaign === null) return reason('empty_value', { field: 'campaign' })
      const rate = rateOf(values[fieldPlace.currency], rates)
      const counted = figures.map((field) => figure(field, values[field.place], rate))
      const isoDay = readDay(values[fieldPlace.day])
      const isoHour = hour(values[fieldPlace.hour] ?? '')
      const ad = readAd(values[fieldPlace.ad])
      const creative = readCreative(values[fieldPlace.creative])
      const slot = readFrame(values[fieldPlace.frame])
      const code = readCode(values[fieldPlace.frame_code]).name
      const frame = given('frame_id') ?? (code === null ? slot.name : codeCall(code))
      const odd =
        ad.placeholder ||
        creative.placeholder ||
        (frame === null && frameFields.some(isMapped)) ||
        Number(counted[clicks]) > Number(counted[imps]) ||
        (counted[clicks] !== null && Number(counted[conversions]) > Number(counted[clicks]))
      return {
        day: isoDay,
        hour: isoHour,
        advertiser,
        campaign,
        ad: given('ad_id') ?? ad.name,
        creative: given('creative_id') ?? creative.name,
        frame,
        device: readDevice(values[fieldPlace.device]).name,
        prefecture: readPrefecture(values[fieldPlace.prefecture]),
        figures: counted,
        odd,
        correction: counted.some((value) => value !== null && value.charCodeAt(0) === 45),
      }
    } catch (error) {
      if (error instanceof LineError) return error.reason
      throw error
    }
  }
}
