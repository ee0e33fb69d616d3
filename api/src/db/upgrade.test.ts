import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { databaseOf, dropClusterDatabase, onDatabase } from './cluster/cluster-database.ts'
import { migrate } from './migrate.ts'

const migrations = join(import.meta.dirname, 'migrations')
/** Migrations of the first release. */
const baseline = 1
/** Rows per table in the database that is upgraded. */
const rows = 3

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
  'users.locale': `'ja'`,
}

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string; readonly when: number }[]
}

let server: string
let name: string
let client: pg.Client
let folder: string
beforeEach(async () => {
  server = databaseOf(inject('templateUrls')[0]!, 'postgres')
  name = `upgrade_${randomBytes(6).toString('hex')}`
  await onDatabase(server, (administrator) => administrator.query(`create database ${name} template template0`))
  client = new pg.Client({ connectionString: databaseOf(server, name) })
  await client.connect()
  await client.query('set client_min_messages = warning')
  folder = await mkdtemp(join(tmpdir(), 'adsite-upgrade-'))
  await cp(migrations, folder, { recursive: true })
})
afterEach(async () => {
  await client.end()
  await dropClusterDatabase([server], name)
  await rm(folder, { recursive: true, force: true })
})

const readJournal = async () => JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal

/** Runs the given entries of the migrations' journal. */
async function run(entries: Journal['entries']): Promise<void> {
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  await runMigrations(drizzle({ client }), { migrationsFolder: folder })
}

/** Lists tables that store rows, without partitions. */
async function tables(): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  return found.map((table) => table.name)
}

/** Fills every table with rows made from its column types, so that later migrations run on filled tables. */
async function fill(): Promise<void> {
  await client.query(`select ensure_delivery_partitions(current_date, current_date)`)
  // Foreign keys are not enforced; they do not matter for the upgrade.
  await client.query('set session_replication_role = replica')
  for (const table of await tables()) {
    const { rows: columns } = await client.query<{ column: string; type: string; label: string | null }>(
      `select attname as column, format_type(atttypid, atttypmod) as type,
         (select enumlabel from pg_enum where enumtypid = atttypid order by enumsortorder limit 1) as label
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
      [table],
    )
    const values = columns.map(({ column, type, label }) => {
      const set = otherwise[`${table}.${column}`]
      if (set !== undefined) return set
      if (label !== null) return `'${label}'`
      if (type.endsWith('[]')) return `'{}'`
      if (/^(?:bigint|integer|smallint|numeric)/u.test(type)) return 'n'
      if (type === 'date') return 'current_date'
      if (type.startsWith('timestamp')) return 'now()'
      if (type === 'boolean') return 'false'
      if (type.startsWith('json')) return `'{}'`
      if (type === 'bytea') return String.raw`convert_to(n::text, 'UTF8')`
      return 'n::text'
    })
    const names = columns.map(({ column }) => `"${column}"`).join(', ')
    await client.query(`insert into "${table}" (${names}) select ${values.join(', ')} from generate_series(1, ${rows}) as n`)
  }
  await client.query('set session_replication_role = origin')
}

/** Lists tables that lost rows or disappeared, with the number left. */
async function lost(former: readonly string[]): Promise<string[]> {
  const now = await tables()
  const losses: string[] = []
  for (const table of former) {
    if (!now.includes(table)) losses.push(`${table}: gone`)
    else {
      const { rows: found } = await client.query<{ left: number }>(`select count(*)::int as left from "${table}"`)
      if (found[0]!.left !== rows) losses.push(`${table}: ${found[0]!.left} of ${rows}`)
    }
  }
  return losses
}

test('a filled database of the first release is upgraded without losing a row', async () => {
  const { entries } = await readJournal()
  await run(entries.slice(0, baseline))
  await fill()
  const former = await tables()
  expect(former.length).toBeGreaterThan(40)
  await run(entries)
  expect(await lost(former)).toEqual([])
})

test('an upgrade that loses rows or a table is noticed', async () => {
  const { entries } = await readJournal()
  await run(entries.slice(0, baseline))
  await fill()
  const former = await tables()
  const last = entries.at(-1)!
  await writeFile(join(folder, '9999_loss.sql'), 'delete from saved_views where id = 1;--> statement-breakpoint\ndrop table mail_jobs;')
  await run([...entries, { ...last, idx: last.idx + 1, tag: '9999_loss', when: last.when + 1 }])
  expect(await lost(former)).toEqual(['mail_jobs: gone', 'saved_views: 2 of 3'])
})

test('a database from before the first release is refused with what to do', async () => {
  const [first] = (await readJournal()).entries
  await run([{ ...first!, when: first!.when - 1 }])
  await expect(migrate(databaseOf(server, name))).rejects.toThrow('Start with an empty one')
})
