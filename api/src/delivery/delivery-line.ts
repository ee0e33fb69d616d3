import { prefectures } from '@adsite/contract'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { deliveryFieldNames, deliveryFields, type DeliveryFieldName } from './fields.ts'
import { reason, type Reason } from './refusal.ts'
import type { GoodRow } from './read-rows.ts'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

type FieldOfKind<K> = { [F in DeliveryFieldName]: (typeof deliveryFields)[F]['kind'] extends K ? F : never }[DeliveryFieldName]
export type FigureName = FieldOfKind<'count' | 'money'>
export type NameField = 'ad' | 'creative' | 'frame'

/** One line of a delivery file as it can be stored, names not yet resolved. Figures are decimal strings. */
export interface DeliveryLine {
  readonly day: string
  readonly hour: string | null
  readonly campaign: string
  readonly names: Readonly<Record<NameField, string | null>>
  readonly device: string | null
  readonly prefecture: string | null
  readonly figures: Readonly<Record<FigureName, string>>
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

/** Reads days in one format; files hold the same few days over and over, so answers are kept. */
export function dayReader(format: string): (value: string) => string | Reason {
  const known = new Map<string, string | Reason>()
  function read(value: string): string | Reason {
    const parsed = dayjs.utc(value, format, true)
    if (!parsed.isValid()) return reason('day', { value, format })
    const day = parsed.format('YYYY-MM-DD')
    return parsed.year() < 2000 || parsed.year() > 2099 ? reason('day_range', { value: day }) : day
  }
  return (value) => {
    const answer = known.get(value) ?? read(value)
    if (known.size > 10_000) known.clear()
    known.set(value, answer)
    return answer
  }
}

class LineFault extends Error {
  readonly reason: Reason
  constructor(fault: Reason) {
    super(fault.key)
    this.reason = fault
  }
}

function figure(field: FigureName, value: string): string {
  const { kind, required } = deliveryFields[field]
  if (value === '') {
    if (required) throw new LineFault(reason('empty_value', { field }))
    return '0'
  }
  if (!(kind === 'count' ? /^\d+$/u : /^\d+(?:\.\d{1,6}0*)?$/u).test(value)) throw new LineFault(reason(kind, { field, value: value }))
  const whole = value.split('.')[0]!
  if (whole.replace(/^0+/u, '').length > maximumDigits) throw new LineFault(reason('too_large', { field, value: value }))
  return value
}

function name(field: keyof typeof nameLimits, value: string | undefined): string | null {
  if (!value || isPlaceholder(value)) return null
  if (value.includes('\0')) throw new LineFault(reason('control_character', { field }))
  if ([...value].length > nameLimits[field]) throw new LineFault(reason('too_long', { field, max: nameLimits[field] }))
  return value
}

function day(value: string | undefined, readDay: ReturnType<typeof dayReader>): string {
  if (!value) throw new LineFault(reason('empty_value', { field: 'day' }))
  const answer = readDay(value)
  if (typeof answer !== 'string') throw new LineFault(answer)
  return answer
}

function hour(value: string | undefined): string | null {
  if (!value) return null
  if (!/^(?:[01]?\d|2[0-3])$/u.test(value)) throw new LineFault(reason('hour', { value: value }))
  return value
}

function prefecture(value: string | undefined): string | null {
  const given = name('prefecture', value)
  if (given === null) return null
  const code = prefectureCodes.get(given) ?? prefectureCodes.get(given.toLowerCase())
  if (!code) throw new LineFault(reason('unknown_name', { field: 'prefecture', value: given }))
  return code
}

/**
 * More clicks than impressions, more conversions than clicks, a placeholder where the slot should be:
 * real files have such lines, and their sums count them, so they are taken (DOMAIN "Delivery input").
 */
function isOdd({ values }: GoodRow, figures: Record<FigureName, string>): boolean {
  const { ad, creative, frame } = values
  if ([ad, creative, frame].some((value) => value !== undefined && value !== '' && isPlaceholder(value))) return true
  if (frame === '') return true
  const { imps, clicks, cv_click } = figures
  return Number(clicks) > Number(imps) || (values.clicks !== undefined && Number(cv_click) > Number(clicks))
}

/** Checks one row; a reason means that the whole line is refused. */
export function deliveryLine(row: GoodRow, readDay: ReturnType<typeof dayReader>): DeliveryLine | Reason {
  const { values } = row
  try {
    const campaign = name('campaign', values.campaign)
    if (campaign === null) return reason('empty_value', { field: 'campaign' })
    const figures = Object.fromEntries(
      figureNames.map((field) => [field, figure(field, values[field] ?? (deliveryFields[field].required ? '' : '0'))]),
    ) as Record<FigureName, string>
    return {
      day: day(values.day, readDay),
      hour: hour(values.hour),
      campaign,
      names: { ad: name('ad', values.ad), creative: name('creative', values.creative), frame: name('frame', values.frame) },
      device: name('device', values.device),
      prefecture: prefecture(values.prefecture),
      figures,
      odd: isOdd(row, figures),
    }
  } catch (error) {
    if (error instanceof LineFault) return error.reason
    throw error
  }
}
