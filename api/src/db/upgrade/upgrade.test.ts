import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOptionalFigure, measures } from '@adsite/contract'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import releases from '../../../released.json' with { type: 'json' }
import { frameRollUp, periodRollUps, rollUps } from '../../delivery/roll-up/roll-ups.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { databaseOf, dropClusterDatabase, onDatabase } from '../cluster/cluster-database.ts'
import { schemaVersion } from '../schema-version.ts'
import { isMigrated } from './is-migrated.ts'
import { migrate } from './migrate.ts'
import { fillTables, writtenColumns } from './testing/fill-tables.ts'
import { breaks, readUses } from './testing/uses.ts'

const migrations = join(import.meta.dirname, '../migrations')
/** Rows per table in the database that is upgraded. */
const rows = 3

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string; readonly when: number }[]
}

let url: string
let server: string
let name: string
let client: pg.Client
let folder: string
beforeEach(async () => {
  server = databaseOf(inject('templateUrls')[0]!, 'postgres')
  name = `upgrade_${randomBytes(6).toString('hex')}`
  await onDatabase(server, (administrator) => administrator.query(`create database ${name} template template0`))
  url = databaseOf(server, name)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set client_min_messages = warning')
  folder = await mkdtemp(join(tmpdir(), 'adsite-upgrade-'))
  await cp(migrations, folder, { recursive: true })
})
afterEach(async () => {
  await client.end()
  await dropClusterDatabase([databaseOf(inject('superuserUrl'), 'postgres')], name)
  await rm(folder, { recursive: true, force: true })
})

const { entries } = JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal
const writeJournal = (given: Journal['entries']) =>
  writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries: given }))

/** Runs the given entries of the migrations' journal. */
async function run(given: Journal['entries']): Promise<void> {
  await writeJournal(given)
  await runMigrations(drizzle({ client }), { migrationsFolder: folder })
}
const entriesOf = ({ migration }: (typeof releases)[number]) => entries.slice(0, migration + 1)

/** The journal with one more migration, of these statements. */
async function withNext(...statements: string[]): Promise<Journal['entries']> {
  const last = entries.at(-1)!
  const next = { ...last, idx: last.idx + 1, tag: '9999_next', when: last.when + 1 }
  await writeFile(join(folder, `${next.tag}.sql`), statements.join(';--> statement-breakpoint\n'))
  return [...entries, next]
}

/** Lists tables that lost rows or disappeared, with the number left. */
async function lost(former: Iterable<string>): Promise<string[]> {
  const now = await writtenColumns(client)
  const losses: string[] = []
  for (const table of former) {
    if (!now.has(table)) losses.push(`${table}: gone`)
    else {
      const { rows: found } = await client.query<{ left: number }>(`select count(*)::int as left from "${table}"`)
      if (found[0]!.left !== rows) losses.push(`${table}: ${found[0]!.left} of ${rows}`)
    }
  }
  return losses
}

describe.for(releases)('from $version', (release) => {
  test('a filled database is upgraded without losing a row, and takes what that release writes', async () => {
    await run(entriesOf(release))
    const former = await writtenColumns(client)
    expect(former.size).toBeGreaterThan(40)
    await fillTables(client, former, 1, rows)
    await run(entries)
    expect(await lost(former.keys())).toEqual([])
    await fillTables(client, former, rows + 1, 2 * rows)
    for (const [table, columns] of former) {
      const { rowCount } = await client.query(`select ${columns.map(({ column }) => `"${column}"`).join(', ')} from "${table}"`)
      expect([table, rowCount]).toEqual([table, 2 * rows])
    }
  })

  test('nothing that its statements rely on is gone or stricter', async () => {
    await run(entriesOf(release))
    const former = await readUses(client)
    await run(entries)
    expect(breaks(former, await readUses(client))).toEqual([])
  })
})

test('an upgrade that loses rows or a table is noticed', async () => {
  await run(entries)
  await client.query('truncate schema_floor, backfills')
  const former = await writtenColumns(client)
  await fillTables(client, former, 1, rows)
  await run(await withNext('delete from saved_views where id = 1', 'drop table mail_jobs'))
  expect(await lost(former.keys())).toEqual(['mail_jobs: gone', 'saved_views: 2 of 3'])
})

describe('what breaks the former release', () => {
  /** What is broken after these statements, which are taken back. */
  async function brokenBy(...statements: string[]): Promise<string[]> {
    const connection = await database.pool.connect()
    try {
      const former = await readUses(connection)
      await connection.query('begin')
      for (const statement of statements) await connection.query(statement)
      return breaks(former, await readUses(connection))
    } finally {
      await connection.query('rollback')
      connection.release()
    }
  }
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test.for([
    ['drop table mail_jobs', 'mail_jobs is gone'],
    ['alter table saved_views drop column name', 'saved_views.name is gone'],
    ['alter table saved_views rename column name to title', 'saved_views.name is gone'],
    ['alter table open_pages alter column shell_build type varchar(9)', 'open_pages.shell_build is character varying(9), it was text'],
    ['alter table open_pages alter column unit set not null', 'open_pages.unit must not be null any more'],
    ['alter table open_pages add column language text not null', 'open_pages.language is needed in every row'],
    ['alter table campaigns alter column version drop default', 'campaigns.version has no default any more'],
    [`alter table open_pages add constraint known check (unit <> '')`, `known refuses rows: CHECK ((unit <> ''::text))`],
    [
      'alter table open_pages add constraint one unique (user_id)',
      'one refuses rows: CREATE UNIQUE INDEX one ON public.open_pages USING btree (user_id)',
    ],
    ['drop index delivery_files_in_place', 'delivery_files_in_place is gone'],
    ['drop function delivery_month_attached cascade', 'delivery_month_attached(date) returns boolean is gone'],
  ])('is noticed: %s', async ([statement = '', expected]) => expect(await brokenBy(statement)).toContain(expected))

  test('is nothing that expands', async () => {
    const broken = await brokenBy(
      'alter table open_pages add column language text',
      `alter table open_pages add column theme text not null default 'light' check (theme <> '')`,
      'alter table open_pages alter column shell_build drop not null',
      'create table palettes (id bigint generated always as identity primary key, name text not null unique)',
      'create index open_pages_of_theme on open_pages (theme)',
    )
    expect(broken).toEqual([])
  })
})

test('the schema serves the former release, and records of releases name migrations in order', async () => {
  await run(entries)
  const { rows: floor } = await client.query<{ version: number }>('select version from schema_floor')
  expect(floor).toHaveLength(1)
  const versions = releases.map(({ migration }) => migration)
  expect(floor[0]!.version).toBeLessThanOrEqual(versions.at(-1)!)
  expect(versions.toSorted((a, b) => a - b)).toEqual(versions)
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, index) => index))
  expect(entries[versions.at(-1)!]).toBeDefined()
})

test('reports read only sums that the former release keeps, too', async () => {
  await run(entriesOf(releases.at(-1)!))
  const columns = await writtenColumns(client)
  const read = new Set(
    Object.values(measures).flatMap(({ figure }) => (isOptionalFigure(figure) ? [figure, `unknown_${figure}`] : [figure])),
  )
  // These are read only while nothing leaves them out (delivery/roll-up/frame-sums.test.ts, period-sums.test.ts).
  const missing = rollUps
    .filter((each) => each !== frameRollUp && !periodRollUps.includes(each))
    .flatMap(({ table }) => {
      const kept = columns.get(table)?.map(({ column }) => column)
      // A whole table of sums that it does not have is read a release later, too.
      return [...read].filter((name) => !kept?.includes(name)).map((name) => `${table}.${name}`)
    })
  expect(read.size).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

describe('migrate', () => {
  test('waits for a table that a transaction of the site uses, without making calls wait behind it', async () => {
    await run(entriesOf(releases.at(-1)!))
    await writeJournal(await withNext('alter table saved_views add column theme text'))
    const [reader, other] = [new pg.Client(url), new pg.Client(url)]
    await Promise.all([reader.connect(), other.connect()])
    try {
      await reader.query('begin')
      await reader.query('select from saved_views')
      const said: string[] = []
      const migrated = migrate(url, { say: (line) => said.push(line), migrationsFolder: folder })
      await vi.waitFor(() => expect(said.length).toBeGreaterThan(0), 60_000)
      await other.query('select from saved_views')
      await reader.query('commit')
      await migrated
      await client.query('select theme from saved_views')
      expect(said).toContain('  A table is in use by a transaction of the site: trying again.')
    } finally {
      await Promise.all([reader.end(), other.end()])
    }
  })

  test('contracts once nobody uses what goes; then code of before does not start', async () => {
    const later = schemaVersion + 1
    await run(entriesOf(releases.at(-1)!))
    await writeJournal(await withNext(`select require_schema_version(${later})`, 'alter table saved_views drop column name'))
    const process = new pg.Client({ connectionString: url, application_name: `adsite/${schemaVersion} api` })
    const newer = new pg.Client({ connectionString: url, application_name: `adsite/${later} api` })
    await Promise.all([process.connect(), newer.connect()])
    await expect(migrate(url, { migrationsFolder: folder })).rejects.toThrow(
      `Processes of a former release are connected (adsite/${schemaVersion} api)`,
    )
    await client.query('select name from saved_views')
    await process.end()
    await vi.waitFor(() => migrate(url, { migrationsFolder: folder }), 60_000)
    await newer.end()
    const tooOld = `its code ends at migration ${String(schemaVersion).padStart(4, '0')}`
    await expect(isMigrated(drizzle({ client }))).rejects.toThrow(tooOld)
    await expect(migrate(url)).rejects.toThrow(tooOld)
  })

  test('a database from before the first release is refused with what to do', async () => {
    const [first] = entries
    await run([{ ...first!, when: first!.when - 1 }])
    await expect(migrate(url)).rejects.toThrow('Start with an empty one')
  })
})
