import type { Client } from 'pg'

/** Values for columns whose checks need more than their type implies. */
const otherwise: Readonly<Record<string, string>> = {
  'ad_whitelist.space_id': 'null',
  'ad_whitelist.article_id': 'null',
  'campaigns.end_at': `now() + interval '1 year'`,
  'information.publish_to': `now() + interval '1 year'`,
  'information.target_roles': `'{1}'`,
  'invitations.locale': `'ja'`,
  'invitations.status': `'SENT'`,
  'security_events.outcome': `'DONE'`,
  'user_factors.kind': `'passkey'`,
  'users.locale': `'ja'`,
  'viewings.ends_at': `now() + interval '30 minutes'`,
  'viewings.admin_user_id': '-n',
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly label: string | null
}

/** The columns that statements name, by table, without partitions and what the database fills in by itself. */
export async function writtenColumns(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(
    `select relname as table, attname as column, format_type(atttypid, atttypmod) as type,
       (select enumlabel from pg_enum where enumtypid = atttypid order by enumsortorder limit 1) as label
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' order by relname, attnum`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}

function valueOf({ table, column, type, label }: Column): string {
  const set = otherwise[`${table}.${column}`]
  if (set !== undefined) return set
  if (label !== null) return `'${label}'`
  if (type.endsWith('[]')) return `'{}'`
  if (/^(?:bigint|integer|smallint|numeric|double precision|real)/u.test(type)) return 'n'
  if (type === 'date') return 'current_date'
  if (type.startsWith('timestamp')) return 'now()'
  if (type === 'boolean') return 'false'
  if (type === 'uuid') return `lpad(n::text, 32, '0')::uuid`
  if (type.startsWith('json')) return `'{}'`
  if (type === 'bytea') return String.raw`convert_to(n::text, 'UTF8')`
  return 'n::text'
}

/** Inserts rows number `from` to `to` into every table, naming these columns alone. Foreign keys are not enforced. */
export async function fillTables(client: Client, tables: ReadonlyMap<string, readonly Column[]>, from: number, to: number): Promise<void> {
  await client.query(`select ensure_delivery_partitions(current_date, current_date)`)
  await client.query('set session_replication_role = replica')
  for (const [table, columns] of tables) {
    const names = columns.map(({ column }) => `"${column}"`).join(', ')
    await client.query(
      `insert into "${table}" (${names}) select ${columns.map(valueOf).join(', ')} from generate_series(${from}, ${to}) as n`,
    )
  }
  await client.query('set session_replication_role = origin')
}
