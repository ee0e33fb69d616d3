import type { Client } from 'pg'

/** What a migration writes beside a `name_norm` that has to be made anew; it goes when that is done. */
const mark = 'to be made anew'
/** Blocks of a table (8 kB) that are gone through in one transaction. */
const step = 4_000
/** Smaller tables are done before anybody could read that they are. */
const large = 10 * step

interface Marked {
  readonly name: string
  readonly blocks: number
}

/**
 * Makes the searched names of all rows anew where the form that names are searched in has changed (contract
 * `searchForm`): in steps, for one statement over five million ads would hold their rows and double the table. What
 * is interrupted begins with that table again, and passes over what is done.
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
    // A table of a cluster has no blocks here: all of it in one statement, which each node does its part of.
    if (blocks === 0) await client.query(update)
    for (let from = 0; from < blocks; from += step) {
      await client.query(`${update} and ctid >= '(${from},0)'::tid and ctid < '(${from + step},0)'::tid`)
      if (blocks > large) say(`  Searched names of ${name}: ${Math.min(100, Math.round(((from + step) / blocks) * 100))} %`)
    }
    await client.query(`comment on column ${name}.name_norm is null`)
  }
}
