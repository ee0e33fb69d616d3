import { searchForm, required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { copyInto, copyLine, type CopyValue } from '../../db/copy/copy-rows.ts'
import type { Random } from './random.ts'

export type DemoRow = Readonly<Record<string, CopyValue>>

/** The tables of the demo, with the name of their resource in the history. */
const entities = {
  /** The history calls an account by its kind. */
  accounts: null,
  ads: 'ad',
  campaigns: 'campaign',
  companies: 'company',
  creative_groups: 'creative_group',
  creatives: 'creative',
  format_settings: 'format_setting',
  formats: 'format',
  frames: 'frame',
  information: 'information',
  media: 'medium',
  products: 'product',
  publisher_groups: 'publisher_group',
  publishers: 'publisher',
  revenue_shares: 'revenue_share',
  source_frames: 'source_frame',
  spaces: 'space',
  users: 'user',
} as const

/** A table that the demo fills with records; a further one is named in `entities`. */
type DemoTable = keyof typeof entities

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

  /** Inserts rows and returns them with their ids. All rows of a table must have the same columns. */
  async insert<R extends DemoRow>(table: DemoTable, rows: readonly R[]): Promise<(R & { id: number })[]> {
    const ids = await this.#ids(table, rows.length)
    const stored = rows.map((row, index) => {
      const created_at = new Date(this.#now.getTime() - this.#random.whole(1, 180 * 24 * 60) * 60_000).toISOString()
      const norm = table !== 'users' && typeof row['name'] === 'string' ? { name_norm: searchForm(row['name']) } : {}
      return { ...row, ...norm, id: required(ids[index], 'the id of a row: one is reserved for each'), created_at, updated_at: created_at }
    })
    await this.copy(table, stored)
    const log = stored.map(({ id, created_at }, index) => {
      const entity = entities[table] ?? String(required(rows[index], 'the row that was stored')['kind'])
      return { entity, entity_id: id, at: created_at, action: 'create', source: 'import' }
    })
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
