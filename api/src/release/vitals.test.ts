import { endpoints, type WebVital } from '@adsite/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '../app/housekeeping.ts'
import { releaseVitals } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insideOneMinute } from '../testing/inside-one-minute.ts'
import { trials } from '../testing/releases.ts'
import { keepVitals } from './vitals.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  trials.clear()
  await api.db.delete(releaseVitals)
})

const build = '1.0.0-aa'
const lcp = (value: number, of: Partial<WebVital> = {}): WebVital => ({ unit: 'ad', build, name: 'LCP', value, ...of })
const send = (vitals: readonly object[], client = admin) => client.call(endpoints.release.vital, { body: { vitals } })
const minutesAgo = (number: number) => new Date(Date.now() - number * 60_000)
const row = (account_id: number, minutes: number, values: number[], of = build) => ({
  unit: 'ad',
  build: of,
  name: 'LCP',
  account_id,
  minute: minutesAgo(minutes),
  values,
})
async function read(hours: '1' | '24' | '168' = '24', unit = 'ad'): Promise<object[]> {
  const response = await admin.call(endpoints.release.vitals, { params: { unit }, query: { hours } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: object[] }).data
}

test('the 75th percentile of each metric by build, of one unit and period', async () => {
  expect((await send([lcp(4), lcp(1), lcp(3), lcp(2), lcp(0.125, { name: 'CLS' })])).status).toBe(204)
  await send([lcp(900, { build: '1.1.0-bb' })], await api.signIn('pg'))
  await send([lcp(1, { unit: 'md' })])
  await api.db.insert(releaseVitals).values(row(api.fixtures.a.accounts.rep, 90, [50]))
  expect(await read('1')).toEqual([
    { build, name: 'CLS', p75: 0.125, loads: 1, accounts: 1 },
    { build, name: 'LCP', p75: 3, loads: 4, accounts: 1 },
    { build: '1.1.0-bb', name: 'LCP', p75: 900, loads: 1, accounts: 1 },
  ])
  expect(await read('24')).toContainEqual({ build, name: 'LCP', p75: 4, loads: 5, accounts: 2 })
})

test('of a build under trial only the accounts in the trial count', async () => {
  const { pg, rep } = api.fixtures.a.accounts
  const tried = '1.1.0-bb'
  await api.db.insert(releaseVitals).values([row(pg, 1, [100], tried), row(rep, 1, [9000], tried), row(rep, 1, [200])])
  trials.set('ad', { build: tried, includes: (account) => account === pg })
  trials.set('md', { build, includes: () => false })
  expect(await read()).toEqual([
    { build, name: 'LCP', p75: 200, loads: 1, accounts: 1 },
    { build: tried, name: 'LCP', p75: 100, loads: 1, accounts: 1 },
  ])
})

test('an account weighs its newest ten loads, and sends five values a minute of a metric', async () => {
  await insideOneMinute()
  const { admin: own, pg } = api.fixtures.a.accounts
  for (let call = 0; call < 3; call++) await send(Array.from({ length: 50 }, () => lcp(8)))
  expect(await api.db.select({ values: releaseVitals.values }).from(releaseVitals)).toEqual([{ values: [8, 8, 8, 8, 8] }])
  const older = Array.from({ length: 20 }, (_, index) => row(own, index + 2, [100 + index]))
  await api.db.insert(releaseVitals).values([...older, row(pg, 1, [7])])
  // Five of this minute, the newest five of the others (100 to 104), and one of another account.
  expect(await read()).toEqual([{ build, name: 'LCP', p75: 102, loads: 11, accounts: 2 }])
})

test('an account cannot fill the table with made-up builds, also with several calls at once', async () => {
  await insideOneMinute()
  const made = (from: number) => Array.from({ length: 7 }, (_, index) => lcp(1, { build: `9.9.${from + index}` }))
  await Promise.all(Array.from({ length: 20 }, (_, call) => keepVitals(api.db, api.fixtures.a.accounts.rep, made(call * 7))))
  expect(await api.db.select().from(releaseVitals)).toHaveLength(30)
})

test('they are the administrators’ to read', async () => {
  const rep = await api.signIn('rep')
  const path = { params: { unit: 'ad' }, query: { hours: '24' } } as const
  expect((await rep.call(endpoints.release.vitals, path)).status).toBe(403)
  expect((await api.client().call(endpoints.release.vitals, path)).status).toBe(401)
  expect((await send([lcp(1)], api.client())).status).toBe(401)
  expect((await admin.call(endpoints.release.vitals, { ...path, params: { unit: '..%2Fad' } })).status).toBe(404)
})

test.each([
  ['nothing', []],
  ['too many', Array.from({ length: 51 }, () => lcp(1))],
  ['a path for a build', [lcp(1, { build: '../x' })]],
  ['an unknown metric', [{ ...lcp(1), name: 'FID' }]],
  ['a negative value', [lcp(-1)]],
  ['a value without an end', [lcp(600_001)]],
  ['an address', [{ ...lcp(1), url: '/op/company/4711' }]],
])('%s is refused', async (_, vitals) => {
  expect((await send(vitals)).status).toBe(422)
})

test('the housekeeping keeps a week', async () => {
  const day = 24 * 60
  await api.db
    .insert(releaseVitals)
    .values([row(api.fixtures.a.accounts.admin, 6 * day, [1]), row(api.fixtures.a.accounts.admin, 8 * day, [1])])
  await sweep(api.db)
  expect(await api.db.select().from(releaseVitals)).toHaveLength(1)
})
