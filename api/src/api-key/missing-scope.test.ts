import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertKey, startTestApi, type TestApi, type TestClient } from '../testing/index.ts'

const { campaign, company, saved_view } = endpoints

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

type Send = (client: TestClient) => Promise<Response>

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
