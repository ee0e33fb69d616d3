import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAd, insertOrder } from '../testing/fixtures.ts'
import { insertKey, startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

const { ad, campaign, company, order, saved_view } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

type Send = (client: TestClient) => Promise<Response>

/** An ad with an approved order of 500 yen. */
async function orderedAd(): Promise<number> {
  const id = await insertAd(api.db, api.fixtures.a, { product_id: api.fixtures.a.product, billing: 'CPM', budget: '500' })
  await insertOrder(api.db, id, { status: 'APPROVED' })
  return id
}

/** What a call does beyond the permission of its endpoint: the scope that it needs too, those of the key, and the call. */
const calls: readonly (readonly [call: string, missing: string, scopes: readonly string[], send: Send])[] = [
  [
    'an action on many records',
    'campaign.update',
    ['campaign.read'],
    (client) => client.call(campaign.bulk, { body: { action: 'pause', ids: [api.fixtures.a.campaign] } }),
  ],
  [
    'an edit of a list',
    'campaign.read',
    ['campaign.update'],
    (client) =>
      client.call(campaign.edit, { body: { rows: [{ id: api.fixtures.a.campaign, version: 1, values: { lifetime_budget: '1' } }] } }),
  ],
  [
    'taking a change back',
    'campaign.read',
    ['campaign.update'],
    (client) => client.call(campaign.undo, { body: { change: 1, dry_run: true } }),
  ],
  [
    'an edit beyond the approved order of an ad, which hands in a change,',
    'order.submit',
    ['ad.read', 'ad.update'],
    async (client) => {
      const id = await orderedAd()
      return client.call(ad.update, { params: { id }, body: { version: 1, budget: '600' } })
    },
  ],
  [
    'the copy of a campaign, which has ads,',
    'ad.create',
    ['campaign.read', 'campaign.create'],
    (client) =>
      client.call(campaign.duplicate, {
        params: { id: api.fixtures.a.campaign },
        body: { name: 'copied', start_at: '2030-01-01T00:00:00.000+09:00' },
      }),
  ],
  [
    'an import that changes records',
    'company.update',
    ['company.create'],
    async (client) => {
      const body = Buffer.from(await (await admin.call(company.export, { query: {} })).arrayBuffer())
      return client.call(company.import, { query: {}, body, headers: { 'Content-Type': 'text/csv' } })
    },
  ],
  [
    'the saved views of a list',
    'campaign.read',
    ['saved_view.use'],
    (client) => client.call(saved_view.list, { query: { resource: 'campaign' } }),
  ],
]

test.for(calls)('%s names the scope %s that the key lacks', async ([, missing, scopes, send]) => {
  const { key } = await insertKey(api, 'admin', scopes)
  const answer = await send(api.client().withKey(key))
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { code: 'forbidden', message: `このAPIキーには権限 ${missing} がありません` },
  ])
})

test('what the role may not do is no matter of scopes', async () => {
  const { key } = await insertKey(api, 'advertiser', ['campaign.read', 'campaign.update'])
  const answer = await calls[0]![3](api.client().withKey(key))
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden', message: '表示権限がありません' }])
})

test('an edit of many ads hands in no change with a key that may not, and writes what stays within the order', async () => {
  const [beyond, within] = [await orderedAd(), await orderedAd()]
  const { key } = await insertKey(api, 'admin', ['ad.read', 'ad.update'])
  const rows = [
    { id: beyond, version: 1, values: { budget: '600' } },
    { id: within, version: 1, values: { budget: '400' } },
  ]
  const answer = await api.client().withKey(key).call(ad.edit, { body: { rows } })
  expect(await answer.json()).toMatchObject({
    data: { results: [{ ok: false, code: 'forbidden', message: expect.stringContaining('order.submit') }, { ok: true }] },
  })
  const { data } = (await (await admin.call(order.list, { query: { ad_id: beyond } })).json()) as { data: unknown[] }
  expect(data).toHaveLength(1)
})
