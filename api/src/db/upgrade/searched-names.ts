import { required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { migrationNumber } from '../schema-version.ts'
import type { Backfill } from './backfills.ts'

/** Blocks (8 kB) of a table that one step reads. */
const blocksAtOnce = 1000

interface NamedTable {
  readonly name: string
  readonly blocks: number
}

/** Recomputes the searchable form of names (contract `searchForm`) in every table that stores it. Rows that are up to date are only read. */
export const searchedNames: Backfill = {
  name: 'searched_names',
  since: migrationNumber('0000_baseline'),
  async step(transaction, position) {
    const { rows: tables } = await transaction.execute<NamedTable & Record<string, unknown>>(sql`
      select c.oid::regclass::text as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'name_norm' and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
    const [at = required(tables[0], 'a table with names').name, block = '0'] = position?.split(':') ?? []
    const from = Number(block)
    const index = tables.findIndex(({ name }) => name === at)
    const table = required(tables[index], `the table ${at}`)
    const rows = sql.raw(table.name)
    await transaction.execute(sql`update ${rows} set name_norm = search_form(name_norm)
      where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + blocksAtOnce},0)`}::tid and name_norm <> search_form(name_norm)`)
    const to = from + blocksAtOnce
    const isThrough = to >= table.blocks
    const next = isThrough ? tables[index + 1] : table
    if (!next) return null
    const share = (index + (isThrough ? 1 : to / table.blocks)) / tables.length
    return { position: `${next.name}:${isThrough ? 0 : to}`, progress: Math.floor(share * 100) }
  },
}
