import { endpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { previews } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { changeRole } from '../testing/fixtures.ts'
import { invited } from '../testing/releases.ts'
import { readPreview } from './preview.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(previews)
  invited.length = 0
  admin = await api.signIn('admin')
})

const { get, start, end } = endpoints.preview
const builds = { ad: '1.1.0-b', md: '1.0.0-c' }
const running = (client: TestClient) => readPreview(api.db, client.cookieHeader, false)
const status = async (answer: Promise<Response>) => (await answer).status

test('an administrator previews any published builds, for some hours, in this session alone', async () => {
  expect(await running(admin)).toBeNull()
  expect(await status(admin.call(start, { body: { builds } }))).toBe(204)
  const told = await running(admin)
  expect(told).toMatchObject({ builds, account_id: api.fixtures.a.accounts.admin })
  expect(Math.abs(Date.parse(told!.until) - Date.now() - 8 * 3_600_000)).toBeLessThan(10_000)
  expect(Math.abs(told!.left - 8 * 3_600_000)).toBeLessThan(10_000)
  for (const client of [await api.signIn('admin'), await api.signIn('advertiser')]) {
    client.cookies.set('adsite_preview', '1')
    expect(await running(client)).toBeNull()
  }
  expect(await readPreview(api.db, 'adsite_preview=1; adsite_session=forged', false)).toBeNull()
  expect(await status(admin.call(end))).toBe(204)
  expect(await running(admin)).toBeNull()
  expect(await status(admin.call(end))).toBe(204)
})

test('a link is for administrators and for the accounts that it names; others learn nothing of it', async () => {
  const pg = await api.signIn('pg')
  for (const client of [pg, await api.signIn('advertiser')]) {
    expect(await status(client.call(get, { query: { token: 'link' } }))).toBe(403)
    expect(await status(client.call(start, { body: { token: 'link' } }))).toBe(403)
    expect(await status(client.call(start, { body: { builds } }))).toBe(403)
  }
  invited.push(api.fixtures.a.accounts.pg)
  const shown = await pg.call(get, { query: { token: 'link' } })
  expect(await shown.json()).toMatchObject({ data: { builds: [{ unit: 'ad', build: '1.1.0-b' }] } })
  expect(await status(pg.call(start, { body: { token: 'link' } }))).toBe(204)
  expect(await running(pg)).toMatchObject({ builds: { ad: '1.1.0-b' } })
  // It ends with the link, not later.
  expect(Date.parse((await running(pg))!.until) - Date.now()).toBeLessThanOrEqual(3_600_000)
  // An invitation to one link is no permission for others.
  expect(await status(pg.call(start, { body: { builds } }))).toBe(403)
  expect(await status(admin.call(start, { body: { token: 'link' } }))).toBe(204)
})

test.each([
  ['a token that is not genuine', { token: 'forged' }, 409],
  ['a build that cannot run', { builds: { ad: 'gone' } }, 409],
  ['a path for a build', { builds: { ad: '../x' } }, 422],
  ['no build', { builds: {} }, 422],
  ['a token and builds', { token: 'link', builds }, 422],
])('%s is refused, and what ran goes on', async (_, body, code) => {
  await admin.call(start, { body: { builds } })
  expect(await status(admin.call(start, { body: body as never }))).toBe(code)
  expect(await running(admin)).toMatchObject({ builds })
})

test('it ends with its time, the session and the role', async () => {
  await admin.call(start, { body: { builds } })
  await api.db.update(previews).set({ until: sql`now() - interval '1 second'` })
  expect(await running(admin)).toBeNull()
  await admin.call(start, { body: { builds } })
  await admin.call(endpoints.session.logout)
  expect(await api.db.select().from(previews)).toEqual([])

  // A link that names others only gives administrators nothing that outlasts their role.
  invited.push(api.fixtures.a.accounts.pg)
  const again = await api.signIn('admin')
  for (const body of [{ builds }, { token: 'link' }]) {
    expect(await status(again.call(start, { body: body as never }))).toBe(204)
    expect(await running(again)).not.toBeNull()
    const account = api.fixtures.a.accounts.admin
    await changeRole(api.db, account, 'advertiser')
    expect(await running(again)).toBeNull()
    await changeRole(api.db, account, 'admin')
  }
})

test('signed out nobody previews', async () => {
  const nobody = api.client()
  expect(await status(nobody.call(get, { query: { token: 'link' } }))).toBe(401)
})
