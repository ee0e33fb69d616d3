import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { endpoints } from '@adsite/contract'
import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApi } from '../app/api.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { releasesInMemory } from '../testing/releases.ts'
import { directoryStorage } from '../upload/storage.ts'
import { callSettings, connect } from './connect.ts'
import { serverUser } from './embedded/embedded-place.ts'
import { freePort } from './embedded/postmaster.ts'
import { migrate } from './upgrade/migrate.ts'
import { needsDirect } from './pooler.ts'

/** One connection for everybody, so that each transaction follows one of somebody else. */
const shared = 'default_pool_size = 1'

let database: TestDatabase
let directory: string
let pooler: ChildProcess
let pooled: string
let bare: string

function findPgBouncer(): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  const found = folders.map((folder) => join(folder, 'pgbouncer')).find((place) => existsSync(place))
  if (found) return found
  throw new Error('There is no PgBouncer on this machine: install it (Debian: pgbouncer), or run npm test, which tries to')
}

/** deploy/high-availability/pgbouncer.ini with other addresses, passwords and folders; `bare` is the same without its settings. */
async function configured(url: URL, port: number): Promise<string> {
  const written = await readFile(join(import.meta.dirname, '../../../deploy/high-availability/pgbouncer.ini'), 'utf8')
  const entry = /^adsite = (?<place>host=127\.0\.0\.1 port=5000 dbname=adsite) (?<settings>.*)$/mu.exec(written)?.groups
  // The nodes of a test cluster trust each other.
  const password = url.password === '' ? '' : ` password=${url.password}`
  const place = `host=${url.hostname} port=${url.port} dbname=${url.pathname.slice(1)} user=${url.username}${password}`
  return written
    .replace(/^adsite = .*$/mu, `adsite = ${place} ${entry?.['settings']}\nbare = ${place}`)
    .replace(/^listen_port = .*$/mu, `listen_port = ${port}`)
    .replace(/^default_pool_size = .*$/mu, shared)
    .replace(/^auth_type = .*$/mu, 'auth_type = any')
    .replaceAll(/\/(?:etc\/pgbouncer|var\/log\/postgresql|run\/postgresql)/gu, directory)
}

beforeAll(async () => {
  database = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'adsite-pooler-'))
  const port = await freePort()
  await writeFile(join(directory, 'pgbouncer.ini'), await configured(new URL(database.url), port))
  const runAs = process.getuid?.() === 0 ? await serverUser() : undefined
  if (runAs) await chown(directory, runAs.uid, runAs.gid)
  pooler = spawn(findPgBouncer(), [join(directory, 'pgbouncer.ini')], { ...runAs, stdio: ['ignore', 'ignore', 'pipe'] })
  pooled = `postgres://adsite@127.0.0.1:${port}/adsite`
  bare = `postgres://adsite@127.0.0.1:${port}/bare`
  let said = ''
  pooler.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const answers = async () => {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`)
    const client = new pg.Client({ connectionString: pooled })
    await client.connect()
    await client.end()
  }
  await vi.waitFor(answers, { timeout: 60_000, interval: 100 })
})
afterAll(async () => {
  if (pooler.exitCode === null) {
    const ended = once(pooler, 'exit')
    pooler.kill('SIGTERM')
    await ended
  }
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

test('connections of the pooler have what those of the site have, by the very file that is recommended', async () => {
  const [own, others] = [connect(database.url), connect(pooled)]
  const asked = `select name, current_setting(name, true) as value from unnest($1::text[]) as name order by 1`
  const settings = await Promise.all([own, others].map(({ pool }) => pool.query(asked, [Object.keys(callSettings)])))
  const [direct, shared] = settings.map(({ rows }) => rows)
  expect(shared).toEqual(direct)
  const { rows } = await own.pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  const isKnown = (name: string) => name !== 'transaction_timeout' || rows[0]!.version >= 170_000
  expect(direct).toEqual(
    Object.entries(callSettings)
      .map(([name, value]) => ({ name, value: isKnown(name) ? value : null }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  )
  await Promise.all([own.pool.end(), others.pool.end()])
})

test('a pooler without these settings is told of once, with what is missing', async () => {
  const told: string[] = []
  const { pool } = connect(bare, { onError: ({ message }) => told.push(message) })
  await Promise.all(Array.from({ length: 5 }, () => pool.query('select 1')))
  expect(told).toEqual([
    expect.stringMatching(/^The connections of the pooler differ.*jit is on instead of off.*; statement_timeout is 0/u),
  ])
  await pool.end()
})

test('what needs a connection of its own refuses the pooler, and says what to set', async () => {
  await expect(migrate(pooled)).rejects.toThrow(needsDirect().message)
  const job = connect(pooled, { work: 'job' })
  await expect(job.pool.query('select 1')).rejects.toThrow(needsDirect().message)
  await job.pool.end()
  const { pool, db } = connect(pooled)
  const mail = { from: 'x@test.example', outbox: directory, siteUrl: 'https://ads.test' }
  const settings = { secureCookies: false, trustedProxy: false, factorKeys: [], origins: [], mail }
  const rest = {
    storage: directoryStorage(directory),
    releases: releasesInMemory(),
    spool: directory,
    settings,
    logger: pino({ level: 'silent' }),
    register: new Registry(),
    tracing: undefined,
  }
  await expect(createApi({ db, ...rest })).rejects.toThrow(needsDirect().message)
  await (await createApi({ db, ...rest, register: new Registry(), directDatabaseUrl: database.url })).close()
  await pool.end()
})

test('processes that share one connection sign in, read and write, each call as if it were alone', async () => {
  // Calls wait for the one connection in the pooler: a queue before the pool would be refused on a slow machine.
  const processes = [connect(pooled, { max: 40 }), connect(pooled, { max: 40 })]
  const apis: TestApi[] = []
  for (const { pool, db } of processes) {
    const given = { url: pooled, pool, db, drop: () => pool.end() }
    apis.push(await startTestApi({}, given, { directDatabaseUrl: database.url, fixtures: apis[0]?.fixtures }))
  }
  const browsers = await Promise.all(apis.map((api) => api.signIn('admin')))
  const turns = Array.from({ length: 20 }, (_, index) => browsers[index % 2]!)
  const statuses = turns.map(async (browser) => [
    (await browser.call(endpoints.session.me)).status,
    (await browser.call(endpoints.campaign.list, { query: { q: '企画' } })).status,
  ])
  expect(new Set((await Promise.all(statuses)).flat())).toEqual(new Set([200]))
  for (const api of apis) await api.close()
})
