import type { ClientBase } from 'pg'

interface Column {
  readonly type: string
  readonly nullable: boolean
  /** The database fills it in where a statement does not name it. */
  readonly filled: boolean
  readonly generated: boolean
}

/** What the statements of a release can rely on: columns, what rows must not be, and functions. */
export interface Uses {
  readonly columns: ReadonlyMap<string, Column>
  /** By name: the definition, and the columns that it is about. */
  readonly rules: ReadonlyMap<string, { readonly definition: string; readonly table: string; readonly columns: readonly string[] }>
  readonly functions: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'))

/** Reads what the tables, functions and types of a database offer, without partitions. */
export async function readUses(client: ClientBase): Promise<Uses> {
  const own = `relnamespace = 'public'::regnamespace and not relispartition`
  const columns = await client.query<Column & { name: string }>(
    `select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
       atthasdef or attidentity <> '' as filled, attgenerated <> '' or attidentity = 'a' as generated
     from pg_attribute join pg_class c on c.oid = attrelid where ${own} and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  )
  const rules = await client.query<{ name: string; definition: string; table: string; columns: string[] }>(
    `select conname as name, pg_get_constraintdef(k.oid) as definition, relname as table,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(conkey)) as columns
     from pg_constraint k join pg_class c on c.oid = conrelid where ${own} and contype in ('c', 'f', 'x')
     union all
     select i.relname, pg_get_indexdef(i.oid), c.relname,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(indkey))
     from pg_index x join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid
     where c.${own.replace('not relispartition', 'not c.relispartition')} and indisunique`,
  )
  const functions = await client.query<{ name: string }>(
    `select p.oid::regprocedure || ' returns ' || pg_get_function_result(p.oid) as name from pg_proc p where pronamespace = 'public'::regnamespace`,
  )
  const labels = await client.query<{ name: string }>(
    `select t.typname || '.' || enumlabel as name from pg_enum join pg_type t on t.oid = enumtypid`,
  )
  return {
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    rules: new Map(rules.rows.map(({ name, ...rule }) => [name, rule])),
    functions: new Set(functions.rows.map(({ name }) => name)),
    labels: new Set(labels.rows.map(({ name }) => name)),
  }
}

function columnBreak(name: string, former: Column, now: Column | undefined): string[] {
  if (!now) return [`${name} is gone`]
  return [
    ...(now.type === former.type ? [] : [`${name} is ${now.type}, it was ${former.type}`]),
    ...(former.nullable && !now.nullable ? [`${name} must not be null any more`] : []),
    ...(former.filled && !now.filled && !now.nullable ? [`${name} has no default any more`] : []),
    ...(!former.generated && now.generated ? [`${name} cannot be written any more`] : []),
  ]
}

/** Tells what the statements of a former release would stumble over in the tables of now; none: both releases can run beside each other. */
export function breaks(former: Uses, now: Uses): string[] {
  const tables = new Set([...former.columns.keys()].map(tableOf))
  const left = new Set([...now.columns.keys()].map(tableOf))
  const gone = [...tables].filter((table) => !left.has(table))
  const isFormer = (table: string, column: string) => former.columns.has(`${table}.${column}`)
  return [
    ...gone.map((table) => `${table} is gone`),
    ...[...former.columns].flatMap(([name, column]) =>
      gone.includes(tableOf(name)) ? [] : columnBreak(name, column, now.columns.get(name)),
    ),
    ...[...now.columns].flatMap(([name, { nullable, filled, generated }]) =>
      !former.columns.has(name) && tables.has(tableOf(name)) && !nullable && !filled && !generated
        ? [`${name} is needed in every row`]
        : [],
    ),
    // `on conflict` names the columns of a unique index.
    ...[...former.rules].flatMap(([name, { definition, table }]) =>
      definition.startsWith('CREATE UNIQUE') && !now.rules.has(name) && !gone.includes(table) ? [`${name} is gone`] : [],
    ),
    ...[...now.rules].flatMap(([name, { definition, table, columns }]) =>
      tables.has(table) && former.rules.get(name)?.definition !== definition && columns.some((column) => isFormer(table, column))
        ? [`${name} refuses rows: ${definition}`]
        : [],
    ),
    ...[...former.functions].filter((name) => !now.functions.has(name)).map((name) => `${name} is gone`),
    ...[...former.labels].filter((name) => !now.labels.has(name)).map((name) => `${name} is gone`),
  ]
}
