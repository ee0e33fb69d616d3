import { endpoints, releaseFailedKinds, type EndpointResponse, type ReleaseBeacon } from '@adsite/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseBeacons, releaseFailures } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insideOneMinute } from '../testing/inside-one-minute.ts'
import { keepBeacons, readRates } from './beacons.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(releaseBeacons)
  await api.db.delete(releaseFailures)
})

const { failures, beacon } = endpoints.release
const build = '1.0.0-aa'
const crashed: ReleaseBeacon = { remote: 'ad', build, canary: false, phase: 'render', ok: false }
const send = (beacons: readonly ReleaseBeacon[], client = admin) => client.call(beacon, { body: { beacons } })
const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000)

async function read(query: Record<string, string> = {}): Promise<EndpointResponse<typeof failures>['data']> {
  const response = await admin.call(failures, { params: { unit: 'ad' }, query: { build, ...query } })
  expect(response.status).toBe(200)
  return ((await response.json()) as EndpointResponse<typeof failures>).data
}

/** Inserts a failure that happened some minutes ago. */
const row = (account_id: number, minutes: number, failed: number, details: Partial<typeof releaseBeacons.$inferInsert> = {}) => ({
  unit: 'ad',
  build,
  account_id,
  canary: false,
  phase: 'render',
  minute: minutesAgo(minutes),
  ok: 0,
  failed,
  ...details,
})

const on = (...routes: string[]) => ({ routes, route: routes.length === 1 ? routes[0] : null })
const bare = { message: null, stack: [] }

test('what failed, by phase and by screen and error, newest first; what an older shell cannot say is null', async () => {
  const { admin: first, rep, pg } = api.fixtures.a.accounts
  await api.db
    .insert(releaseBeacons)
    .values([
      row(first, 50, 2, { route: 'campaign.list', error: 'TypeError' }),
      row(rep, 30, 1, { route: 'campaign.list', error: 'TypeError' }),
      row(pg, 40, 3),
      row(first, 5, 1, { phase: 'chunk', error: 'ChunkLoadError' }),
      row(first, 4, 0, { phase: 'mount', ok: 5 }),
      row(first, 3, 5, { build: '1.1.0-bb' }),
      row(first, 3, 5, { unit: 'op' }),
      row(rep, 90, 4, { phase: 'entry' }),
    ])
  const at = (minutes: number) => minutesAgo(minutes).toISOString()
  expect(await read({ hours: '1' })).toEqual({
    phases: [
      { phase: 'chunk', failed: 1, accounts: 1, first_at: at(5), last_at: at(5) },
      { phase: 'render', failed: 6, accounts: 3, first_at: at(50), last_at: at(30) },
    ],
    kinds: [
      { phase: 'chunk', ...on(), error: 'ChunkLoadError', ...bare, failed: 1, accounts: 1, first_at: at(5), last_at: at(5) },
      { phase: 'render', ...on('campaign.list'), error: 'TypeError', ...bare, failed: 3, accounts: 2, first_at: at(50), last_at: at(30) },
      { phase: 'render', ...on(), error: null, ...bare, failed: 3, accounts: 1, first_at: at(40), last_at: at(40) },
    ],
  })
  expect((await read()).phases.map(({ phase }) => phase)).toEqual(['chunk', 'render', 'entry'])
})

test('the sum is what the failure rate counts: of an account that repeats itself the newest ten', async () => {
  const { admin: first, rep } = api.fixtures.a.accounts
  await api.db
    .insert(releaseBeacons)
    .values([
      row(first, 9, 4, { phase: 'entry' }),
      row(first, 8, 5, { error: 'RangeError' }),
      row(first, 7, 5, { error: 'TypeError' }),
      row(first, 7, 2, { error: 'TypeError', canary: true }),
      row(rep, 6, 3, { phase: 'entry' }),
    ])
  const { phases, kinds } = await read({ hours: '1' })
  expect(phases.map(({ phase, failed, accounts }) => [phase, failed, accounts])).toEqual([
    ['entry', 3, 1],
    ['render', 10, 1],
  ])
  expect(kinds.map(({ error, failed }) => [error, failed])).toEqual([
    [null, 3],
    ['TypeError', 7],
    ['RangeError', 3],
  ])
  const [rate] = (await readRates(api.db, minutesAgo(60))).get('ad')!
  expect(rate!.failed).toBe(13)
})

test('pages tell of screens and errors; what came up has none', async () => {
  const told = { ...crashed, route: 'campaign.detail', error: 'TypeError' }
  expect((await send([told, told, { ...told, phase: 'mount', ok: true }, crashed])).status).toBe(204)
  expect((await read()).kinds.map(({ route, error, failed }) => [route, error, failed])).toEqual([
    ['campaign.detail', 'TypeError', 2],
    [null, null, 1],
  ])
})

test('failures with one message and innermost place are one, on whichever screens; the message is masked here too', async () => {
  const stack = [1, 2].map((line) => ({ unit: 'ad', build, file: '9.js', line, column: 1 }))
  const told = { ...crashed, route: 'campaign.detail', error: 'Error', message: 'no row 4711 of 青葉物産 for tanaka@demo.example', stack }
  await send([
    told,
    { ...told, route: 'campaign.list', stack: stack.slice(0, 1) },
    { ...told, stack: stack.slice(1) },
    { ...told, ok: true },
  ])
  const { kinds } = await read()
  expect(kinds).toMatchObject([
    { ...on('campaign.detail', 'campaign.list'), error: 'Error', message: 'no row … of … for …', failed: 2, accounts: 1 },
    { ...on('campaign.detail'), failed: 1 },
  ])
  // The first one heard of describes them.
  expect(kinds[0]!.stack).toEqual([1, 2].map((line) => ({ place: `src/9.js:${line}`, resolved: true })))
  expect(JSON.stringify(await api.db.select().from(releaseFailures))).not.toMatch(/4711|青葉|tanaka/u)
})

test('the descriptions of a build have an end: what comes later counts by the name of its error', async () => {
  await api.db
    .insert(releaseFailures)
    .values(Array.from({ length: 200 }, (_, index) => ({ unit: 'ad', build, key: `made${index}`, message: '', frames: [] })))
  await send([{ ...crashed, error: 'TypeError', message: 'too late' }])
  expect((await read()).kinds).toMatchObject([{ error: 'TypeError', message: null, failed: 1 }])
  await send([{ ...crashed, build: '1.1.0-bb', error: 'TypeError', message: 'another build' }])
  expect((await read({ build: '1.1.0-bb' })).kinds).toMatchObject([{ error: 'TypeError', message: 'another build' }])
})

test('made-up details: a failure counts, and is told without them beyond the share of the account and the build', async () => {
  await insideOneMinute()
  const made = (from: number) => Array.from({ length: 10 }, (_, index) => ({ ...crashed, error: `Made${from + index}` }))
  const { admin: first, pg, rep } = api.fixtures.a.accounts
  const others = api.fixtures.b.accounts
  const details = async () => (await api.db.select().from(releaseBeacons)).filter(({ error }) => error !== '').map(({ error }) => error)
  await keepBeacons(api.db, first, made(0))
  await keepBeacons(api.db, first, made(10))
  expect(await details()).toHaveLength(5)
  for (const [index, account] of [pg, rep, others.admin, others.pg, others.rep].entries()) {
    await keepBeacons(api.db, account, made(100 * (index + 1)))
  }
  expect(new Set(await details()).size).toBe(20)
  // Known details are still counted with their kind.
  await keepBeacons(api.db, others.rep, [{ ...crashed, error: 'Made0' }])
  expect((await details()).filter((error) => error === 'Made0')).toHaveLength(2)
  expect((await read()).kinds.find(({ error }) => error === null)!.failed).toBeGreaterThan(5)
})

test('calls of one account at once do not go past its share', async () => {
  await insideOneMinute()
  const made = Array.from({ length: 20 }, (_, index) => ({ ...crashed, build: `9.9.${index}` }))
  const calls = Array.from({ length: 8 }, (_, call) => made.map((one) => ({ ...one, build: `${one.build}-${call}` })))
  await Promise.all(calls.map((beacons) => keepBeacons(api.db, api.fixtures.a.accounts.rep, beacons)))
  expect(await api.db.select().from(releaseBeacons)).toHaveLength(30)
})

test('the answer ends, however much was made up', async () => {
  const { rep, pg, admin: first } = api.fixtures.a.accounts
  const accounts = [first, rep, pg, ...Object.values(api.fixtures.b.accounts)]
  await api.db
    .insert(releaseBeacons)
    .values(
      accounts.flatMap((account, at) => Array.from({ length: 10 }, (_, index) => row(account, index, 1, { error: `E${at}x${index}` }))),
    )
  const { phases, kinds } = await read()
  expect(kinds).toHaveLength(releaseFailedKinds)
  expect(phases[0]!.failed).toBe(accounts.length * 10)
})

test('administrators alone ask; for a build by its name, and a period that there is', async () => {
  const ask = (client: TestClient, query: Record<string, string>, unit = 'ad') => client.call(failures, { params: { unit }, query })
  expect((await ask(await api.signIn('pg'), { build })).status).toBe(403)
  expect((await ask(admin, {})).status).toBe(422)
  expect((await ask(admin, { build: '../x' })).status).toBe(422)
  expect((await ask(admin, { build, hours: '2' })).status).toBe(422)
  expect((await ask(admin, { build }, 'AD')).status).toBe(404)
  expect(await read({ build: 'unheard-of' })).toEqual({ phases: [], kinds: [] })
})
