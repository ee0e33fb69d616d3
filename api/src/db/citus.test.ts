import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

const script = readFileSync(join(import.meta.dirname, '../../../docs/operations/citus.sql'), 'utf8')
const all = (pattern: RegExp) => [...script.matchAll(pattern)].map((match) => match.slice(1) as (string | undefined)[])

interface Distribution {
  readonly column: string
  /** The first table of a colocation group. */
  readonly group: string
}

const references = all(/create_reference_table\('(\w+)'\)/gu).map(([table]) => table!)
const distributed = new Map(
  all(/create_distributed_table\('(\w+)', '(\w+)'(?:, colocate_with => '(\w+)')?\)/gu).map(
    ([table, column, group]): [string, Distribution] => [table!, { column: column!, group: group ?? table! }],
  ),
)
const local = all(/^-- local: (.*)$/gmu).flatMap(([names]) => names!.split(', '))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function rows<T>(query: string): Promise<T[]> {
  return (await database.pool.query(query)).rows as T[]
}

test('docs/operations/citus.sql names every table once, partitions with the table that they are part of', async () => {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const named = [...references, ...distributed.keys(), ...local]
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('functions that columns and indexes are made with are on the workers before their tables', async () => {
  const functions = await rows<{ name: string }>(
    `select distinct p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
     from pg_depend d join pg_proc p on d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
     where d.classid in ('pg_attrdef'::regclass, 'pg_class'::regclass) and p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
     order by 1`,
  )
  const made = functions.map(({ name }) => name.replace(/\w+ (\w+\b)(?=[,)])/gu, '$1'))
  expect(all(/create_distributed_function\('([^']+)'\)/gu).flat()).toEqual(made)
  expect(made).toContain('search_form(text)')
  expect(script.lastIndexOf('create_distributed_function(')).toBeLessThan(script.indexOf("create_reference_table('"))
})

test('whatever is unique, or excludes, has the column in it that its table is distributed by', async () => {
  const unique = await rows<{ table: string; name: string; columns: string[] }>(
    `select c.relname as table, i.relname as name, array(select attname::text from pg_attribute where attrelid = x.indrelid and attnum = any(x.indkey)) as columns
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and (x.indisunique or x.indisexclusion)`,
  )
  const faults = unique.filter(({ table, columns }) => distributed.has(table) && !columns.includes(distributed.get(table)!.column))
  expect(faults).toEqual([])
  expect(unique.filter(({ table }) => distributed.has(table)).length).toBeGreaterThan(10)
})

test('foreign keys stay on one node, and lead to tables that are there before', async () => {
  const keys = await rows<{ from: string; to: string; own: string[]; other: string[] }>(
    `select f.relname as from, t.relname as to,
       array(select a.attname::text from unnest(k.conkey) with ordinality as p(n, o) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.n order by o) as own,
       array(select a.attname::text from unnest(k.confkey) with ordinality as p(n, o) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = p.n order by o) as other
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and k.conparentid = 0`,
  )
  const order = [...references, ...distributed.keys()]
  function fault({ from, to, own, other }: (typeof keys)[number]): string | null {
    const [source, target] = [distributed.get(from), distributed.get(to)]
    if (references.includes(to)) return order.includes(from) && order.indexOf(from) < order.indexOf(to) ? 'comes too late' : null
    if (!target) return local.includes(from) ? null : 'leads to a table of the coordinator'
    if (source?.group !== target.group) return 'leads to another node'
    return other[own.indexOf(source.column)] === target.column ? null : 'does not carry the tenant'
  }
  expect(keys.flatMap((key) => (fault(key) ? [{ ...key, fault: fault(key) }] : []))).toEqual([])
  expect(keys.length).toBeGreaterThan(20)
})

test('what is distributed has no triggers', async () => {
  const triggers = await rows<{ table: string }>(`select tgrelid::regclass::text as table from pg_trigger where not tgisinternal`)
  expect(triggers.filter(({ table }) => distributed.has(table))).toEqual([])
})
