import { deliveryFields, isDeliveryField, mappingParts, type DeliveryFieldName } from '@adsite/contract'

/** What a column of the file is; null: it is not read. */
export type ColumnMapping = Readonly<Record<string, DeliveryFieldName | null>>

export interface FileHead {
  readonly columns: readonly string[]
  /** Values of the first line, by the place of the column. */
  readonly example: readonly string[]
}

/** Cells of one line of CSV, quotes taken off. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )
}

/** The head of a CSV file; null of one that is none, or packed. */
export function headOf(start: string): FileHead | null {
  const [first = '', second = ''] = start.replace(/^\uFEFF/u, '').split(/\r?\n/u)
  if (first.startsWith('{') || first.startsWith('\u001F') || first.includes('\uFFFD') || first.trim() === '') return null
  return { columns: cellsOf(first), example: cellsOf(second) }
}

/** Columns that carry the names of the fields, or their labels. */
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

/** How the file is read: by the table of its columns, or as somebody wrote it. */
export interface Mapped {
  readonly columns: ColumnMapping
  readonly dateFormat: string
  /** As the API reads it, of a file whose columns cannot be read here, or where the table cannot show it; null: the table counts. */
  readonly written: string | null
}

export const usualDateFormat = 'YYYY-MM-DD'

/** What can be told from the file alone. */
export function guessed(head: FileHead | null): Mapped {
  return { columns: head ? guess(head.columns) : {}, dateFormat: usualDateFormat, written: head ? null : '' }
}

/** `name=value`, each without the spaces around it. */
function pairOf(part: string): [string, string] {
  const [name = '', value = ''] = part.split(/=(.*)/su, 2)
  return [name.trim(), value.trim()]
}

/** A mapping that was saved, for this file; null: it names columns that the file lacks. */
export function fitted(saved: string, head: FileHead | null): Mapped | null {
  const written: Mapped = { columns: {}, dateFormat: usualDateFormat, written: saved }
  if (!head) return written
  const pairs = mappingParts(saved).map((part) => pairOf(part))
  const fields = pairs.filter((pair): pair is [DeliveryFieldName, string] => isDeliveryField(pair[0]))
  const columnsOf = (value: string) =>
    /[{}]/u.test(value) ? [...value.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => name.trim()) : [value]
  const named = fields.flatMap(([, value]) => columnsOf(value))
  if (named.some((column) => !head.columns.includes(column))) return null
  // Values that are put together, and a column that is two fields, the table cannot show.
  const values = new Set(fields.map(([, value]) => value))
  if (values.size < fields.length || [...values].some((value) => !head.columns.includes(value))) return written
  const byColumn = new Map(fields.map(([field, column]) => [column, field]))
  const dateFormat = pairs.find(([name]) => name === 'date_format')?.[1] ?? usualDateFormat
  return { columns: Object.fromEntries(head.columns.map((column) => [column, byColumn.get(column) ?? null])), dateFormat, written: null }
}

/** A column says whose each line is. */
export function saysAdvertiser({ columns, written }: Mapped): boolean {
  if (written !== null) return /(?:^|,)\s*advertiser(?:_id)?\s*=/u.test(written)
  return Object.values(columns).some((field) => field === 'advertiser' || field === 'advertiser_id')
}

/** As the API reads a mapping. */
export function mapText({ columns, dateFormat, written }: Mapped): string {
  if (written !== null) return written.trim()
  const pairs = Object.entries(columns).flatMap(([column, field]) => (field === null ? [] : [`${field}=${column}`]))
  return [...pairs, ...(dateFormat.trim() === '' ? [] : [`date_format=${dateFormat.trim()}`])].join(',')
}
