import {
  changeOf,
  columnNames,
  csvTypes,
  defaultColumns,
  message,
  outOfFileLink,
  ratioDigits,
  recordColumn,
  xlsxType,
  required,
  type exportEndpoint,
  type FigureValue,
  type Locale,
  type MetricName,
  type RecordColumn,
  type Text,
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
import { periodBefore, type Period } from '../../report/days.ts'
import { comparedHeads, metricHead } from '../../report/report-texts.ts'
import { metricJson } from '../../report/source-sums.ts'
import { deliveryOf, knownDelivery, metricOrder, narrowing, sortedMetric } from '../read/list-delivery.ts'
import { readsDelivery, refuseHidden } from '../mapping/refuse-hidden.ts'
import { kindOf, selectionOf, type ResourceMapping } from '../mapping/resource-mapping.ts'

const batchRows = 250

export interface FileColumn {
  readonly name: string
  readonly column: RecordColumn
}

/** A metric's columns for the former period and for the change from it. */
function comparedColumns(name: MetricName, { kind }: RecordColumn): FileColumn[] {
  const { former, change } = comparedHeads(name)
  return [
    { name: `former_${name}`, column: { kind, label: former } },
    { name: `change_${name}`, column: { kind: 'rate', label: change } },
  ]
}

/** The columns of a file: the id, then the requested ones in order, or the list's default columns. */
function columnsOf({ resource }: ResourceMapping, session: Session, wanted: string | undefined, compares: boolean): FileColumn[] {
  const { role } = session
  const offered = columnNames(resource, role)
  const shown = () =>
    defaultColumns(resource, role).filter((name) => !recordColumn(resource, name)?.metric || readsDelivery(resource, session))
  const names = wanted?.split(',') ?? shown()
  if (!names.every((name) => offered.includes(name)))
    throw new RequestError('validation_failed', { errors: { columns: [message('choice')] } })
  refuseHidden(resource, session, names)
  return [...new Set(['id', ...names])].flatMap((name) => {
    const column = required(recordColumn(resource, name), 'record column')
    return [{ name, column }, ...(compares && column.metric ? comparedColumns(column.metric, column) : [])]
  })
}

type ExportCall = Call<ReturnType<typeof exportEndpoint>>

const queryOf = ({ query }: ExportCall): ListQuery => outOfFileLink<string | undefined>(query)

const sortOf = ({ resource }: ResourceMapping, query: ListQuery) => query['sort'] ?? resource.list.defaultSort

type ExportRow = Row & FigureRow & { readonly [former in `former_${MetricName}`]?: FigureValue }

const shownMetrics = (columns: readonly FileColumn[]): MetricName[] => columns.flatMap(({ column: { metric } }) => metric ?? [])

/** The metrics that a file shows or is ordered by. */
function metricsOf(mapping: ResourceMapping, sort: string, columns: readonly FileColumn[]): MetricName[] {
  const sorted = sortedMetric(mapping, sort)
  return [...new Set([...shownMetrics(columns), ...(sorted ? [sorted] : [])])]
}

/** Selects all matching rows in the requested order, each column named after its field or metric; `former_…` that of the former period. */
function exportSql(mapping: ResourceMapping, call: ExportCall, columns: readonly FileColumn[], known: KnownDelivery): SQL {
  const { resource, table } = mapping
  const query = queryOf(call)
  const sort = sortOf(mapping, query)
  const named = columns.flatMap(({ name, column: { without } }) => [name, ...(without === undefined ? [] : [without])])
  const fields = named.filter((name) => name in resource.fields)
  const selected = Object.entries(selectionOf(mapping, call.session, fields)).map(([name, expression]) => {
    // Cast to text, because the driver would turn a date into an instant of the server's time zone.
    const value = kindOf(resource, name) === 'date' ? sql`${expression}::text` : sql`${expression}`
    return sql`${value} as ${sql.identifier(name)}`
  })
  function join(as: 'figures' | 'former', period: Period, names: readonly MetricName[]) {
    if (names.length === 0) return { joined: sql``, shown: [] }
    const figures = figureRows(deliveryOf(mapping, call.session, period, known), names)
    return {
      joined: sql`left join (${figures}) as ${sql.raw(as)} on ${sql.raw(as)}.key = ${table.id}`,
      shown: names.map(
        (name) => sql`${metricJson(name, joinedFigure(name, as))} as ${sql.identifier(as === 'former' ? `former_${name}` : name)}`,
      ),
    }
  }
  const period = listPeriod(query)
  const now = join('figures', period, metricsOf(mapping, sort, columns))
  const before = join('former', periodBefore(period), query['compare'] ? shownMetrics(columns) : [])
  const metric = sortedMetric(mapping, sort)
  const order = metric ? { ...metricOrder(sort, metric), expression: joinedFigure(metric), id: table.id } : orderOf(mapping, sort)
  const where = matchingRows(mapping, call.session, query, known)
  return sql`select ${sql.join([...selected, ...now.shown, ...before.shown], sql`, `)} from ${table} ${now.joined} ${before.joined}
    where ${where} order by ${sql.join(orderBy(order, false), sql`, `)}`
}

/** The former figures of a row, and the changes from them, by the names of their columns. */
function comparedValues(names: readonly MetricName[], row: ExportRow): Record<string, FigureValue> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const former = row[`former_${name}`] ?? null
      const change = changeOf(name, row[name] ?? null, former)?.amount.toFixed(ratioDigits) ?? null
      return [
        [`former_${name}`, former],
        [`change_${name}`, change],
      ]
    }),
  )
}

/** Yields the matching records as presented to the caller. */
async function* recordBatches(call: ExportCall, mapping: ResourceMapping, columns: readonly FileColumn[]): AsyncGenerator<JsonRecord[]> {
  const { db, session } = call
  const query = queryOf(call)
  const known = await knownDelivery(db, mapping, session, query, metricsOf(mapping, sortOf(mapping, query), columns))
  const rows = batchesOf<ExportRow>(poolOf(db), exportSql(mapping, call, columns, known), batchRows)
  const metrics = shownMetrics(columns)
  for await (const batch of rows) {
    const records = await presentRecords(db, session, mapping, batch)
    yield records.map((record, index) => {
      const row = required(batch[index], 'the row of a record')
      return { ...record, figures: figuresFrom(metrics, (name) => row[name]), ...(query['compare'] ? comparedValues(metrics, row) : {}) }
    })
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

/** In the name of a file whose records a search or filters choose. */
const narrowed: Text = { ja: '絞り込み', en: 'filtered' }

export async function exportRecords(call: ExportCall, mapping: ResourceMapping): Promise<Response> {
  const { session } = call
  const { format = 'csv', encoding = 'utf8', columns: wanted, locale = call.locale, account_id } = call.query
  const { compare } = queryOf(call)
  if (account_id !== undefined && account_id !== String(session.account_id)) throw new RequestError('account_changed')
  const columns = columnsOf(mapping, session, wanted, compare !== undefined)
  const batches = recordBatches(call, mapping, columns)
  const title = mapping.resource.label[locale]
  // Files of one list are told apart by their time, and one that has not all of its records says so.
  const part = narrowing(queryOf(call)).length > 0 ? `_${narrowed[locale]}` : ''
  const [day, time] = jstText(new Date().toISOString()).split(' ')
  const name = `${title}${part}_${day}_${time?.replaceAll(':', '')}.${format}`
  if (format === 'csv') {
    const body = await streamed(csvPieces(batches, columns, encoding, locale))
    return fileAnswer(body, csvTypes[encoding], name)
  }
  const rows = sheetRows(batches, columns, locale)
  const body = await streamed(xlsxPieces({ title, head: headOf(columns, locale), batches: rows }))
  return fileAnswer(body, xlsxType, name)
}
