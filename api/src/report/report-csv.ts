import { visibleMetrics, type Locale, type MetricName, type ReportFigures, type ReportRow } from '@adsite/contract'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import { stringify } from 'csv-stringify/sync'
import type { Pool } from 'pg'
import type { Caller } from '../db/scope.ts'
import { reportSql, type ReportQuery } from './report-sql.ts'
import { keyLabels, metricHead, totalLabel } from './report-texts.ts'

const batchRows = 500
const dialect = new PgDialect()

/** QUALITY "exports": what a spreadsheet would take for a formula gets an apostrophe in front. Numbers do not come here. */
export function defused(text: string): string {
  return /^[=+\-@\t\r\0＝＋－＠]/u.test(text) ? `'${text}` : text
}

/**
 * Rows of a statement in batches, through a cursor: memory stays flat, and the reader sets the pace. A
 * reader that stops for a minute loses the connection, so that it cannot keep one for ever.
 */
async function* batchesOf<Row>(pool: Pool, statement: SQL): AsyncGenerator<readonly Row[]> {
  const { sql, params } = dialect.sqlToQuery(statement)
  const client = await pool.connect()
  let released = false
  function release(error?: Error): void {
    if (!released) client.release(error)
    released = true
  }
  client.on('error', release)
  try {
    await client.query('begin read only')
    await client.query(`set local idle_in_transaction_session_timeout = '60s'`)
    await client.query(`declare report no scroll cursor for ${sql}`, params)
    for (;;) {
      const { rows } = await client.query(`fetch ${batchRows} from report`)
      if (rows.length > 0) yield rows as Row[]
      if (rows.length < batchRows) break
    }
  } finally {
    await client.query('rollback').catch(release)
    client.off('error', release)
    release()
  }
}

type SqlRow = ReportRow & { readonly is_total: boolean }

function cells(figures: ReportFigures, names: readonly MetricName[]): (number | string)[] {
  return names.map((name) => figures[name] ?? '')
}

/** The whole report as text: BOM and header, every row, the totals last. The first piece comes when the database has answered. */
export async function* reportCsv(pool: Pool, caller: Caller, query: ReportQuery, locale: Locale): AsyncGenerator<string> {
  const grouping = query.group_by ?? 'day'
  const names = visibleMetrics(caller.role)
  const withId = grouping !== 'day'
  const lines = (rows: readonly unknown[][]) => stringify(rows as unknown[][], { record_delimiter: '\r\n' })
  const head = [...(withId ? ['ID'] : []), keyLabels[grouping][locale], ...names.map((name) => metricHead(name, locale))]
  let total: ReportFigures = {}
  let started = false
  for await (const rows of batchesOf<SqlRow>(pool, reportSql(caller, query, locale))) {
    if (!started) {
      total = rows[0] ?? {}
      yield `\uFEFF${lines([head])}`
    }
    yield lines(rows.slice(started ? 0 : 1).map((row) => [...(withId ? [row.key] : []), defused(row.name), ...cells(row, names)]))
    started = true
  }
  yield lines([[...(withId ? [''] : []), totalLabel[locale], ...cells(total, names)]])
}
