import { searchForm, required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { copyInto, copyLine, type CopyValue } from '../../db/copy/copy-rows.ts'
import type { Random } from './random.ts'

export type DemoRow = Readonly<Record<string, CopyValue>>

/** Writes rows with predetermined ids; sets search forms of names and creation times in the past. */
export class DemoWriter {
  readonly #client: ClientBase
  readonly #random: Random
  readonly #now: Date
  constructor(client: ClientBase, random: Random, now: Date) {
    this.#client = client
    this.#random = random
    this.#now = now
  }

  async #ids(table: string, count: number): Promise<number[]> {
    const { rows } = await this.#client.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)`,
      [table, count],
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Inserts rows and returns them with their ids. All rows of a table must have the same columns. `entity` is the name of
   * their resource, or that of each row's, in the history.
   */
  async insert<R extends DemoRow>(
    table: string,
    entity: string | ((row: R) => string),
    rows: readonly R[],
  ): Promise<(R & { id: number })[]> {
    const ids = await this.#ids(table, rows.length)
    const stored = rows.map((row, index) => {
      const created_at = new Date(this.#now.getTime() - this.#random.whole(1, 180 * 24 * 60) * 60_000).toISOString()
      const norm = table !== 'users' && typeof row['name'] === 'string' ? { name_norm: searchForm(row['name']) } : {}
      return { ...row, ...norm, id: required(ids[index], 'the id of a row: one is reserved for each'), created_at, updated_at: created_at }
    })
    await this.copy(table, stored)
    const log = stored.map((row) => ({
      entity: typeof entity === 'string' ? entity : entity(row),
      entity_id: row.id,
      at: row.created_at,
      action: 'create',
      source: 'import',
    }))
    await this.copy('audit_log', log)
    return stored
  }

  /** Copies rows unchanged. */
  async copy(table: string, rows: readonly DemoRow[]): Promise<void> {
    if (rows.length === 0) return
    const columns = Object.keys(required(rows[0], 'a row of the answer'))
    const lines = rows.map((row) => copyLine(columns.map((column) => row[column] ?? null)))
    await copyInto(this.#client, table, columns, lines)
  }
}
