import { csvFault, deliveryFieldNames, deliveryFields, type DeliveryFieldName, isObject, required } from '@adsite/contract'
import { csvCells } from './csv-cells.ts'

import { Fingerprint } from './fingerprint.ts'
import { fillTemplate, mappedColumns, mappingOfHeader, type Mapping, type parseMapping } from './mapping.ts'
import { DeliveryError, reason, type Reason } from '../error/delivery-error.ts'
import type { TextLine } from './text-lines.ts'

export type DeliveryFormat = 'csv' | 'ndjson'

interface RowBase {
  /** First line of the row, from 1, including the header. */
  readonly line: number
  /** The row as in the file. */
  readonly raw: string
}
export interface GoodRow extends RowBase {
  /** Trimmed, indexed by `fieldPlace`; undefined if nothing is mapped. */
  readonly values: readonly (string | undefined)[]
  /** Hash of everything but the figures; rows with the same one are duplicates. */
  readonly identity: Fingerprint
}
export interface BadRow extends RowBase {
  readonly fault: Reason
}
export type Row = GoodRow | BadRow

export interface ReadOptions {
  /** null to detect it from the first character. */
  readonly format: DeliveryFormat | null
  readonly mapping: ReturnType<typeof parseMapping>
  /** Called with the header line of a CSV file. */
  readonly onHeader: (raw: string) => void
  /** Called with the mapping that applies, once the header is read. */
  readonly onMapping: (mapping: Mapping) => void
  /** Called with the unmapped columns, as soon as all columns are known. */
  readonly onIgnored: (columns: readonly string[]) => void
}

/** A quoted value may span this many lines; beyond that, the open quote is an error of its own line. */
const maximumRowLines = 20

const isFigure = (field: DeliveryFieldName) => deliveryFields[field].kind === 'count' || deliveryFields[field].kind === 'money'

function quoted(columns: Iterable<string>): string {
  return [...columns].map((column) => `"${column}"`).join(', ')
}

function csvMapping(header: readonly string[], parsed: ReadOptions['mapping']): Mapping {
  const mapping = parsed.templates ? parsed : mappingOfHeader(header, parsed.dateFormat)
  const columns = mappedColumns(mapping)
  const missing = columns.filter((column) => !header.includes(column))
  if (missing.length > 0) throw new DeliveryError('file', 'columns_missing', { columns: quoted(missing), header: quoted(header) })
  const twice = columns.find((column) => header.indexOf(column) !== header.lastIndexOf(column))
  if (twice !== undefined) throw new DeliveryError('file', 'column_twice', { column: twice })
  return mapping
}

/** A cell of a row that has as many as the header. */
const cellAt = (cells: readonly string[], place: number) => required(cells[place], 'a cell of a row whose cells were counted')

/** Returns a reader of one mapped value. Nearly always this is a single cell. */
function cellReader(
  mapping: Mapping,
  field: DeliveryFieldName,
  position: ReadonlyMap<string, number>,
): (cells: string[]) => string | undefined {
  const template = mapping.templates.get(field)
  if (!template) return () => undefined
  const placeOf = (column: string) => required(position.get(column), 'the place of a mapped column, which the header was checked for')
  const [piece] = template
  if (template.length === 1 && piece && 'column' in piece) {
    const place = placeOf(piece.column)
    return (cells) => cellAt(cells, place).trim()
  }
  return (cells) => fillTemplate(template, (column) => cellAt(cells, placeOf(column)).trim()).trim()
}

function csvRowReader(headerLine: TextLine, options: ReadOptions): (raw: string, line: number, cells: string[]) => Row {
  const fault = csvFault(headerLine.text)
  if (fault) throw new DeliveryError('file', fault)
  const cells = csvCells(headerLine.text)
  if (typeof cells === 'string') throw new DeliveryError('file', 'header_quotes')
  const header = cells.map((cell) => cell.trim())
  const mapping = csvMapping(header, options.mapping)
  options.onHeader(headerLine.text)
  options.onMapping(mapping)
  const mapped = new Set(mappedColumns(mapping))
  // A column without a name, as spreadsheets leave at the end, is said by its place.
  options.onIgnored(header.flatMap((column, index) => (mapped.has(column) ? [] : [column || `#${index + 1}`])))
  const position = new Map(header.map((column, index) => [column, index]))
  const figures = new Set(mappedColumns(mapping, isFigure))
  const others = header.flatMap((column, index) => (figures.has(column) ? [] : [index]))
  const readers = deliveryFieldNames.map((field) => cellReader(mapping, field, position))
  return (raw, line, row) => {
    if (row.length !== header.length) return { line, raw, fault: reason('column_count', { actual: row.length, expected: header.length }) }
    const identity = new Fingerprint()
    for (const index of others) identity.add(cellAt(row, index))
    return { line, raw, values: readers.map((read) => read(row)), identity }
  }
}

async function* readCsv(first: TextLine, batches: AsyncIterable<TextLine[]>, options: ReadOptions): AsyncGenerator<Row[]> {
  const toRow = csvRowReader(first, options)
  let queue: TextLine[] = []

  /** Parses the row that begins with the line at `start` and counts its lines; null if more lines are needed. */
  function rowAt({ text, line }: TextLine, start: number, complete: boolean): { row: Row; lines: number } | null {
    let raw = text
    let cells = csvCells(raw)
    for (let lines = 1; cells === 'open' && lines < maximumRowLines; lines += 1) {
      const next = queue[start + lines]
      if (!next) {
        if (!complete) return null
        break
      }
      raw += `\n${next.text}`
      cells = csvCells(raw)
      if (typeof cells === 'string') continue
      const row = toRow(raw, line, cells)
      if (!('fault' in row)) return { row, lines: lines + 1 }
      break
    }
    // An unclosed quote spoils its own line, not the good ones below.
    return {
      row: typeof cells === 'string' || raw !== text ? { line, raw: text, fault: reason('quote') } : toRow(raw, line, cells),
      lines: 1,
    }
  }

  function take(complete: boolean): Row[] {
    const rows: Row[] = []
    let at = 0
    for (let first = queue[at]; first; first = queue[at]) {
      if (first.text.trim() === '') {
        at += 1
        continue
      }
      const found = rowAt(first, at, complete)
      if (!found) break
      rows.push(found.row)
      at += found.lines
    }
    queue = queue.slice(at)
    return rows
  }

  for await (const batch of batches) {
    queue = queue.length === 0 ? batch : [...queue, ...batch]
    yield take(false)
  }
  yield take(true)
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Keeps numbers as written, because a double would round money. */
function parseObject(text: string): Record<string, unknown> | null {
  try {
    const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? value) : value
    const value: unknown = JSON.parse(text, keepDigits)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

async function* readNdjson(first: TextLine, batches: AsyncIterable<TextLine[]>, options: ReadOptions): AsyncGenerator<Row[]> {
  const seen = new Set<string>()
  const firstObject = parseObject(first.text)
  if (!firstObject && csvFault(first.text) === 'line_ends') throw new DeliveryError('file', 'line_ends')
  const firstKeys = Object.keys(firstObject ?? {})
  const mapping = options.mapping.templates ? options.mapping : mappingOfHeader(firstKeys, options.mapping.dateFormat)
  options.onMapping(mapping)
  const figures = new Set(mappedColumns(mapping, isFigure))
  const columns = mappedColumns(mapping)
  const templates = deliveryFieldNames.map((field) => mapping.templates.get(field))

  function toRow({ line, text: raw }: TextLine): Row {
    const object = parseObject(raw)
    if (!object) return { line, raw, fault: reason('json') }
    for (const key of Object.keys(object)) seen.add(key.toWellFormed())
    const wrong = columns.find((column) => !['string', 'undefined'].includes(typeof (object[column] ?? undefined)))
    if (wrong !== undefined) {
      const field = deliveryFieldNames.find((name) => mappedColumns(mapping, (one) => one === name).includes(wrong))
      return { line, raw, fault: reason('json_value', { field: required(field, 'the field of a mapped column') }) }
    }
    const values = templates.map((template) => template && fillTemplate(template, (column) => trimmed(object[column])).trim())
    const identity = new Fingerprint()
    identity.add(
      JSON.stringify(
        Object.entries(object)
          .filter(([key]) => !figures.has(key))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
    return { line, raw, values, identity }
  }

  yield [toRow(first)]
  for await (const batch of batches) yield batch.filter(({ text }) => text.trim() !== '').map(toRow)
  options.onIgnored([...seen].filter((column) => !columns.includes(column)))
  // A key may be absent from some lines; one that no line has is a mistake in the mapping.
  const missing = columns.filter((column) => !seen.has(column))
  if (seen.size > 0 && missing.length > 0)
    throw new DeliveryError('file', 'columns_missing', { columns: quoted(missing), header: quoted(seen) })
}

/** Yields the rows of a delivery file in batches. Throws if it has none, or lacks a mapped column. */
export async function* readRows(lines: AsyncIterable<TextLine[]>, options: ReadOptions): AsyncGenerator<Row[]> {
  const source = lines[Symbol.asyncIterator]()
  let first: TextLine | undefined
  let rest: TextLine[] = []
  while (!first) {
    const next = await source.next()
    if (next.done) throw new DeliveryError('file', 'empty_file')
    const at = next.value.findIndex(({ text }) => text.trim() !== '')
    first = next.value[at]
    rest = at === -1 ? [] : next.value.slice(at + 1)
  }
  async function* following(): AsyncGenerator<TextLine[]> {
    yield rest
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  }
  const format = options.format ?? (first.text.trimStart().startsWith('{') ? 'ndjson' : 'csv')
  let rows = 0
  for await (const batch of format === 'csv' ? readCsv(first, following(), options) : readNdjson(first, following(), options)) {
    rows += batch.length
    if (batch.length > 0) yield batch
  }
  if (rows === 0) throw new DeliveryError('file', 'header_only')
}
