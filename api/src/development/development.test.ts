import { endpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { developments } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { changeRole } from '../testing/fixtures.ts'
import { readDevelopment } from './development.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(developments)
  admin = await api.signIn('admin')
})

const served = { area: 'ad', origin: 'http://127.0.0.1:9100' }
const start = (client: TestClient, body: object = served) => client.call(endpoints.development.start, { body })
const running = (client: TestClient) => readDevelopment(api.db, client.cookieHeader, false)

test('a page of the session that asked is told what runs, for whom and until when', async () => {
  expect(await running(admin)).toBeNull()
  expect((await start(admin)).status).toBe(204)
  const told = await running(admin)
  expect(told).toMatchObject({ ...served, account_id: api.fixtures.a.accounts.admin })
  expect(Date.parse(told!.until) - Date.now()).toBeGreaterThan(7.9 * 3_600_000)
  expect(Date.parse(told!.until) - Date.now()).toBeLessThanOrEqual(8 * 3_600_000 + 1000)
  expect(Math.abs(told!.left - 8 * 3_600_000)).toBeLessThan(10_000)
  // Only one at a time: the next replaces it.
  await start(admin, { area: 'op', origin: 'http://localhost:9102' })
  expect(await running(admin)).toMatchObject({ area: 'op', origin: 'http://localhost:9102' })
})

test('no other session has anything of it, not even with its cookie', async () => {
  await start(admin)
  const other = await api.signIn('admin')
  const advertiser = await api.signIn('advertiser')
  for (const client of [other, advertiser]) {
    client.cookies.set('adsite_development', '1')
    expect(await running(client)).toBeNull()
  }
  expect(await readDevelopment(api.db, 'adsite_development=1; adsite_session=forged', false)).toBeNull()
})

test('it ends by itself, with the session, with the role, and when told to', async () => {
  await start(admin)
  await api.db.update(developments).set({ until: sql`now() - interval '1 second'` })
  expect(await running(admin)).toBeNull()

  await start(admin)
  const account = api.fixtures.a.accounts.admin
  await changeRole(api.db, account, 'advertiser')
  expect(await running(admin)).toBeNull()
  await changeRole(api.db, account, 'admin')
  expect(await running(admin)).not.toBeNull()

  await admin.call(endpoints.session.changeRole, { body: { account_id: account } })
  expect(await running(admin)).toBeNull()

  await start(admin)
  expect((await admin.call(endpoints.development.end)).status).toBe(204)
  expect(await running(admin)).toBeNull()
  expect(admin.cookies.has('adsite_development')).toBe(false)

  await start(admin)
  await admin.call(endpoints.session.logout)
  expect(await api.db.select().from(developments)).toEqual([])
})

test.each([
  'https://127.0.0.1:9100',
  'http://127.0.0.1',
  'http://127.0.0.1:9100/',
  'http://127.0.0.1:99999',
  'http://127.0.0.1:9100 http://evil.example',
  "http://127.0.0.1:9100; script-src 'unsafe-inline'",
  'http://127.0.0.2:9100',
  'http://localhost.evil.example:9100',
  'http://user@127.0.0.1:9100',
  'http://[::1]:9100',
  'http://0.0.0.0:9100',
  'http://evil.example:9100',
])('%s is refused, and nothing is kept of it', async (origin) => {
  expect((await start(admin, { area: 'ad', origin })).status).toBe(422)
  expect(await api.db.select().from(developments)).toEqual([])
})

test('an address that came into the table some other way is not given to pages', async () => {
  await start(admin)
  await api.db.update(developments).set({ origin: 'https://evil.example' })
  expect(await running(admin)).toBeNull()
})
