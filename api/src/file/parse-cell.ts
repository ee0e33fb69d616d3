import { message, normaliseValue, type Field } from '@adsite/contract'
import { booleanLabels } from './cell.ts'
import { undefused } from './defuse.ts'

/** What a cell says: a value that the field's schema is yet to check, or why it cannot be read. */
export type ParsedCell = { readonly value: unknown } | { readonly fault: string }

const halfWidth = (text: string) => text.normalize('NFKC').trim()
const two = (digits: string) => digits.padStart(2, '0')

const dayPattern = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?/u
const timePattern = /^[ T]*(\d{1,2}):(\d{2})(?::(\d{2}))?$/u

/** `2026/4/1` and the like, which spreadsheets make of `2026-04-01`; anything else stays for the schema to refuse. */
function dayOf(text: string): { day: string; rest: string } | null {
  const [whole, year, month, day] = dayPattern.exec(text) ?? []
  return whole === undefined ? null : { day: `${year}-${two(month!)}-${two(day!)}`, rest: text.slice(whole.length) }
}

function parsedDay(text: string): string {
  const found = dayOf(text)
  return found && /^(\s*0?0:00(:00)?)?$/u.test(found.rest) ? found.day : text
}

/** A time in JST as an instant, or an instant as it is. */
function parsedTime(text: string): string {
  const found = dayOf(text)
  const [, hour, minute, second = '00'] = timePattern.exec(found?.rest ?? '') ?? []
  const clock = found?.rest === '' ? '00:00:00' : `${two(hour ?? '')}:${minute}:${second}`
  const instant = found && (found.rest === '' || hour !== undefined) ? new Date(`${found.day}T${clock}+09:00`) : null
  return instant && !Number.isNaN(instant.getTime()) ? instant.toISOString() : text
}

function parsedChoice({ choices }: Field, text: string): string | undefined {
  const wanted = halfWidth(text)
  const item = choices!.items.find(({ key, label }) => [key, label.ja, label.en].some((known) => halfWidth(known) === wanted))
  return item?.key
}

/** Several choices or names of one cell. */
export function parts(text: string): string[] {
  return text
    .split(/[;；]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function parsedBoolean(text: string): boolean | undefined {
  const wanted = halfWidth(text).toLowerCase()
  const means = (value: boolean) => {
    const { ja, en } = booleanLabels[`${value}`]
    return [ja, en.toLowerCase(), String(value), value ? '1' : '0'].includes(wanted)
  }
  return [true, false].find(means)
}

/** Reads a cell of any field but a reference, whose names are looked up. An empty one is null. */
export function parseCell(field: Field, cell: string): ParsedCell {
  const text = undefused(cell.trim())
  if (text === '') return { value: null }
  switch (field.kind) {
    case 'choice': {
      const key = parsedChoice(field, text)
      return key === undefined ? { fault: message('choice') } : { value: key }
    }
    case 'choices': {
      const keys = parts(text).map((part) => parsedChoice(field, part))
      return keys.includes(undefined) ? { fault: message('choice') } : { value: keys }
    }
    case 'boolean': {
      const value = parsedBoolean(text)
      return value === undefined ? { fault: message('boolean') } : { value }
    }
    case 'integer': {
      const digits = halfWidth(text).replace(/,/gu, '')
      return /^-?\d{1,15}$/u.test(digits) ? { value: Number(digits) } : { fault: message('number') }
    }
    case 'date':
      return { value: parsedDay(halfWidth(text)) }
    case 'datetime':
      return { value: parsedTime(halfWidth(text)) }
    default:
      return { value: normaliseValue(field.kind, text) }
  }
}
