import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, QueryResultRow } from 'pg'

const dialect = new PgDialect()

/**
 * Yields the rows of a statement in batches through a cursor: memory stays flat, the reader sets the pace, and
 * all rows are from one snapshot. A reader that stalls for a minute loses the connection.
 */
export async function* batchesOf<Row extends QueryResultRow>(
  pool: Pool,
  statement: SQL,
  batchRows: number,
): AsyncGenerator<readonly Row[]> {
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
      const { rows } = await client.query<Row>(`fetch ${batchRows} from report`)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) break
    }
  } finally {
    await client.query('rollback').catch(release)
    client.off('error', release)
    release()
  }
}
