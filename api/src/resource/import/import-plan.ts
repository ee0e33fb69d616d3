import { idsIn } from '../mapping/links.ts'
import {
  columnNames,
  createBodySchema,
  importErrorColumn,
  message,
  recordColumn,
  updateBodySchema,
  required,
  type AnyResource,
  type Field,
  type Locale,
  type RecordColumn,
  type Role,
} from '@adsite/contract'
import { cellText, jstText } from '../export/cell.ts'
import { undefused } from '../../file/defuse.ts'
import { parseCell, parts, type ParsedCell } from './parse-cell.ts'
import type { CsvFile, CsvLine } from '../../file/read-csv.ts'
import { shiftJisText } from '../../file/shift-jis.ts'
import { RequestError } from '../../error/request-error.ts'
import { validated } from '../../call/validate.ts'
import type { JsonRecord } from '../read/present.ts'

/** A column of an imported file. */
export interface ImportColumn {
  readonly name: string
  /** Heading in the file. */
  readonly title: string
  readonly index: number
  readonly column: RecordColumn
  /** The field that it sets; null for id, version, and columns that only the site sets. */
  readonly field: Field | null
}

export interface ImportLineError {
  readonly field: string | null
  readonly text: string
}

/** Ids of the names that references are given by, keyed by target and name. */
export type NameBook = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** The additional column in a file of refused lines. */
export const isErrorColumn = (title: string) => Object.values(importErrorColumn).some((label) => plain(label) === plain(title))

/** Maps the headings of a file to columns, by label in either language or by field name. Refuses unknown and duplicate headings. */
export function importColumns(resource: AnyResource, role: Role, head: readonly string[]): ImportColumn[] {
  const known = new Map<string, string>()
  const names = columnNames(resource, role)
  for (const name of names)
    for (const label of Object.values(required(recordColumn(resource, name), 'record column').label)) known.set(plain(label), name)
  for (const name of names) known.set(plain(name), name)
  const faults: string[] = []
  const seen = new Set<string>()
  const columns = head.flatMap((title, index): ImportColumn[] => {
    const name = known.get(plain(title))
    if (name === undefined) {
      // Spreadsheets leave empty columns at the end.
      if (title.trim() !== '' && !isErrorColumn(title)) faults.push(message('column_unknown', title.trim()))
      return []
    }
    if (seen.has(name)) faults.push(message('column_twice', title.trim()))
    seen.add(name)
    const field = resource.fields[name]
    const isSet = field !== undefined && field.access !== 'read'
    return [
      { name, title: title.trim(), index, column: required(recordColumn(resource, name), 'record column'), field: isSet ? field : null },
    ]
  })
  if (faults.length > 0) throw new RequestError('validation_failed', { errors: { file: faults } })
  return columns
}

const lineEnds = (text: string) => text.replace(/\r\n?/gu, '\n')
const localesOfCells: readonly Locale[] = ['ja', 'en']

/**
 * True if a cell equals what the export would write for the current record. It then changes nothing, even where
 * the text alone is ambiguous (a name that several records share, a character that the file's encoding lacks).
 */
function saysTheSame({ name, column }: ImportColumn, cell: string, record: JsonRecord, encoding: CsvFile['encoding']): boolean {
  const given = lineEnds(cell).trim()
  return localesOfCells.some((locale) => {
    const text = lineEnds(cellText(column, name, record, locale)).trim()
    return given === text || (encoding === 'sjis' && given === shiftJisText(text))
  })
}

/** Spreadsheets drop the seconds of a time. */
function sameMinute({ kind }: Field, cell: string, value: unknown, before: unknown): boolean {
  if (kind !== 'datetime' || typeof before !== 'string' || typeof value !== 'string' || Number.isNaN(Date.parse(value))) return false
  return !/:\d\d:\d\d/u.test(cell) && jstText(before).slice(0, 16) === jstText(value).slice(0, 16)
}

/** Names in a cell that have to be looked up, by target. */
export function namesIn({ column, field }: ImportColumn, cell: string): string[] {
  if (!field || column.target === undefined) return []
  return (field.kind === 'references' ? parts(cell) : [cell.trim()]).map(undefused).filter((name) => name !== '')
}

function idOf(name: string, target: string, book: NameBook): number | ImportLineError['text'] {
  const ids = book.get(target)?.get(name) ?? []
  const [id] = ids
  if (ids.length > 1) return message('ambiguous')
  if (id !== undefined) return id
  const [, number] = /^#?(\d{1,15})$/u.exec(name) ?? []
  return number === undefined ? message('not_found') : Number(number)
}

function parsedReference(importColumn: ImportColumn, cell: string, record: JsonRecord | undefined, book: NameBook): ParsedCell {
  const { name } = importColumn
  const field = required(importColumn.field, `field of the column "${name}"`)
  const names = namesIn(importColumn, cell)
  if (names.length === 0) return { value: null }
  const before = record?.[name]
  const kept = new Map((Array.isArray(before) ? idsIn(before) : []).map((id) => [required(record, 'record').refs[`${name}.${id}`], id]))
  const found = names.map((given) => kept.get(given) ?? idOf(given, required(field.target, `target of "${name}"`), book))
  const fault = found.find((id) => typeof id === 'string')
  if (fault !== undefined) return { fault }
  return { value: field.kind === 'references' ? found : found[0] }
}

/**
 * Returns the cells that differ from the record. `book` is only needed for cells that `saysTheSame` cannot
 * decide; a first call with an empty one finds the names to look up.
 */
export function changedCells(
  columns: readonly ImportColumn[],
  { cells }: CsvLine,
  record: JsonRecord | undefined,
  encoding: CsvFile['encoding'],
) {
  return columns.filter((column) => {
    const cell = cells[column.index] ?? ''
    return column.field !== null && (record ? !saysTheSame(column, cell, record, encoding) : cell.trim() !== '')
  })
}

/** Parses the changed cells of a line and validates them with the resource's schema; returns values or errors. */
export function valuesOf(
  resource: AnyResource,
  changed: readonly ImportColumn[],
  { cells }: CsvLine,
  record: JsonRecord | undefined,
  book: NameBook,
): { values: Record<string, unknown> } | { faults: ImportLineError[] } {
  const faults: ImportLineError[] = []
  const values: Record<string, unknown> = {}
  for (const column of changed) {
    const { name } = column
    const field = required(column.field, `field of the column "${name}"`)
    const cell = cells[column.index] ?? ''
    const parsed = field.target === undefined ? parseCell(field, cell) : parsedReference(column, cell, record, book)
    if ('fault' in parsed) faults.push({ field: name, text: parsed.fault })
    else if (record && field.access === 'create') faults.push({ field: name, text: message('create_only') })
    else if (!record || !sameMinute(field, cell, parsed.value, record[name])) values[name] = parsed.value
  }
  try {
    const { version: _, ...accepted }: Record<string, unknown> = record
      ? validated(updateBodySchema(resource), { ...values, version: record.version })
      : validated(createBodySchema(resource), values)
    return faults.length > 0 ? { faults } : { values: accepted }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const unread = new Set(faults.map(({ field }) => field))
    const refused = Object.entries(error.details.errors ?? {}).filter(([name]) => !unread.has(name))
    return { faults: [...faults, ...refused.flatMap(([field, texts]) => texts.map((text) => ({ field, text: String(text) })))] }
  }
}
