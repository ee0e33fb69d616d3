import {
  columnNames,
  csvTypes,
  defaultColumns,
  message,
  recordColumn,
  xlsxType,
  required,
  type exportEndpoint,
  type Locale,
  type MetricName,
  type RecordColumn,
} from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import { batchesOf } from '../../db/cursor.ts'
import { poolOf } from '../../db/pool-of.ts'
import { cellText, jstText, sheetCell } from './cell.ts'
import { csvBytes } from '../../file/csv-bytes.ts'
import { xlsxPieces, type SheetCell } from '../../file/xlsx-pieces.ts'
import type { Call, Session } from '../../call/handler.ts'
import { RequestError } from '../../error/request-error.ts'
import { streamed } from '../../call/streamed.ts'
import { fileAnswer } from '../../upload/file-name.ts'
import { orderBy } from '../read/keyset.ts'
import { matchingRows, orderOf, type ListQuery } from '../read/list.ts'
import { presentRecords, type JsonRecord, type Row } from '../read/present.ts'
import { figureRows, figuresFrom, joinedFigure, listPeriod, type FigureRow, type KnownDelivery } from '../../report/list-figures.ts'
import { metricHead } from '../../report/report-texts.ts'
import { metricJson } from '../../report/source-sums.ts'
import { deliveryOf, knownDelivery, metricOrder, sortedMetric } from '../read/list-delivery.ts'
import { kindOf, selectionOf, type ResourceMapping } from '../mapping/resource-mapping.ts'

const batchRows = 250

export interface FileColumn {
  readonly name: string
  readonly column: RecordColumn
}

/** The columns of a file: the id, then the requested ones in order, or the list's default columns. */
function columnsOf({ resource }: ResourceMapping, { role }: Session, wanted: string | undefined): FileColumn[] {
  const offered = columnNames(resource, role)
  const names = wanted?.split(',') ?? defaultColumns(resource, role)
  if (!names.every((name) => offered.includes(name)))
    throw new RequestError('validation_failed', { errors: { columns: [message('choice')] } })
  return [...new Set(['id', ...names])].map((name) => ({ name, column: required(recordColumn(resource, name), 'record column') }))
}

type ExportCall = Call<ReturnType<typeof exportEndpoint>>

const sortOf = ({ resource }: ResourceMapping, query: ListQuery) => query['sort'] ?? resource.list.defaultSort

/** The metrics that a file shows or is ordered by. */
function metricsOf(mapping: ResourceMapping, sort: string, columns: readonly FileColumn[]): MetricName[] {
  const sorted = sortedMetric(mapping, sort)
  return [...new Set([...columns.flatMap(({ column: { metric } }) => metric ?? []), ...(sorted ? [sorted] : [])])]
}

/** Selects all matching rows in the requested order, each column named after its field or metric. */
function exportSql(mapping: ResourceMapping, call: ExportCall, columns: readonly FileColumn[], known: KnownDelivery): SQL {
  const { resource, table } = mapping
  const query: ListQuery = call.query
  const sort = sortOf(mapping, query)
  const fields = columns.map(({ name }) => name).filter((name) => name in resource.fields)
  const selected = Object.entries(selectionOf(mapping, call.session, fields)).map(([name, expression]) => {
    // Cast to text, because the driver would turn a date into an instant of the server's time zone.
    const value = kindOf(resource, name) === 'date' ? sql`${expression}::text` : sql`${expression}`
    return sql`${value} as ${sql.identifier(name)}`
  })
  const names = metricsOf(mapping, sort, columns)
  const figures = names.length > 0 ? figureRows(deliveryOf(mapping, call.session, listPeriod(query), known), names) : null
  const joined = figures ? sql`left join (${figures}) as figures on figures.key = ${table.id}` : sql``
  const shown = names.map((name) => sql`${metricJson(name, joinedFigure(name))} as ${sql.identifier(name)}`)
  const metric = sortedMetric(mapping, sort)
  const order = metric ? { ...metricOrder(sort, metric), expression: joinedFigure(metric), id: table.id } : orderOf(mapping, sort)
  const where = matchingRows(mapping, call.session, query, known)
  return sql`select ${sql.join([...selected, ...shown], sql`, `)} from ${table} ${joined}
    where ${where} order by ${sql.join(orderBy(order, false), sql`, `)}`
}

/** Yields the matching records as presented to the caller. */
async function* recordBatches(call: ExportCall, mapping: ResourceMapping, columns: readonly FileColumn[]): AsyncGenerator<JsonRecord[]> {
  const { db, session, query } = call
  const known = await knownDelivery(db, mapping, session, query, metricsOf(mapping, sortOf(mapping, query), columns))
  const rows = batchesOf<Row & FigureRow>(poolOf(db), exportSql(mapping, call, columns, known), batchRows)
  const metrics = columns.flatMap(({ column: { metric } }) => metric ?? [])
  for await (const batch of rows) {
    const records = await presentRecords(db, session, mapping, batch)
    yield records.map((record, index) => ({ ...record, figures: figuresFrom(metrics, (name) => batch[index]?.[name]) }))
  }
}

export const headOf = (columns: readonly FileColumn[], locale: Locale) =>
  columns.map(({ column }) => (column.metric ? metricHead(column.metric, locale) : column.label[locale]))

async function* csvPieces(
  batches: AsyncGenerator<JsonRecord[]>,
  columns: readonly FileColumn[],
  encoding: 'utf8' | 'sjis',
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  let head: string[][] = [headOf(columns, locale)]
  for await (const records of batches) {
    const lines = records.map((record) => columns.map(({ name, column }) => cellText(column, name, record, locale)))
    yield csvBytes([...head, ...lines], encoding, head.length > 0)
    head = []
  }
  if (head.length > 0) yield csvBytes(head, encoding, true)
}

async function* sheetRows(
  batches: AsyncGenerator<JsonRecord[]>,
  columns: readonly FileColumn[],
  locale: Locale,
): AsyncGenerator<readonly (readonly SheetCell[])[]> {
  for await (const records of batches) {
    yield records.map((record) => columns.map(({ name, column }) => sheetCell(column, name, record, locale)))
  }
}

export async function exportRecords(call: ExportCall, mapping: ResourceMapping): Promise<Response> {
  const { session } = call
  const { format = 'csv', encoding = 'utf8', columns: wanted, locale = call.locale, account_id } = call.query
  if (account_id !== undefined && account_id !== String(session.account_id)) throw new RequestError('account_changed')
  const columns = columnsOf(mapping, session, wanted)
  const batches = recordBatches(call, mapping, columns)
  const title = mapping.resource.label[locale]
  const name = `${title}_${jstText(new Date().toISOString()).slice(0, 10)}.${format}`
  if (format === 'csv') {
    const body = await streamed(csvPieces(batches, columns, encoding, locale))
    return fileAnswer(body, csvTypes[encoding], name)
  }
  const rows = sheetRows(batches, columns, locale)
  const body = await streamed(xlsxPieces({ title, head: headOf(columns, locale), batches: rows }))
  return fileAnswer(body, xlsxType, name)
}
