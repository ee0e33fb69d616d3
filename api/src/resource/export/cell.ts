import { idsIn } from '../mapping/links.ts'
import { choiceLabel, htmlText, japanOffset, lastDay, saysNothing, type Locale, type RecordColumn } from '@adsite/contract'
import type { JsonRecord } from '../read/present.ts'
import { defused } from '../../file/defuse.ts'
import type { SheetCell } from '../../file/xlsx-pieces.ts'

/** How booleans are written in files. */
export const booleanLabels = { true: { ja: 'はい', en: 'Yes' }, false: { ja: 'いいえ', en: 'No' } } as const
/** Separates several choices or names in one cell. */
export const separator = '; '

const numeric: ReadonlySet<RecordColumn['kind']> = new Set(['integer', 'money', 'rate'])
const dayLength = 86_400_000
/** Days from 1899-12-30, the epoch of spreadsheets, to 1970-01-01. */
const sheetEpoch = 25_569

/** `2026-04-01 09:00:00`, JST. */
export function jstText(instant: string): string {
  return new Date(Date.parse(instant) + japanOffset).toISOString().slice(0, 19).replace('T', ' ')
}

function words({ kind, choices, describe }: RecordColumn, name: string, { refs, [name]: value }: JsonRecord, locale: Locale): string {
  if (kind === 'reference') return refs[name] ?? `#${String(value)}`
  if (kind === 'references')
    return idsIn(value)
      .map((id) => refs[`${name}.${id}`] ?? `#${id}`)
      .join(separator)
  if (kind === 'boolean') return booleanLabels[value === true ? 'true' : 'false'][locale]
  if (kind === 'html') return htmlText(String(value))
  if (describe) return describe(value, locale)
  if (!choices) return String(value)
  const keys = Array.isArray(value) ? value.map(String) : [String(value)]
  return keys.map((key) => choiceLabel(choices, key)?.[locale] ?? key).join(separator)
}

/** What a record has in a column. */
function valueOf(column: RecordColumn, name: string, { figures, ...record }: JsonRecord): unknown {
  if (column.metric) return figures?.[column.metric]
  return saysNothing(column, record) ? null : record[name]
}

/**
 * Formats a value for CSV: labels and names in the reader's language, times in JST (the end of a day as that
 * day, which the import reads back as its end), formulas escaped. Empty values are ''.
 */
export function cellText(column: RecordColumn, name: string, record: JsonRecord, locale: Locale): string {
  const value = valueOf(column, name, record)
  if (value === null || value === undefined) return ''
  const day = column.end ? lastDay(String(value)) : null
  if (column.kind === 'datetime') return day ?? jstText(String(value))
  return numeric.has(column.kind) ? String(value) : defused(words(column, name, record, locale))
}

/** Formats a value for a sheet, with typed numbers, days and times. */
export function sheetCell(column: RecordColumn, name: string, record: JsonRecord, locale: Locale): SheetCell {
  const value = valueOf(column, name, record)
  if (value === null || value === undefined) return null
  if (numeric.has(column.kind)) return Number(value)
  const day = column.kind === 'date' ? String(value) : column.end ? lastDay(String(value)) : null
  if (day !== null) return { day: Date.parse(`${day}T00:00:00Z`) / dayLength + sheetEpoch }
  if (column.kind === 'datetime') return { time: (Date.parse(String(value)) + japanOffset) / dayLength + sheetEpoch }
  return cellText(column, name, record, locale)
}
