import { endpoints } from '@adsite/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adWhitelist } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertAd, insertAdvertisement } from '../testing/fixtures.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

type Entry = Readonly<Record<'field' | 'before' | 'after', unknown>>
const entriesOf = async (client: TestClient, endpoint: Parameters<TestClient['call']>[0], id: number, field: string) => {
  const { data } = (await (await client.call(endpoint, { params: { id } })).json()) as { data: Entry[] }
  return data.filter((entry) => entry.field === field).map(({ before, after }) => [before, after])
}

test('an exclusion and its end are in the history of the ad, by the name of the place', async () => {
  const { a } = api.fixtures
  const ad_id = await insertAd(api.db, a)
  const made = await admin.call(endpoints.ad_whitelist.create, { body: { ad_id, medium_id: a.medium, status: 'EXCLUDED' } })
  expect(made.status).toBe(201)
  const { data } = (await made.json()) as { data: { id: number } }
  expect((await admin.call(endpoints.ad_whitelist.restore, { params: { id: data.id }, body: { version: 1 } })).status).toBe(204)
  expect(await entriesOf(admin, endpoints.ad.history, ad_id, 'exclusion')).toEqual([
    ['媒体 a', null],
    [null, '媒体 a'],
  ])
})

test('a listed place is in the history of the ad, and so is each side’s exclusion of it', async () => {
  const { a } = api.fixtures
  const ad_id = await insertAd(api.db, a)
  await insertAdvertisement(api.db, a, ad_id)
  const body = { ad_id, medium_id: a.medium }
  const advertiser = await api.signIn('advertiser')
  const made = await advertiser.call(endpoints.ad_whitelist.create, { body: { ...body, status: 'LISTED' } })
  expect(made.status).toBe(201)
  expect(await entriesOf(advertiser, endpoints.ad.history, ad_id, 'listing')).toEqual([[null, '媒体 a']])
  expect(await entriesOf(advertiser, endpoints.ad.history, ad_id, 'exclusion')).toEqual([])
  const { data } = (await made.json()) as { data: { id: number } }
  const excluded = await advertiser.call(endpoints.ad_whitelist.exclude, { params: { id: data.id }, body: { version: 1 } })
  expect(excluded.status).toBe(204)
  const pg = await api.signIn('pg')
  expect((await pg.call(endpoints.ad_whitelist.create, { body: { ...body, status: 'EXCLUDED' } })).status).toBe(201)
  expect(await entriesOf(advertiser, endpoints.ad.history, ad_id, 'exclusion')).toEqual([
    [null, '媒体 a'],
    [null, '媒体 a'],
  ])
  // Who lifted it has not deleted it.
  const stays = and(eq(adWhitelist.id, data.id), isNull(adWhitelist.deleted_at), isNull(adWhitelist.deleted_by))
  // It is listed as before, which is no news.
  expect((await admin.call(endpoints.ad_whitelist.restore, { params: { id: data.id }, body: { version: 3 } })).status).toBe(204)
  expect(await entriesOf(advertiser, endpoints.ad.history, ad_id, 'listing')).toHaveLength(1)
  expect(await api.db.$count(adWhitelist, stays)).toBe(1)
})

test('an exclusion that a request of the media side brings is in the history of the ad, whether its medium was listed or not', async () => {
  const { a } = api.fixtures
  for (const isListed of [true, false]) {
    const ad_id = await insertAd(api.db, a)
    const advertisement_id = await insertAdvertisement(api.db, a, ad_id)
    const listing = { body: { ad_id, medium_id: a.medium, status: 'LISTED' } }
    if (isListed) await (await api.signIn('advertiser')).done(endpoints.ad_whitelist.create, listing)
    const request = { advertisement_id, reason_code: 'COMPETITOR', reason: '競合商品のため' }
    const filed = await (await api.signIn('pg')).done(endpoints.reject_request.create, { body: request })
    const { data } = (await filed.json()) as { data: { id: number } }
    await admin.done(endpoints.reject_request.accept, { params: { id: data.id }, body: { version: 1 } })
    expect(await entriesOf(admin, endpoints.ad.history, ad_id, 'exclusion'), `listed: ${isListed}`).toEqual([[null, '媒体 a']])
  }
})

test('a changed default account is in the history of the user, for administrators', async () => {
  const { multiUser, a } = api.fixtures
  const kind = endpoints.pg_user
  const answer = await admin.call(kind.setDefault, { params: { id: multiUser }, body: { account_id: a.accounts.pg } })
  expect(answer.status).toBe(204)
  expect(await entriesOf(admin, kind.history, multiUser, 'default_account_id')).toEqual([[a.accounts.advertiser, a.accounts.pg]])
  const pg = await api.signIn('pg')
  expect(await entriesOf(pg, kind.history, multiUser, 'default_account_id')).toEqual([])
})
