import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint } from '@adsite/contract'
import type { TestApi } from '../api.ts'
import type { CallOptions, TestClient } from '../client.ts'
import type { Request } from './requests.ts'

const formatBody = { name: 'バナー 728×90', kind: 'BANNER', width: 728, height: 90, file_types: ['GIF', 'PNG'], max_bytes: 150_000 }

const productBody = ({ fixtures }: TestApi) => ({
  name: '新しい商品',
  billing: 'CPC',
  unit_price: '40.5',
  min_quantity: 100,
  sale_from: '2026-01-01',
  format_ids: [fixtures.format],
  space_ids: [fixtures.a.space],
})

const frameBody = ({ fixtures }: TestApi) => ({
  name: '新しい配信枠',
  code: randomUUID(),
  space_id: fixtures.a.space,
  width: 300,
  height: 250,
})

/** A day in Japan, `days` from now. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
}

let sharesMade = 0
/** A separate period each time, because periods may not overlap. */
function shareBody({ fixtures }: TestApi) {
  sharesMade += 1
  const { publisherGroup, medium } = fixtures.a
  const valid_from = dayFromNow(sharesMade * 10)
  return { publisher_group_id: publisherGroup, medium_id: medium, rate: '62.5', valid_from, valid_to: dayFromNow(sharesMade * 10 + 9) }
}

async function idOf(answer: Promise<Response>): Promise<number> {
  return ((await (await answer).json()) as { data: { id: number } }).data.id
}

/** Creates a record and runs actions on it; returns the options of the next one. */
async function fresh(
  admin: TestClient,
  create: Endpoint,
  body: object,
  before: readonly (readonly [Endpoint, object?])[] = [],
): Promise<CallOptions> {
  const params = { id: await idOf(admin.call(create, { body })) }
  for (const [index, [action, more]] of before.entries()) await admin.call(action, { params, body: { version: index + 1, ...more } })
  return { params, body: { version: before.length + 1 } }
}

/** Creates a space for the format setting, because there is one per space and format. */
async function freshSetting(api: TestApi, admin: TestClient) {
  const space_id = await idOf(admin.call(endpoints.space.create, { body: spaceBody(api) }))
  return { space_id, format_id: api.fixtures.format, enabled: true, template: 'CARD' }
}

const mediumBody = ({ fixtures }: TestApi) => ({ name: '新しい媒体', publisher_id: fixtures.a.publisher, domain: 'new.example' })
const spaceBody = ({ fixtures }: TestApi) => ({ name: '新しい枠', medium_id: fixtures.a.medium, position: 'FOOTER' })

const { medium, space, frame, format, format_setting, product, revenue_share } = endpoints
const reason = { reason: 'タグの不具合' }

/** Updates a new record, so that no other request sees it changed. */
const update =
  (create: Endpoint, body: (api: TestApi) => object, change: object): Request =>
  async (api, admin) => ({ ...(await fresh(admin, create, body(api))), body: { version: 1, ...change } })

/** Deletes a new record, which nothing refers to. */
const gone =
  (create: Endpoint, body: (api: TestApi) => object): Request =>
  async (api, admin) => ({ params: (await fresh(admin, create, body(api))).params! })

/** Requests for publishers, media, spaces, frames, formats, format settings, products and revenue shares. */
export const mediaRequests: Readonly<Record<string, Request>> = {
  'medium.list': () => ({ query: { status: 'ACTIVE,INACTIVE', categories: 'NEWS,SPORTS', sort: 'domain' } }),
  'medium.create': (api) => ({ body: mediumBody(api) }),
  'medium.update': update(medium.create, mediumBody, { categories: ['NEWS'] }),
  'medium.deactivate': (api, admin) => fresh(admin, medium.create, mediumBody(api)),
  'medium.activate': (api, admin) => fresh(admin, medium.create, mediumBody(api), [[medium.deactivate]]),
  'medium.archive': (api, admin) => fresh(admin, medium.create, mediumBody(api)),
  'medium.restore': (api, admin) => fresh(admin, medium.create, mediumBody(api), [[medium.archive]]),
  'medium.delete': gone(medium.create, mediumBody),
  'space.tags': ({ fixtures }) => ({ params: { id: fixtures.a.space } }),
  'space.update': update(space.create, spaceBody, { reserve_price: '80', blocked_categories: ['GAMBLING'] }),
  'frame.list': ({ fixtures }) => ({ query: { medium_id: fixtures.a.medium, status: 'PREPARING', width_min: 1 } }),
  'frame.choose': ({ fixtures }) => ({ query: { q: '枠', space_id: fixtures.a.space } }),
  'frame.create': (api) => ({ body: frameBody(api) }),
  'frame.update': update(frame.create, frameBody, { reserve_price: '120' }),
  'frame.start': (api, admin) => fresh(admin, frame.create, frameBody(api)),
  'frame.stop': async (api, admin) => {
    const request = await fresh(admin, frame.create, frameBody(api), [[frame.start]])
    return { ...request, body: { version: 2, ...reason } }
  },
  'frame.restart': (api, admin) => fresh(admin, frame.create, frameBody(api), [[frame.start], [frame.stop, reason]]),
  'frame.archive': (api, admin) => fresh(admin, frame.create, frameBody(api), [[frame.start]]),
  'format.list': () => ({ query: { kind: 'BANNER', file_types: 'PNG' } }),
  'format.create': () => ({ body: formatBody }),
  'format.update': update(format.create, () => formatBody, { max_bytes: 200_000 }),
  'format.archive': (_, admin) => fresh(admin, format.create, formatBody),
  'format.restore': (_, admin) => fresh(admin, format.create, formatBody, [[format.archive]]),
  'format.delete': gone(format.create, () => formatBody),
  'source_frame.list': ({ fixtures }) => ({ query: { frame_id: fixtures.a.frame, q: '#' } }),
  'format_setting.list': ({ fixtures }) => ({ query: { space_id: fixtures.a.space, enabled: 'true' } }),
  'format_setting.create': async (api, admin) => ({ body: await freshSetting(api, admin) }),
  'format_setting.update': async (api, admin) => ({
    ...(await fresh(admin, format_setting.create, await freshSetting(api, admin))),
    body: { version: 1, enabled: false },
  }),
  'product.list': ({ fixtures }) => ({ query: { status: 'ON_SALE', format_ids: fixtures.format, sort: '-unit_price' } }),
  'product.create': (api) => ({ body: productBody(api) }),
  'product.update': update(product.create, productBody, { space_ids: null, unit_price: '50' }),
  'product.put_on_sale': (api, admin) => fresh(admin, product.create, productBody(api)),
  'product.suspend': (api, admin) => fresh(admin, product.create, productBody(api), [[product.put_on_sale]]),
  'product.resume': (api, admin) => fresh(admin, product.create, productBody(api), [[product.put_on_sale], [product.suspend]]),
  'product.end': (api, admin) => fresh(admin, product.create, productBody(api), [[product.put_on_sale]]),
  'product.delete': gone(product.create, productBody),
  'revenue_share.list': ({ fixtures }) => ({ query: { publisher_group_id: fixtures.a.publisherGroup, phase: 'CURRENT' } }),
  'revenue_share.create': (api) => ({ body: shareBody(api) }),
  'revenue_share.update': update(revenue_share.create, shareBody, { rate: '70.125' }),
  'revenue_share.delete': gone(revenue_share.create, shareBody),
  'revenue_share.bulk': async (api, admin) => ({
    body: { action: 'delete', ids: [Number((await fresh(admin, revenue_share.create, shareBody(api))).params!['id'])] },
  }),
  'revenue_share.monthly': ({ fixtures }) => ({ query: { publisher_group_id: fixtures.a.publisherGroup } }),
}
