import { deliveryFields, isDeliveryField, type DeliveryFieldName } from '@adsite/contract'

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
    Object.entries(deliveryFields).flatMap(([name, { label }]) => [
      [label.ja, name],
      [label.en.toLowerCase(), name],
    ]),
  )
  const used = new Set<string>()
  return Object.fromEntries(
    columns.map((column) => {
      const found = isDeliveryField(column) ? column : byLabel.get(column.toLowerCase())
      if (found === undefined || used.has(found)) return [column, null]
      used.add(found)
      return [column, found as DeliveryFieldName]
    }),
  )
}

/** A column says whose each line is; `written` is the mapping of a file whose columns cannot be read here. */
export function saysAdvertiser(head: FileHead | null, mapping: ColumnMapping, written: string): boolean {
  if (!head) return /(?:^|,)\s*advertiser(?:_id)?\s*=/u.test(written)
  return Object.values(mapping).some((field) => field === 'advertiser' || field === 'advertiser_id')
}

/** As the API reads a mapping. */
export function mapText(mapping: ColumnMapping, dateFormat: string): string {
  const pairs = Object.entries(mapping).flatMap(([column, field]) => (field === null ? [] : [`${field}=${column}`]))
  return [...pairs, ...(dateFormat.trim() === '' ? [] : [`date_format=${dateFormat.trim()}`])].join(',')
}
