import { endpoints, type Endpoint, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adWhitelist } from '../db/schema.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { insertAd, insertAdvertisement, insertArticle, insertPlaces } from '../testing/fixtures.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

let api: TestApi
const clients = new Map<string, TestClient>()

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function as(role: Role, tenant: 'a' | 'b' = 'a'): Promise<TestClient> {
  const key = `${role} ${tenant}`
  const known = clients.get(key) ?? (await api.signIn(role, tenant))
  clients.set(key, known)
  return known
}

const { advertisement, reject_request: request, ad_whitelist: whitelist, ad_article: article } = endpoints

async function file(advertisementId: number, role: Role = 'pg') {
  const body = { advertisement_id: advertisementId, reason_code: 'COMPETITOR', reason: '競合商品のため' }
  return (await as(role)).call(request.create, { body })
}

async function filed(advertisementId: number): Promise<number> {
  const response = await file(advertisementId)
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: { id: number } }).data.id
}

async function read(role: Role, endpoint: Endpoint, id: number): Promise<Record<string, unknown>> {
  return ((await (await (await as(role)).call(endpoint, { params: { id } })).json()) as { data: Record<string, unknown> }).data
}

async function notices(role: Role): Promise<string[]> {
  const response = await (await as(role)).call(endpoints.notification.list, {})
  return ((await response.json()) as { data: { kind: string }[] }).data.map(({ kind }) => kind)
}

describe('a reject request', () => {
  test('that is accepted excludes the ad from the medium at once, and both sides are told', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    const id = await insertAdvertisement(api.db, api.fixtures.a, ad_id)
    // An exclusion that was deleted is none.
    const { accounts, publisherGroup: publisher_group_id, medium: medium_id } = api.fixtures.a
    const place = { advertiser_account_id: accounts.advertiser, publisher_group_id, ad_id, medium_id }
    await api.db.insert(adWhitelist).values({ ...place, status: 'EXCLUDED', deleted_at: new Date() })
    const requestId = await filed(id)
    expect(await notices('admin')).toContain('reject_request_filed')
    expect(await read('pg', advertisement.get, id)).toMatchObject({ status: 'SHOWN', request_status: 'FILED' })
    const accepted = await (await as('admin')).call(request.accept, { params: { id: requestId }, body: { version: 1 } })
    expect(accepted.status).toBe(204)
    expect(await read('pg', advertisement.get, id)).toMatchObject({ status: 'EXCLUDED', request_status: 'ACCEPTED' })
    for (const role of ['pg', 'ptd', 'advertiser', 'agency'] as const)
      expect(await notices(role), role).toContain('reject_request_accepted')
    expect(await notices('rep')).not.toContain('reject_request_accepted')
    // An excluded ad needs no second request.
    expect((await file(id)).status).toBe(422)
  })

  test('that is declined leaves the ad, and says why', async () => {
    const id = await insertAdvertisement(api.db, api.fixtures.a, await insertAd(api.db, api.fixtures.a))
    const requestId = await filed(id)
    const admin = await as('admin')
    expect((await admin.call(request.decline, { params: { id: requestId }, body: { version: 1 } })).status).toBe(422)
    const declined = await admin.call(request.decline, { params: { id: requestId }, body: { version: 1, reason: '問題ありません' } })
    expect(declined.status).toBe(204)
    expect(await read('pg', request.get, requestId)).toMatchObject({ status: 'DECLINED', decision_reason: '問題ありません' })
    expect(await read('pg', advertisement.get, id)).toMatchObject({ status: 'SHOWN', request_status: 'DECLINED' })
    expect(await notices('pg')).toContain('reject_request_declined')
    // Filed again with better reasons, it is the last one that counts.
    expect((await file(id)).status).toBe(201)
    expect(await read('pg', advertisement.get, id)).toMatchObject({ status: 'SHOWN', request_status: 'FILED' })
  })

  test('is filed once, also when two do it at the same moment, and never about a foreign ad', async () => {
    const id = await insertAdvertisement(api.db, api.fixtures.a, await insertAd(api.db, api.fixtures.a))
    const answers = await Promise.all(Array.from({ length: 8 }, () => file(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)])
    expect((await file(api.fixtures.b.advertisement)).status).toBe(422)
    expect((await (await as('pg', 'b')).call(request.get, { params: { id: api.fixtures.a.rejectRequest } })).status).toBe(404)
  })
})

test('an advertisement tells of a whitelist that allows only other places', async () => {
  const { a } = api.fixtures
  const ad_id = await insertAd(api.db, a)
  const id = await insertAdvertisement(api.db, a, ad_id)
  const article_id = await insertArticle(api.db, a)
  const status = async () => (await read('pg', advertisement.get, id))['status']
  const place = { advertiser_account_id: a.accounts.advertiser, publisher_group_id: a.publisherGroup, ad_id }
  const row = { ...place, medium_id: api.fixtures.b.medium, publisher_group_id: api.fixtures.b.publisherGroup, status: 'LISTED' }
  await api.db.insert(adWhitelist).values(row)
  expect(await status()).toBe('UNLISTED')
  await api.db.insert(adWhitelist).values({ ...place, article_id, status: 'LISTED' })
  expect(await status()).toBe('SHOWN')
  await api.db.insert(adWhitelist).values({ ...place, space_id: a.space, status: 'EXCLUDED', is_named: false })
  expect(await status()).toBe('EXCLUDED')
  // Nothing but the exclusion tells who keeps it out.
  await api.db.delete(adWhitelist).where(eq(adWhitelist.article_id, article_id))
  expect(await status()).toBe('EXCLUDED')
})

describe('an exclusion', () => {
  const act = async (role: Role, endpoint: typeof whitelist.exclude, id: number, version = 1) =>
    (await as(role)).call(endpoint, { params: { id }, body: { version } })

  test.for(['whitelist', 'article'] as const)(
    'of a place (%s) is taken back by the side that made it, or the administrator',
    async (kind) => {
      const endpoint = { whitelist, article }[kind]
      const { adWhitelist, adArticle } = await insertPlaces(api.db, api.fixtures.a)
      const id = { whitelist: adWhitelist, article: adArticle }[kind]
      expect((await act('pg', endpoint.exclude, id)).status).toBe(204)
      const refused = await act('advertiser', endpoint.restore, id, 2)
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { code: 'action_blocked', message: expect.stringContaining('媒体側') },
      ])
      expect((await read('agency', endpoint.get, id))['blocked']).toMatchObject({ restore: expect.stringContaining('媒体側') })
      // The list names the owner.
      const rows = (await (await (await as('agency')).call(endpoint.list)).json()) as { data: { id: number; excluded_by: string }[] }
      expect(rows.data.find((row) => row.id === id)).toMatchObject({ excluded_by: 'SUPPLY' })
      expect((await act('pg', endpoint.restore, id, 2)).status).toBe(204)
      expect((await act('advertiser', endpoint.exclude, id, 3)).status).toBe(204)
      expect((await act('pg', endpoint.restore, id, 4)).status).toBe(409)
      expect((await act('admin', endpoint.restore, id, 4)).status).toBe(204)
      expect((await act('pg', endpoint.exclude, id, 5)).status).toBe(204)
    },
  )

  test('that both sides want is the administrator’s: neither lifts that of the other', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    const id = await insertAdvertisement(api.db, api.fixtures.a, ad_id)
    const requestId = await filed(id)
    const body = { ad_id, medium_id: api.fixtures.a.medium, status: 'EXCLUDED' }
    const made = await (await as('advertiser')).call(whitelist.create, { body })
    const { data: row } = (await made.json()) as { data: { id: number } }
    expect((await (await as('admin')).call(request.accept, { params: { id: requestId }, body: { version: 1 } })).status).toBe(204)
    expect(await read('pg', whitelist.get, row.id)).toMatchObject({ status: 'EXCLUDED', excluded_by: 'ADMIN', version: 2 })
    for (const role of ['pg', 'ptd', 'advertiser', 'agency'] as const)
      expect((await act(role, whitelist.restore, row.id, 2)).status, role).toBe(409)
    expect(await read('pg', advertisement.get, id)).toMatchObject({ status: 'EXCLUDED' })
    expect((await act('admin', whitelist.restore, row.id, 2)).status).toBe(204)
  })

  test('that the media side has made before its request is accepted stays its own', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    const requestId = await filed(await insertAdvertisement(api.db, api.fixtures.a, ad_id))
    const body = { ad_id, medium_id: api.fixtures.a.medium, status: 'EXCLUDED' }
    const made = await (await as('pg')).call(whitelist.create, { body })
    const { data: row } = (await made.json()) as { data: { id: number } }
    expect((await (await as('admin')).call(request.accept, { params: { id: requestId }, body: { version: 1 } })).status).toBe(204)
    expect(await read('pg', whitelist.get, row.id)).toMatchObject({ excluded_by: 'SUPPLY', version: 1 })
    expect((await act('pg', whitelist.restore, row.id)).status).toBe(204)
  })

  test('of the advertiser’s keeps the media side neither from a request nor from an exclusion of its own', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    const id = await insertAdvertisement(api.db, api.fixtures.a, ad_id)
    const body = { ad_id, medium_id: api.fixtures.a.medium, status: 'EXCLUDED' }
    const exclude = async (role: Role) => {
      const answer = await (await as(role)).call(whitelist.create, { body })
      return [answer.status, ((await answer.json()) as { data?: { id: number } }).data?.id ?? null] as const
    }
    const [, row] = await exclude('advertiser')
    await filed(id)
    expect(await exclude('advertiser')).toEqual([422, null])
    expect(await exclude('pg')).toEqual([201, row])
    expect(await exclude('pg')).toEqual([422, null])
    expect(await read('advertiser', whitelist.get, row!)).toMatchObject({ excluded_by: 'ADMIN', version: 2 })
    expect((await act('advertiser', whitelist.restore, row!, 2)).status).toBe(409)
  })

  test('of the media side’s becomes both sides’ once the advertiser excludes the article, too', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    await insertAdvertisement(api.db, api.fixtures.a, ad_id)
    const body = { ad_id, article_id: api.fixtures.a.article, status: 'EXCLUDED' }
    const exclude = async (role: Role) => (await as(role)).call(article.create, { body })
    const { data: row } = (await (await exclude('pg')).json()) as { data: { id: number } }
    expect((await (await as('agency')).call(article.create, { body: { ...body, status: 'TARGET' } })).status).toBe(422)
    expect((await exclude('agency')).status).toBe(201)
    expect((await act('pg', article.restore, row.id, 2)).status).toBe(409)
    expect(await read('pg', article.get, row.id)).toMatchObject({ excluded_by: 'ADMIN' })
  })

  test('that stood alone leaves nothing when it is taken back: the ad is not kept to that place', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    const id = await insertAdvertisement(api.db, api.fixtures.a, ad_id)
    const places = async () => {
      const response = await (await as('advertiser')).call(whitelist.list, { query: { ad_id: String(ad_id) } })
      return ((await response.json()) as { data: { id: number; status: string }[] }).data
    }
    // Once by an accepted request, and once directly.
    const accepted = await filed(id)
    expect((await (await as('admin')).call(request.accept, { params: { id: accepted }, body: { version: 1 } })).status).toBe(204)
    const exclude = async () => {
      const body = { ad_id, medium_id: api.fixtures.a.medium, status: 'EXCLUDED' }
      expect((await (await as('pg')).call(whitelist.create, { body })).status).toBe(201)
    }
    for (const again of [exclude, () => Promise.resolve()]) {
      const [row] = await places()
      expect(row).toMatchObject({ status: 'EXCLUDED' })
      expect((await act('pg', whitelist.restore, row!.id)).status).toBe(204)
      expect(await places()).toEqual([])
      expect(await read('pg', advertisement.get, id)).toMatchObject({ status: 'SHOWN' })
      await again()
    }
  })

  test('is all that the media side can put on a whitelist', async () => {
    const ad_id = await insertAd(api.db, api.fixtures.a)
    await insertAdvertisement(api.db, api.fixtures.a, ad_id)
    const body = { ad_id, medium_id: api.fixtures.a.medium }
    const pg = await as('pg')
    expect((await pg.call(whitelist.create, { body: { ...body, status: 'LISTED' } })).status).toBe(422)
    expect((await pg.call(whitelist.create, { body: { ...body, status: 'EXCLUDED' } })).status).toBe(201)
    // Neither a foreign medium nor an ad that never ran on its own media.
    expect((await pg.call(whitelist.create, { body: { ad_id, medium_id: api.fixtures.b.medium, status: 'EXCLUDED' } })).status).toBe(422)
    const unseen = await insertAd(api.db, api.fixtures.a)
    expect(
      (await pg.call(whitelist.create, { body: { ad_id: unseen, medium_id: api.fixtures.a.medium, status: 'EXCLUDED' } })).status,
    ).toBe(422)
  })
})

test('what was delivered tells what runs where', async () => {
  const { a } = api.fixtures
  const lines = (days: string[]) => days.map((day) => `${day},配信C,配信広告,b,f-a,10,1,1`).join('\n')
  const options = { advertiser: String(a.accounts.advertiser) }
  await handIn(api.pool, `day,campaign,ad,creative,frame_code,imps,clicks,gross\n${lines(['2026-05-02', '2026-05-04'])}\n`, {
    ...options,
    source: 'one',
  })
  await handIn(api.pool, `day,campaign,ad,creative,frame_code,imps,clicks,gross\n${lines(['2026-05-01'])}\n`, { ...options, source: 'two' })
  const list = await (await as('pg')).call(advertisement.list, { query: { q: '配信広告' } })
  const { data } = (await list.json()) as { data: Record<string, unknown>[] }
  expect(data).toMatchObject([
    { name: '配信広告', first_day: '2026-05-01', last_day: '2026-05-04', frame_id: a.frame, medium_id: a.medium },
  ])
  const other = await (await as('pg', 'b')).call(advertisement.list, { query: { q: '配信広告' } })
  expect(((await other.json()) as { data: unknown[] }).data).toEqual([])
})
