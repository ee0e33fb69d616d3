import {
  csvFault,
  deliveryFields,
  isDeliveryField,
  mappingParts,
  missingDeliveryFields,
  type CsvFault,
  type DeliveryFieldName,
} from '@adsite/contract'

/** Maps columns to fields; null: the column is ignored. */
export type ColumnMapping = Readonly<Record<string, DeliveryFieldName | null>>

export interface FileHead {
  readonly columns: readonly string[]
  /** Values of the first line, by column index. */
  readonly example: readonly string[]
}

/** Splits a CSV line into cells and removes quotes. */
function cellsOf(line: string): string[] {
  // Matched without the comma before, because after an empty match at the start the search goes on behind the next character.
  return [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )
}

function firstLines(start: string): { readonly first: string; readonly second: string; readonly isText: boolean } {
  const [first = '', second = ''] = start.replace(/^\uFEFF/u, '').split(/\r?\n/u)
  const isText = !(first.startsWith('{') || first.startsWith('\u001F') || first.includes('\uFFFD') || first.trim() === '')
  return { first, second, isText }
}

/** Parses the header of a CSV file; null if it is compressed or not CSV. */
export function headOf(start: string): FileHead | null {
  const { first, second, isText } = firstLines(start)
  return isText ? { columns: cellsOf(first), example: cellsOf(second) } : null
}

/** Why the columns of a text file cannot be told apart; null if they can, or only the server can tell. */
export function faultOf(start: string): CsvFault | null {
  const { first, isText } = firstLines(start)
  return isText ? csvFault(first) : null
}

/** The columns without a name by their places (`#7`), as the API calls them. A mapping could not name them. */
export const unnamedColumns = ({ columns }: FileHead): string[] => columns.flatMap((column, at) => (column === '' ? [`#${at + 1}`] : []))

/** Maps columns named after a field or its label. */
export function guess(columns: readonly string[]): ColumnMapping {
  const byLabel = new Map(
    Object.entries(deliveryFields).flatMap(([name, { label }]) =>
      isDeliveryField(name) ? [[label.ja, name] as const, [label.en.toLowerCase(), name] as const] : [],
    ),
  )
  const used = new Set<string>()
  return Object.fromEntries(
    columns.map((column) => {
      const found = isDeliveryField(column) ? column : byLabel.get(column.toLowerCase())
      if (found === undefined || used.has(found)) return [column, null]
      used.add(found)
      return [column, found]
    }),
  )
}

/** How to read the file: by the column table, or by a mapping written by hand. */
export interface Mapped {
  readonly columns: ColumnMapping
  readonly dateFormat: string
  /**
   * Mapping in the API's notation, for files whose columns cannot be read here and mappings that the table cannot
   * represent; null: the table applies.
   */
  readonly written: string | null
}

export const usualDateFormat = 'YYYY-MM-DD'

/** The mapping derived from the file alone. */
export function guessed(head: FileHead | null): Mapped {
  return { columns: head ? guess(head.columns) : {}, dateFormat: usualDateFormat, written: head ? null : '' }
}

/** `name=value`, each without the spaces around it. */
function pairOf(part: string): [string, string] {
  const [name = '', value = ''] = part.split(/=(.*)/su, 2)
  return [name.trim(), value.trim()]
}

/** Applies a saved mapping to this file; null if it names columns missing from the file. */
export function fitted(saved: string, head: FileHead | null): Mapped | null {
  const written: Mapped = { columns: {}, dateFormat: usualDateFormat, written: saved }
  if (!head) return written
  const pairs = mappingParts(saved).map((part) => pairOf(part))
  const fields = pairs.filter((pair): pair is [DeliveryFieldName, string] => isDeliveryField(pair[0]))
  const columnsOf = (value: string) =>
    /[{}]/u.test(value) ? [...value.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name.trim()) : [value]
  const named = fields.flatMap(([, value]) => columnsOf(value))
  if (named.some((column) => !head.columns.includes(column))) return null
  // The table cannot represent composed values, or one column used for two fields.
  const values = new Set(fields.map(([, value]) => value))
  if (values.size < fields.length || [...values].some((value) => !head.columns.includes(value))) return written
  const byColumn = new Map(fields.map(([field, column]) => [column, field]))
  const dateFormat = pairs.find(([name]) => name === 'date_format')?.[1] ?? usualDateFormat
  return { columns: Object.fromEntries(head.columns.map((column) => [column, byColumn.get(column) ?? null])), dateFormat, written: null }
}

/** Whether a column specifies the advertiser of each line. */
export function saysAdvertiser({ columns, written }: Mapped): boolean {
  if (written !== null) return /(?:^|,)\s*advertiser(?:_id)?\s*=/u.test(written)
  return Object.values(columns).some((field) => field === 'advertiser' || field === 'advertiser_id')
}

/** The required fields without a column; of a mapping written by hand the server tells. */
export function missingFields({ columns, written }: Mapped): readonly DeliveryFieldName[] {
  return written === null ? missingDeliveryFields((name) => Object.values(columns).includes(name)) : []
}

/** Formats a mapping in the API's notation. */
export function mapText({ columns, dateFormat, written }: Mapped): string {
  if (written !== null) return written.trim()
  const pairs = Object.entries(columns).flatMap(([column, field]) => (field === null ? [] : [`${field}=${column}`]))
  return [...pairs, ...(dateFormat.trim() === '' ? [] : [`date_format=${dateFormat.trim()}`])].join(',')
}
