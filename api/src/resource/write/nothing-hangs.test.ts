import { endpoints, type Endpoint } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ads, companies, formats, frames, media, products } from '../../db/schema.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import { insertAd } from '../../testing/fixtures.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
  const ad = await insertAd(api.db, api.fixtures.a)
  await api.db.update(ads).set({ product_id: api.fixtures.a.product }).where(eq(ads.id, ad))
})
afterAll(() => api.close())

const names = ['company', 'advertiser', 'agency', 'rep', 'ptd', 'publisher', 'medium', 'product', 'format'] as const
type Name = (typeof names)[number]

async function send(endpoint: Endpoint, options: object = {}) {
  const response = await admin.call(endpoint, options)
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, never> }
}
const idOf = ({ body }: { body: unknown }) => (body as { data: { id: number } }).data.id
const fixtureOf = (name: Name): number => {
  const { a, format: formatId } = api.fixtures
  return { ...a.accounts, company: a.company, publisher: a.publisher, medium: a.medium, product: a.product, format: formatId }[name]
}

describe.each(names)('%s', (name) => {
  test('with something below it is not deleted, and says what hangs on it before anybody tries', async () => {
    const id = fixtureOf(name)
    const { body } = await send(endpoints[name].get, { params: { id } })
    const words = (body as unknown as { data: { blocked: Record<string, string> } }).data.blocked['delete']
    expect(words).toMatch(/^関連するものがあるため削除できません（.+ \d+件.*）。$/u)
    expect(await send(endpoints[name].delete, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'action_blocked', message: words },
    })
    expect((await send(endpoints[name].get, { params: { id } })).status).toBe(200)
  })
})

test('nor in bulk', async () => {
  const ids = [api.fixtures.a.company]
  const { body } = await send(endpoints.company.bulk, { body: { action: 'delete', ids } })
  const refused = { ok: false, code: 'action_blocked', message: expect.stringContaining('アカウント') }
  expect(body).toMatchObject({ data: { done: 0, results: [refused] } })
})

describe('with nothing below it', () => {
  test('a company and its account are deleted, from below, and are chosen no more', async () => {
    const { a } = api.fixtures
    const given = { name: '間違い', enterprise_type: 'GODO', zip: '100-0001', prefecture: '13', city: '千代田区', street1: '1' }
    const id = idOf(
      await send(endpoints.company.create, { body: { ...given, phone: '0312345678', payment_type: 'PREPAY', credit_limit: '3000' } }),
    )
    const account = idOf(await send(endpoints.advertiser.create, { body: { name: '間違い', company_id: id } }))
    expect(await send(endpoints.company.delete, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: '関連するものがあるため削除できません（アカウント 1件）。' },
    })
    expect((await send(endpoints.advertiser.delete, { params: { id: account } })).status).toBe(204)
    expect((await send(endpoints.company.delete, { params: { id } })).status).toBe(204)
    expect(await send(endpoints.company.select, { query: { q: '間違い' } })).toMatchObject({ body: { data: [] } })
    const late = await send(endpoints.agency.create, { body: { name: '遅い', company_id: id } })
    expect(late).toMatchObject({ status: 422, body: { errors: { company_id: ['指定された対象が見つかりません。'] } } })
    expect(a.company).not.toBe(id)
  })

  test('whoever refers to it at the same moment wins, or it is gone for them: never both', async () => {
    for (let round = 0; round < 8; round++) {
      const publisher_id = idOf(
        await send(endpoints.publisher.create, { body: { name: `同時 ${round}`, publisher_group_id: api.fixtures.a.publisherGroup } }),
      )
      const [made, gone] = await Promise.all([
        send(endpoints.medium.create, { body: { name: '同時', publisher_id, domain: 'same.example' } }),
        send(endpoints.publisher.delete, { params: { id: publisher_id } }),
      ])
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual([made.status, gone.status])
    }
  })
})

describe('what has ended or is archived', () => {
  const cases = [
    [
      'medium',
      () => api.db.update(media).set({ status: 'ARCHIVED' }).where(eq(media.id, api.fixtures.a.medium)),
      () => ({
        endpoint: endpoints.space.create,
        field: 'medium_id',
        body: { name: '枠', medium_id: api.fixtures.a.medium, position: 'FOOTER' },
      }),
    ],
    [
      'format',
      () => api.db.update(formats).set({ status: 'ARCHIVED' }).where(eq(formats.id, api.fixtures.format)),
      () => ({
        endpoint: endpoints.product.create,
        field: 'format_ids',
        body: {
          name: '商品',
          billing: 'CPC',
          unit_price: '1',
          min_quantity: 1,
          sale_from: '2026-01-01',
          format_ids: [api.fixtures.format],
        },
      }),
    ],
    [
      'company',
      () => api.db.update(companies).set({ credit_status: 'INACTIVE' }).where(eq(companies.id, api.fixtures.a.company)),
      () => ({ endpoint: endpoints.agency.create, field: 'company_id', body: { name: '代理店', company_id: api.fixtures.a.company } }),
    ],
  ] as const

  test.each(cases)('%s: forms do not offer it and the API does not take it, filters find it', async (name, end, wanted) => {
    const id = fixtureOf(name)
    const offered = async (query: object) =>
      ((await send(endpoints[name].select, { query })).body['data'] as unknown as { id: number }[]).map((one) => one.id)
    expect(await offered({})).toContain(id)
    await end()
    expect(await offered({})).not.toContain(id)
    expect(await offered({ ended: 'true' })).toContain(id)
    expect(await offered({ ids: String(id) })).toEqual([id])
    const { endpoint, field, body } = wanted()
    expect(await send(endpoint, { body })).toMatchObject({
      status: 422,
      body: { errors: { [field]: ['終了またはアーカイブ済みのため選択できません。'] } },
    })
  })

  test('a medium is archived once none of its frames runs, and comes back inactive', async () => {
    const { medium: id, frame } = api.fixtures.a
    await api.db.update(media).set({ status: 'ACTIVE', version: 1 }).where(eq(media.id, id))
    await api.db.update(frames).set({ status: 'RUNNING', version: 1 }).where(eq(frames.id, frame))
    expect(await send(endpoints.medium.archive, { params: { id }, body: { version: 1 } })).toMatchObject({
      status: 409,
      body: { message: '稼働中の配信枠が1件あります。先に停止してください。' },
    })
    expect((await send(endpoints.frame.stop, { params: { id: frame }, body: { version: 1, reason: '点検' } })).status).toBe(204)
    // A stopped frame can be archived without starting it again.
    expect((await send(endpoints.frame.archive, { params: { id: frame }, body: { version: 2 } })).status).toBe(204)
    expect((await send(endpoints.medium.archive, { params: { id }, body: { version: 1 } })).status).toBe(204)
    expect((await send(endpoints.medium.restore, { params: { id }, body: { version: 2 } })).status).toBe(204)
    expect(await send(endpoints.medium.get, { params: { id } })).toMatchObject({ body: { data: { status: 'INACTIVE' } } })
  })

  test('a product whose sale has ended is not offered for a new ad', async () => {
    await api.db.update(products).set({ status: 'ENDED' }).where(eq(products.id, api.fixtures.a.product))
    const { body } = await send(endpoints.product.select)
    expect((body['data'] as unknown as { id: number }[]).map(({ id }) => id)).not.toContain(api.fixtures.a.product)
  })
})
