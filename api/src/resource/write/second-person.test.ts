import { campaign, endpoints, type AnyResource, type ChangeRequest, type EditResult } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignMapping } from '../../campaign/mapping.ts'
import { accounts, campaigns, fourEyes } from '../../db/schema.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import { insertCampaign } from '../../testing/fixtures.ts'
import type { ResourceMapping } from '../mapping/resource-mapping.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  // Nothing that lists edit waits by its state so far; here pausing a campaign does.
  const resource: { fourEyes?: AnyResource['fourEyes'] } = campaign
  resource.fourEyes = { area: 'order', waits: [], actions: ['pause'], shows: ['user_status'] }
  const mapping: Pick<ResourceMapping, 'fourEyesAccounts'> = campaignMapping
  mapping.fourEyesAccounts = () => eq(accounts.id, api.fixtures.a.accounts.advertiser)
  await api.db.insert(fourEyes).values({ account_id: api.fixtures.a.accounts.advertiser, areas: ['order'], order_above: '1' })
})
afterAll(() => api.close())

test('a state that waits is held like a field: the rest of the row is written, and the request stays', async () => {
  const admin = await api.signIn('admin')
  const id = await insertCampaign(api.db, api.fixtures.a.accounts, '春')
  const rows = [{ id, version: 1, values: { name: '夏' }, action: 'pause' }]
  const edit = async (body: object): Promise<EditResult[]> =>
    ((await (await admin.call(endpoints.campaign.edit, { body })).json()) as { data: { results: EditResult[] } }).data.results
  const waiting = async () => {
    const query = { state: 'waiting', entity: 'campaign', entity_id: String(id) }
    return ((await (await admin.call(endpoints.change_request.list, { query })).json()) as { data: ChangeRequest[] }).data
  }
  expect(await edit({ rows, dry_run: true })).toMatchObject([{ ok: true, held: ['user_status'] }])
  expect(await waiting()).toEqual([])
  expect(await edit({ rows })).toMatchObject([{ ok: true, held: ['user_status'], code: null }])
  const [stored] = await api.db.select().from(campaigns).where(eq(campaigns.id, id))
  expect(stored).toMatchObject({ name: '夏', user_status: 'ACTIVE' })
  expect(await waiting()).toMatchObject([{ action: 'pause', before: { user_status: 'ACTIVE' }, after: { user_status: 'PAUSED' } }])
})
