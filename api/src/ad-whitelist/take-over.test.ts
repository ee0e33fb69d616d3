import { endpoints, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adWhitelist } from '../db/schema.ts'
import { insertAd, insertAdvertisement } from '../testing/fixtures.ts'
import { startTestApi, type TestApi } from '../testing/index.ts'

const { ad_whitelist: whitelist } = endpoints

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

type Place = Readonly<Partial<Record<'medium_id' | 'space_id', number>>>

async function exclude(ad_id: number, place: Place, role: Role, tenant: 'a' | 'b' = 'a') {
  const answer = await (await api.signIn(role, tenant)).call(whitelist.create, { body: { ad_id, ...place, status: 'EXCLUDED' } })
  return [answer.status, ((await answer.json()) as { data?: { id: number } }).data?.id ?? null] as const
}

/** An ad that the media side knows, with an exclusion from the medium that the advertiser has made, and its row. */
async function excludedByAdvertiser() {
  const { a } = api.fixtures
  const ad = await insertAd(api.db, a)
  await insertAdvertisement(api.db, a, ad)
  const [, id] = await exclude(ad, { medium_id: a.medium }, 'advertiser')
  return { ad, id: id! }
}

const stored = async (id: number) => (await api.db.select().from(adWhitelist).where(eq(adWhitelist.id, id)))[0]!

test('names whoever made an exclusion both sides’', async () => {
  const { a } = api.fixtures
  const { ad, id } = await excludedByAdvertiser()
  expect(await exclude(ad, { medium_id: a.medium }, 'pg')).toEqual([201, id])
  expect(await stored(id)).toMatchObject({ excluded_by: 'ADMIN', updated_by: a.users.pg })
})

test('leaves the exclusion of another medium or space of the ad alone', async () => {
  const { a } = api.fixtures
  const { ad, id } = await excludedByAdvertiser()
  const [status, other] = await exclude(ad, { space_id: a.space }, 'pg')
  expect(status).toBe(201)
  expect(await stored(other!)).toMatchObject({ space_id: a.space, excluded_by: 'SUPPLY' })
  expect(await stored(id)).toMatchObject({ excluded_by: 'DEMAND', version: 1 })
})

test('leaves an exclusion that was deleted alone', async () => {
  const { a } = api.fixtures
  const { ad, id } = await excludedByAdvertiser()
  await api.db.update(adWhitelist).set({ deleted_at: new Date() }).where(eq(adWhitelist.id, id))
  const [status, other] = await exclude(ad, { medium_id: a.medium }, 'pg')
  expect([status, other === id]).toEqual([201, false])
  expect(await stored(other!)).toMatchObject({ excluded_by: 'SUPPLY' })
})

test('is refused to whoever does not see the exclusion', async () => {
  const { a } = api.fixtures
  const { ad, id } = await excludedByAdvertiser()
  for (const role of ['pg', 'ptd'] as const) expect(await exclude(ad, { medium_id: a.medium }, role, 'b'), role).toEqual([422, null])
  expect(await stored(id)).toMatchObject({ excluded_by: 'DEMAND', version: 1 })
})
