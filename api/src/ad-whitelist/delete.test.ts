import { endpoints, type Role } from '@adsite/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adWhitelist } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { insertAd, insertAdvertisement } from '../testing/fixtures.ts'

const whitelist = endpoints.ad_whitelist
let api: TestApi
let adId: number
let advertisementId: number
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  adId = await insertAd(api.db, api.fixtures.a)
  advertisementId = await insertAdvertisement(api.db, api.fixtures.a, adId)
})

async function added(role: Role, medium: number, status: 'LISTED' | 'EXCLUDED'): Promise<number> {
  const answer = await (await api.signIn(role)).call(whitelist.create, { body: { ad_id: adId, medium_id: medium, status } })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: number } }).data.id
}
const act = async (role: Role, action: 'exclude' | 'restore', id: number, version: number) =>
  (await (await api.signIn(role)).call(whitelist[action], { params: { id }, body: { version } })).status
const removed = async (role: Role, id: number, tenant: 'a' | 'b' = 'a') =>
  (await api.signIn(role, tenant)).call(whitelist.delete, { params: { id } })
/** How the media side sees the ad on the medium of tenant a. */
async function shown(): Promise<unknown> {
  const answer = await (await api.signIn('pg')).call(endpoints.advertisement.get, { params: { id: advertisementId } })
  return ((await answer.json()) as { data: { status: unknown } }).data.status
}
const left = async () =>
  (
    await api.db
      .select()
      .from(adWhitelist)
      .where(and(eq(adWhitelist.ad_id, adId), isNull(adWhitelist.deleted_at)))
  ).length

test('an ad without entries is served everywhere again, and its history says what was deleted', async () => {
  const id = await added('admin', api.fixtures.b.medium, 'LISTED')
  expect(await shown()).toBe('UNLISTED')
  expect((await removed('advertiser', id)).status).toBe(204)
  expect(await shown()).toBe('SHOWN')
  const history = await (await api.signIn('admin')).call(endpoints.ad.history, { params: { id: adId } })
  expect(((await history.json()) as { data: unknown[] }).data).toEqual(
    expect.arrayContaining([expect.objectContaining({ field: 'listing', before: '媒体 b', after: null })]),
  )
})

test('an exclusion of the own side is lifted with its entry', async () => {
  const id = await added('advertiser', api.fixtures.a.medium, 'LISTED')
  expect(await act('advertiser', 'exclude', id, 1)).toBe(204)
  expect(await shown()).toBe('EXCLUDED')
  expect((await removed('agency', id)).status).toBe(204)
  expect(await shown()).toBe('SHOWN')
})

test('an entry that the media side excludes stays until the exclusion is lifted', async () => {
  const id = await added('advertiser', api.fixtures.a.medium, 'LISTED')
  expect(await act('pg', 'exclude', id, 1)).toBe(204)
  const refused = await removed('advertiser', id)
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'action_blocked', message: '媒体側が除外しているため、変更できません。' },
  ])
  const words = '媒体側が除外しているため、変更できません。'
  for (const action of ['delete', 'restore'] as const) {
    for (const dry_run of [true, false]) {
      const many = await (await api.signIn('advertiser')).call(whitelist.bulk, { body: { action, ids: [id], dry_run } })
      const refusal = { ok: false, code: 'action_blocked', message: words }
      expect(await many.json(), `${action} ${dry_run}`).toMatchObject({ data: { done: 0, results: [refusal] } })
    }
  }
  expect(await shown()).toBe('EXCLUDED')
  expect(await act('pg', 'restore', id, 2)).toBe(204)
  expect((await removed('advertiser', id)).status).toBe(204)
})

test('the media side deletes nothing, and nobody an entry of another tenant', async () => {
  const id = await added('advertiser', api.fixtures.a.medium, 'LISTED')
  for (const role of ['pg', 'ptd', 'rep'] as const) expect((await removed(role, id)).status, role).toBe(403)
  const many = await (await api.signIn('pg')).call(whitelist.bulk, { body: { action: 'delete', ids: [id] } })
  expect(many.status).toBe(403)
  expect((await removed('advertiser', id, 'b')).status).toBe(404)
  expect(await left()).toBe(1)
})
