import { endpoints, type ReleaseBeacon } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseBeacons } from '../db/schema.ts'
import { sweep } from '../app/housekeeping.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insideOneMinute } from '../testing/inside-one-minute.ts'
import { keepBeacons, readLoads, readRates } from './beacons.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(() => api.db.delete(releaseBeacons))

const hourAgo = () => new Date(Date.now() - 3_600_000)
const mounted: ReleaseBeacon = { remote: 'ad', build: '1.0.0-aa', canary: false, phase: 'mount', ok: true }
const crashed: ReleaseBeacon = { ...mounted, phase: 'render', ok: false }
const place = { unit: 'ad', build: '1.0.0-aa', file: '9.js', line: 1, column: 2 }
const send = (beacons: readonly object[], client = admin) => client.call(endpoints.release.beacon, { body: { beacons } })

test('counts first screens and failures per build, of accounts with and without a canary', async () => {
  const pg = await api.signIn('pg')
  expect((await send([mounted, mounted, crashed])).status).toBe(204)
  expect((await send([mounted, { ...mounted, build: '1.1.0-bb', canary: true, phase: 'entry', ok: false }], pg)).status).toBe(204)
  await send([{ ...mounted, remote: 'op' }])
  expect(await readLoads(api.db, 'ad', { since: hourAgo(), withApi: true, isInCanary: () => true })).toEqual([
    { build: '1.0.0-aa', canary: false, worked: 3, failed: 1, accounts: 2, failingAccounts: 1 },
    { build: '1.1.0-bb', canary: true, worked: 0, failed: 1, accounts: 1, failingAccounts: 1 },
  ])
})

test('unanswered calls of the API count where they are asked for, and always in what the page shows', async () => {
  await send([mounted, { ...crashed, phase: 'api', error: 'http_503', message: 'GET /api/campaign/{id}' }])
  const failed = async (withApi: boolean) =>
    (await readLoads(api.db, 'ad', { since: hourAgo(), withApi, isInCanary: () => true }))[0]!.failed
  expect([await failed(true), await failed(false)]).toEqual([1, 0])
  expect((await readRates(api.db, hourAgo())).get('ad')).toMatchObject([{ worked: 1, failed: 1 }])
})

test('what an account outside the canary says about it does not count', async () => {
  const pg = await api.signIn('pg')
  const trying = { ...mounted, build: '1.1.0-bb', canary: true }
  await send([trying], pg)
  await send([mounted, { ...crashed, build: trying.build, canary: true }])
  const isInCanary = (account: number) => account === api.fixtures.a.accounts.pg
  expect(await readLoads(api.db, 'ad', { since: hourAgo(), withApi: true, isInCanary })).toMatchObject([
    { build: mounted.build, canary: false, worked: 1, failed: 0 },
    { build: trying.build, canary: true, worked: 1, failed: 0 },
  ])
})

test('an account weighs little, however much it sends', async () => {
  for (let call = 0; call < 4; call++) await send(Array.from({ length: 50 }, () => crashed))
  // Other minutes count as well.
  await api.db.insert(releaseBeacons).values(
    Array.from({ length: 20 }, (_, index) => ({
      unit: 'ad',
      build: mounted.build,
      account_id: api.fixtures.a.accounts.admin,
      canary: false,
      phase: 'entry',
      minute: new Date(Date.now() - (index + 1) * 60_000),
      ok: 0,
      failed: 5,
    })),
  )
  const [row] = await api.db.select({ failed: sql<number>`max(${releaseBeacons.failed})` }).from(releaseBeacons)
  expect(row).toEqual({ failed: 5 })
  expect(await readLoads(api.db, 'ad', { since: hourAgo(), withApi: true, isInCanary: () => true })).toMatchObject([
    { failed: 10, failingAccounts: 1 },
  ])
})

test('an account cannot fill the table with made-up builds', async () => {
  await insideOneMinute()
  const made = (from: number) => Array.from({ length: 50 }, (_, index) => ({ ...crashed, build: `9.9.${from + index}` }))
  for (let call = 0; call < 3; call++) await keepBeacons(api.db, api.fixtures.a.accounts.rep, made(call * 50))
  expect(await api.db.select().from(releaseBeacons)).toHaveLength(30)
})

test.each([
  ['no beacon', []],
  ['too many', Array.from({ length: 51 }, () => mounted)],
  ['a path for a build', [{ ...mounted, build: '../x' }]],
  ['an unknown phase', [{ ...mounted, phase: 'later' }]],
  ['a field of its own', [{ ...mounted, user: 'x' }]],
  ['a message without an end', [{ ...crashed, message: 'x'.repeat(201) }]],
  ['a stack without an end', [{ ...crashed, stack: Array.from({ length: 16 }, () => place) }]],
  ['an address in a stack', [{ ...crashed, stack: [{ ...place, file: 'op/company/4711?q=青葉' }] }]],
  ['an address for a route', [{ ...crashed, route: '/op/company/4711' }]],
  ['a route with more than a name', [{ ...crashed, route: 'company.detail?q=青葉' }]],
  ['a message for an error', [{ ...crashed, error: 'Cannot read mail of taro@example.jp' }]],
  ['an error without an end', [{ ...crashed, error: 'E'.repeat(41) }]],
])('%s is refused', async (_, beacons) => {
  expect((await send(beacons)).status).toBe(422)
})

test('the housekeeping keeps a week', async () => {
  const row = { unit: 'ad', build: 'x', account_id: api.fixtures.a.accounts.admin, canary: false, phase: 'mount', ok: 1, failed: 0 }
  const days = (number: number) => new Date(Date.now() - number * 86_400_000)
  await api.db.insert(releaseBeacons).values([
    { ...row, minute: days(6) },
    { ...row, minute: days(8) },
  ])
  await sweep(api.db)
  expect(await api.db.select().from(releaseBeacons)).toHaveLength(1)
})
