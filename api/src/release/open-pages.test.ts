import { endpoints, type EndpointBody, type EndpointResponse } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '../app/housekeeping.ts'
import { openPages } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { countOpenPages } from './open-pages.ts'

let api: TestApi
let admin: TestClient
let pg: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  pg = await api.signIn('pg')
})
afterAll(() => api.close())
beforeEach(() => api.db.delete(openPages))

type Report = EndpointBody<typeof endpoints.release.page>
const onAd = (build: string, page: string = randomUUID()): Report => ({ page, shell: '1.0.0-ss', area: { unit: 'ad', build } })
const report = (body: object, client = admin) => client.call(endpoints.release.page, { body: body as Report })
const count = () => countOpenPages(api.db)

test('counts pages by build: the shell of each, and the remote of the area that it shows', async () => {
  const page = randomUUID()
  expect((await report(onAd('1.0.0-aa', page))).status).toBe(204)
  await report(onAd('1.1.0-bb'), pg)
  await report({ ...onAd('1.0.0-aa'), area: null }, pg)
  expect(await count()).toEqual([
    { unit: 'shell', build: '1.0.0-ss', pages: 3 },
    { unit: 'ad', build: '1.0.0-aa', pages: 1 },
    { unit: 'ad', build: '1.1.0-bb', pages: 1 },
  ])
  // It follows a rollback.
  await report(onAd('1.1.0-bb', page))
  expect((await count())[1]).toEqual({ unit: 'ad', build: '1.1.0-bb', pages: 2 })
  await report({ ...onAd('1.1.0-bb', page), closed: true })
  expect((await count())[1]).toEqual({ unit: 'ad', build: '1.1.0-bb', pages: 1 })
})

test('a page that was not heard of for ten minutes no longer counts, and is forgotten', async () => {
  await report(onAd('1.0.0-aa'))
  await api.db.update(openPages).set({ seen_at: sql`now() - interval '9 minutes'` })
  expect(await count()).toHaveLength(2)
  await api.db.update(openPages).set({ seen_at: sql`now() - interval '11 minutes'` })
  expect(await count()).toEqual([])
  await sweep(api.db)
  expect(await api.db.select().from(openPages)).toEqual([])
})

test('a user counts twenty pages at most, the newest, and touches nobody else’s', async () => {
  const theirs = randomUUID()
  await report(onAd('1.0.0-aa', theirs), pg)
  for (let index = 0; index < 25; index++) await report(onAd(`9.9.${index}`))
  const builds = (await count()).filter(({ unit }) => unit === 'ad').map(({ build }) => build)
  expect(builds).toHaveLength(21)
  expect(builds).toContain('9.9.24')
  expect(builds).not.toContain('9.9.4')
  for (const body of [onAd('9.9.99', theirs), { ...onAd('1.0.0-aa', theirs), closed: true }]) expect((await report(body)).status).toBe(204)
  expect((await count()).find(({ build }) => build === '1.0.0-aa')).toMatchObject({ pages: 1 })
})

test.each([
  ['no id', { ...onAd('1.0.0-aa'), page: 'x' }],
  ['a path for a build', onAd('../x')],
  ['a field of its own', { ...onAd('1.0.0-aa'), user_id: 1 }],
])('%s is refused', async (_, body) => {
  expect((await report(body)).status).toBe(422)
})

test('administrators see the counts with the builds', async () => {
  await report(onAd('1.0.0-aa'))
  const response = await admin.call(endpoints.release.list)
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as EndpointResponse<typeof endpoints.release.list>
  expect(data.every(({ open }) => open !== undefined)).toBe(true)
})
