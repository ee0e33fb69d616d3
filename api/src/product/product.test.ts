import { endpoints, type Endpoint } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { products } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { dayFromNow } from '../testing/requests/media-requests.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const { product, format } = endpoints

async function send(client: TestClient, endpoint: Endpoint, options: CallOptions = {}) {
  const response = await client.call(endpoint, options)
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}
const terms = { billing: 'CPC', unit_price: '40', min_quantity: 1, sale_from: '2026-01-01' }
const bodyOf = (name: string) => ({ name, ...terms, format_ids: [api.fixtures.format] })
async function create(given: object): Promise<number> {
  const { status, body } = await send(admin, product.create, { body: given })
  expect([status, body]).toMatchObject([201, {}])
  return (body['data'] as { id: number }).id
}
const read = async (id: number) => (await send(admin, product.get, { params: { id } })).body['data']
const textFormat = { kind: 'TEXT', headline_max: 20, description_max: 90, principal_max: 20 }

async function newFormat(name: string): Promise<number> {
  const { body } = await send(admin, format.create, { body: { name, ...textFormat } })
  return (body['data'] as { id: number }).id
}

describe('formats and spaces of a product', () => {
  test('are kept in one order, named, filtered by and in the history', async () => {
    const [one, two] = [await newFormat('テキスト 1'), await newFormat('テキスト 2')]
    const id = await create({ ...bodyOf('商品 リンク'), format_ids: [two, one], space_ids: [api.fixtures.b.space, api.fixtures.a.space] })
    const spaces = [api.fixtures.a.space, api.fixtures.b.space].toSorted((a, b) => a - b)
    expect(await read(id)).toMatchObject({
      format_ids: [one, two],
      space_ids: spaces,
      refs: { [`format_ids.${one}`]: 'テキスト 1', [`format_ids.${two}`]: 'テキスト 2', [`space_ids.${api.fixtures.a.space}`]: '枠 a' },
    })
    const found = async (ids: string) =>
      ((await send(admin, product.list, { query: { format_ids: ids } })).body['data'] as { id: number }[]).map((row) => row.id)
    expect(await found(`${two}`)).toEqual([id])
    expect(await found(`${two},${api.fixtures.format}`)).toContain(id)
    expect(await found(`${api.fixtures.format}`)).not.toContain(id)

    const params = { id }
    expect((await send(admin, product.update, { params, body: { version: 1, format_ids: [one, two] } })).status).toBe(204)
    expect(await read(id)).toMatchObject({ version: 1 })
    expect((await send(admin, product.update, { params, body: { version: 1, format_ids: [two], space_ids: [] } })).status).toBe(204)
    expect(await read(id)).toMatchObject({ version: 2, format_ids: [two], space_ids: null })
    const { data } = (await send(admin, product.history, { params })).body as { data: unknown[] }
    expect(data).toMatchObject([
      { field: expect.stringMatching(/_ids$/u), action: 'update' },
      { field: expect.stringMatching(/_ids$/u), action: 'update' },
      { field: null, action: 'create', after: { format_ids: [one, two] } },
    ])
  })

  test('a product without spaces delivers in every one, and is found by each', async () => {
    const { a, b } = api.fixtures
    const [some, every] = [
      await create({ ...bodyOf('枠の商品'), space_ids: [a.space] }),
      await create({ ...bodyOf('全枠の商品'), space_ids: [] }),
    ]
    const found = async (space: number) => {
      const { body } = await send(admin, product.list, { query: { space_ids: String(space), limit: '100' } })
      return (body['data'] as { id: number }[]).map((row) => row.id)
    }
    expect(await found(a.space)).toEqual(expect.arrayContaining([some, every]))
    expect(await found(b.space)).toContain(every)
    expect(await found(b.space)).not.toContain(some)
  })

  test('must exist, be named once, and be there at all', async () => {
    const { format: known } = api.fixtures
    for (const [format_ids, text] of [
      [[known, 999_999], '指定された対象が見つかりません。'],
      [[known, known], '選択肢から選んでください。'],
      [[], '必須項目です。'],
      [null, '必須項目です。'],
    ] as const) {
      const { status, body } = await send(admin, product.create, { body: { ...bodyOf('x'), format_ids } })
      expect([status, (body['errors'] as Record<string, string[]>)['format_ids']]).toEqual([422, [text]])
    }
  })
})

describe('what demand roles are offered', () => {
  const offered = async (role: 'advertiser' | 'agency' | 'rep') => {
    const client = await api.signIn(role)
    const names = (await send(client, product.select)).body['data'] as { name: string }[]
    return names.map(({ name }) => name).filter((name) => name.startsWith('売'))
  }

  test('is on sale, today', async () => {
    const ids: Record<string, number> = {}
    for (const [name, status, sale_from, sale_to] of [
      ['売 いま', 'ON_SALE', dayFromNow(-5), null],
      ['売 今日まで', 'ON_SALE', dayFromNow(-5), dayFromNow(0)],
      ['売 昨日まで', 'ON_SALE', dayFromNow(-5), dayFromNow(-1)],
      ['売 明日から', 'ON_SALE', dayFromNow(1), null],
      ['売 下書き', 'DRAFT', dayFromNow(-5), null],
      ['売 停止', 'SUSPENDED', dayFromNow(-5), null],
      ['売 終了', 'ENDED', dayFromNow(-5), null],
    ] as const) {
      const id = await create({ ...bodyOf(name), sale_from, sale_to })
      await api.db.update(products).set({ status }).where(eq(products.id, id))
      ids[name] = id
    }
    for (const role of ['advertiser', 'agency', 'rep'] as const) expect(await offered(role)).toEqual(['売 いま', '売 今日まで'])
    const advertiser = await api.signIn('advertiser')
    const seen = async (name: string) => (await send(advertiser, product.get, { params: { id: ids[name]! } })).status
    expect([await seen('売 いま'), await seen('売 昨日まで'), await seen('売 下書き')]).toEqual([200, 404, 404])
  })

  test('a sale begins only while its period is open', async () => {
    const id = await create({ ...bodyOf('商品 期限切れ'), sale_from: dayFromNow(-5), sale_to: dayFromNow(-1) })
    const params = { id }
    expect(await read(id)).toMatchObject({ blocked: { put_on_sale: expect.stringContaining('販売終了日') } })
    expect(await send(admin, product.put_on_sale, { params, body: { version: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'action_blocked' },
    })
    await send(admin, product.update, { params, body: { version: 1, sale_to: dayFromNow(0) } })
    expect((await send(admin, product.put_on_sale, { params, body: { version: 2 } })).status).toBe(204)
    expect((await send(admin, product.suspend, { params, body: { version: 3 } })).status).toBe(204)
    await api.db
      .update(products)
      .set({ sale_to: dayFromNow(-1) })
      .where(eq(products.id, id))
    expect(await read(id)).toMatchObject({ blocked: { resume: expect.stringContaining('販売終了日') } })
    expect(await send(admin, product.resume, { params, body: { version: 4 } })).toMatchObject({
      status: 409,
      body: { code: 'action_blocked' },
    })
  })
})

describe('a format', () => {
  const faults = async (given: object) =>
    ((await send(admin, format.create, { body: { name: 'x', ...given } })).body['errors'] ?? {}) as object

  test('has what its kind needs', async () => {
    expect(Object.keys(await faults({ kind: 'BANNER' })).toSorted()).toEqual(['file_types', 'height', 'max_bytes', 'width'])
    expect(Object.keys(await faults({ kind: 'TEXT' })).toSorted()).toEqual(['description_max', 'headline_max', 'principal_max'])
    const sized = { width: 640, height: 360, max_bytes: 1_000_000 }
    expect(await faults({ kind: 'VIDEO', ...sized, file_types: ['PNG'] })).toEqual({
      file_types: ['動画フォーマットには動画の形式だけを選んでください。'],
    })
    expect(await faults({ kind: 'BANNER', ...sized, file_types: ['MP4'] })).toEqual({ file_types: ['画像の形式だけを選んでください。'] })
    expect(await faults({ kind: 'VIDEO', ...sized, file_types: ['MP4', 'WEBM'] })).toEqual({})
  })
})
