import { spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, type Endpoint } from '@adsite/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isUnavailable } from '../db/database-error.ts'
import { requestContext } from '../call/request-context.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { directoryStorage } from '../upload/storage.ts'
import { forkedProcesses } from './job-processes.ts'
import { Jobs } from './jobs.ts'
import type { Job, ToProcess } from './message.ts'
import { Spool } from './spool.ts'

const { company, delivery_file } = endpoints
let api: TestApi
let root: string
beforeAll(async () => {
  api = await startTestApi()
  root = await mkdtemp(join(tmpdir(), 'adsite-spool-'))
})
afterAll(async () => {
  await api.close()
  await rm(root, { recursive: true, force: true })
})

const companies = () => api.pool.query<{ count: number }>('select count(*) from companies').then(({ rows }) => rows[0]!.count)

test('a job that takes too long is ended, and nothing of it stays', async () => {
  const settings = {
    secureCookies: false,
    trustedProxy: false,
    factorKeys: [],
    origins: ['http://site.test'],
    mail: { from: 'x@test.example', outbox: root, siteUrl: 'https://ads.test' },
  }
  const logger = pino({ level: 'silent' })
  const processes = forkedProcesses(new URL('../app/serve-jobs.ts', import.meta.url))
  const jobs = new Jobs({
    databaseUrl: api.url,
    storage: directoryStorage(root),
    settings,
    logger,
    spool: root,
    tracing: undefined,
    processes,
  })
  const head = 'name,enterprise_type,zip,prefecture,city,street1,phone,payment_type,credit_limit\n'
  const line = (index: number) => `長い ${index},KABUSHIKI,100-0001,東京都,千代田区,千代田1-1,0312345678,PREPAY,3000\n`
  const content = head + Array.from({ length: 5000 }, (_, index) => line(index)).join('')
  const run = (seconds: number, name: 'import' | 'withdraw' = 'import') => {
    const [group, declared] =
      name === 'import' ? (['company', company.import] as const) : (['delivery_file', delivery_file.withdraw] as const)
    const endpoint: Endpoint = { ...declared, job: { ...declared.job!, seconds } }
    const request = new Request('http://site.test/', { method: 'POST', body: content, headers: { Origin: 'http://site.test' } })
    const session = {
      user: { id: api.fixtures.a.users.admin, name: 'x', email: 'x', locale: 'ja' },
      account_id: api.fixtures.a.accounts.admin,
      role: 'admin',
    }
    const call = { session, request, params: {}, id: 0, query: { commit: 'true' }, locale: 'ja', address: '192.0.2.1' }
    const context = { requestId: 'request-1', address: '192.0.2.1', device: null, session: null, described: {} }
    return requestContext.run(context, () => jobs.handler(group, name, endpoint)(call as never))
  }
  const before = await companies()
  // The time limit starts when the process is up.
  await expect(run(0.05)).rejects.toMatchObject({ code: 'validation_failed', details: { errors: { file: ['file_seconds|0.05'] } } })
  await expect(run(3)).rejects.toMatchObject({ code: 'validation_failed', details: { errors: { file: ['file_seconds|3'] } } })
  // Where no file comes or goes, there is none to narrow down.
  await expect(run(0.001, 'withdraw')).rejects.toMatchObject({
    code: 'unavailable',
    details: { message: { en: 'This took longer than 0.001 seconds and was stopped: nothing was changed.' }, retryAfter: 60 },
  })
  const inTransaction = `select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`
  await expect.poll(async () => (await api.pool.query(inTransaction)).rows).toEqual([])
  expect(await companies()).toBe(before)
  expect(jobs.ended).toEqual({ time: 3, died: 0, cancelled: 0 })
  await jobs.close()
  expect(await readdir(root)).toEqual([])
})

/** Jobs in a process that only answers; `told`: the jobs it got; `finish` ends the oldest, unless each ends at once. */
function fakeJobs({ atOnce }: { atOnce: boolean }) {
  const told: Job[] = []
  let finished = 0
  const finish = () => {
    finished += 1
    for (const said of [{ kind: 'answer', value: `done ${finished}` }, { kind: 'end' }]) child.emit('message', said)
  }
  const child = Object.assign(new EventEmitter(), {
    ref() {},
    unref() {},
    send(message: ToProcess) {
      if (!('job' in message)) return
      told.push(message.job)
      if (atOnce) queueMicrotask(finish)
    },
  })
  const processes = { start: () => child as never, end: async () => {} }
  const storage = directoryStorage(root)
  const logger = pino({ level: 'silent' })
  const jobs = new Jobs({ databaseUrl: api.url, storage, settings: {} as never, logger, spool: root, tracing: undefined, processes })
  const context = { requestId: 'request-1', address: '192.0.2.1', device: null, session: null, described: {} }
  const handle = (name: 'import' | 'export', request: Request, query = {}) => {
    const call = { session: { account_id: 1 }, request, params: {}, query, locale: 'ja', address: '192.0.2.1' }
    return requestContext.run(context, () => jobs.handler('company', name, company[name])(call as never))
  }
  return { jobs, told, finish, handle }
}

test('a job is told the headers of its call, but not what proves who calls', async () => {
  const { jobs, told, handle } = fakeJobs({ atOnce: true })
  const headers = { Cookie: 'a=1', Authorization: 'Bearer adk_1', 'Content-Type': 'text/csv', 'Idempotency-Key': 'once-1234' }
  expect(await handle('import', new Request('http://site.test/', { method: 'POST', body: 'name', headers }))).toBe('done 1')
  expect(told.map(({ request: { headers: names } }) => names)).toEqual([
    [
      ['content-type', 'text/csv'],
      ['idempotency-key', 'once-1234'],
    ],
  ])
  await jobs.close()
})

const commit = { commit: 'true' }

test('an import that waits for its turn goes on when its caller is gone; a file or a check that nobody reads any more is not made', async () => {
  const { jobs, told, finish, handle } = fakeJobs({ atOnce: false })
  const file = (init: RequestInit = {}) => new Request('http://site.test/', { method: 'POST', body: 'name', ...init })
  const figures = () => jobs.lanes().find(({ lane }) => lane === 'long')!
  const first = handle('import', file())
  await vi.waitFor(() => expect(told).toHaveLength(1), 60_000)
  const gone = new AbortController()
  const second = handle('import', file({ signal: gone.signal }), commit)
  const unseen = handle('import', file({ signal: gone.signal }))
  const unread = handle('export', new Request('http://site.test/', { signal: gone.signal }))
  await vi.waitFor(() => expect(figures()).toMatchObject({ running: 1, waiting: 3 }), 60_000)
  gone.abort()
  await expect(unread).rejects.toBe(gone.signal.reason)
  await expect(unseen).rejects.toBe(gone.signal.reason)
  finish()
  expect(await first).toBe('done 1')
  await vi.waitFor(() => expect(told).toHaveLength(2), 60_000)
  finish()
  expect(await second).toBe('done 2')
  expect(told.map(({ endpoint }) => endpoint)).toEqual(['import', 'import'])
  await jobs.close()
})

test('an import waits for its turn for as long as it takes; who only asks is refused after a minute', async () => {
  const { jobs, told, finish, handle } = fakeJobs({ atOnce: false })
  const file = () => new Request('http://site.test/', { method: 'POST', body: 'name' })
  const figures = () => jobs.lanes().find(({ lane }) => lane === 'long')!
  const until = async (reached: () => boolean) => {
    while (!reached()) await new Promise(setImmediate)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = handle('import', file(), commit)
    await until(() => told.length === 1)
    const second = handle('import', file(), commit)
    const check = handle('import', file()).catch((error: unknown) => error)
    await until(() => figures().waiting === 2)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(await check).toMatchObject({ code: 'unavailable', details: { retryAfter: 30 } })
    expect(figures()).toMatchObject({ running: 1, waiting: 1 })
    finish()
    expect(await first).toBe('done 1')
    await until(() => told.length === 2)
    finish()
    expect(await second).toBe('done 2')
  } finally {
    vi.useRealTimers()
  }
  await jobs.close()
})

test('what a crash has left of files is gone with the next start; what others work on stays', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  for (const owner of [pid, process.ppid]) await mkdir(join(root, `${owner}-x`))
  const spool = new Spool(root)
  await spool.path()
  const left = await readdir(root)
  expect(left).not.toContain(`${pid}-x`)
  expect(left).toContain(`${process.ppid}-x`)
  await spool.close()
})

test('files are taken again when their place, which could not be written to, can be', async () => {
  const place = join(root, 'full')
  await writeFile(place, '')
  const spool = new Spool(place)
  await expect(spool.path()).rejects.toThrow(/EEXIST|ENOTDIR/u)
  await rm(place)
  const path = await spool.path()
  await writeFile(path, 'received')
  await spool.close()
  expect(await readdir(place)).toEqual([])
  await rm(place, { recursive: true })
})

test('the database gives up what takes too long, or waits for its caller; that is no fault inside', async () => {
  const client = await api.pool.connect()
  const setting = async (name: string) => (await client.query<Record<string, string>>(`show ${name}`)).rows[0]![name]
  try {
    expect(await setting('statement_timeout')).toBe('30s')
    expect(await setting('idle_in_transaction_session_timeout')).toBe('10s')
    // It came with version 17.
    const known = Number(await setting('server_version_num')) >= 170_000
    expect(known ? await setting('transaction_timeout') : '1min').toBe('1min')
    await client.query('begin')
    await client.query(`set local statement_timeout = '10ms'`)
    const error: unknown = await client.query('select pg_sleep(5)').catch((thrown: unknown) => thrown)
    expect(isUnavailable(error)).toBe(true)
    await client.query('rollback')
  } finally {
    client.release()
  }
})
