import type { Client } from 'pg'

/** Marker that a migration writes beside an outdated `name_norm`; removed when the refill is done. */
const mark = 'to be made anew'
/** Blocks (8 kB) of a table that one transaction processes. */
const step = 4_000
/** Smaller tables finish before progress could be read. */
const large = 10 * step

interface Marked {
  readonly name: string
  readonly blocks: number
}

/**
 * Recomputes `name_norm` of all rows after the form in which names are searched changed (contract `searchForm`).
 * Works in steps, because one statement over five million ads would lock their rows and double the table. After
 * an interruption it restarts with the same table and skips finished rows.
 */
export async function refillSearchedNames(client: Pick<Client, 'query'>, say: (line: string) => void): Promise<void> {
  const { rows: marked } = await client.query<Marked>(
    `select c.oid::regclass::text as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'name_norm'
     where col_description(c.oid, a.attnum) = $1 and c.relkind = 'r' order by 1`,
    [mark],
  )
  for (const { name, blocks } of marked) {
    const update = `update ${name} set name_norm = search_form(name_norm) where name_norm <> search_form(name_norm)`
    // Distributed tables report no blocks here; one statement updates all of it, and each node does its part.
    if (blocks === 0) await client.query(update)
    for (let from = 0; from < blocks; from += step) {
      await client.query(`${update} and ctid >= '(${from},0)'::tid and ctid < '(${from + step},0)'::tid`)
      if (blocks > large) say(`  Searched names of ${name}: ${Math.min(100, Math.round(((from + step) / blocks) * 100))} %`)
    }
    await client.query(`comment on column ${name}.name_norm is null`)
  }
}
