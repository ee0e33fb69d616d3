import * as contract from '@adsite/contract'
import { accountUsers, endpoints, userKinds, type AnyResource, type Endpoint, type StateAction } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advertiserTable, agencyTable, ptdTable, repTable } from '../account/table.ts'
import { adArticleTable } from '../ad-article/table.ts'
import { adWhitelistTable } from '../ad-whitelist/table.ts'
import { adTable } from '../ad/table.ts'
import { campaignTable } from '../campaign/table.ts'
import { companyTable } from '../company/table.ts'
import { creativeTable } from '../creative/table.ts'
import { formatTable } from '../format/table.ts'
import { deliveryFileTable } from '../delivery/file-table.ts'
import { frameTable } from '../frame/table.ts'
import { invitationTable } from '../invitation/table.ts'
import { mediumTable } from '../medium/table.ts'
import { orderTable } from '../order/table.ts'
import { productTable } from '../product/table.ts'
import { rejectRequestTable } from '../reject-request/table.ts'
import { columnOf, type ResourceTable } from '../resource/mapping/resource-table.ts'
import { spaceTable } from '../space/table.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'
import type { TenantFixture } from '../testing/fixtures.ts'
import { freshOrder } from '../testing/requests/order-requests.ts'
import { freshCompany, freshDeliveryFile } from '../testing/requests/requests.ts'
import { userTable } from '../user/table.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

interface Ruled {
  readonly mapping: ResourceTable
  /** The record that is acted on. */
  readonly record: (fixture: TenantFixture) => number | Promise<number>
  /** What the row has in a state, beside the state itself. */
  readonly row?: (state: string) => Readonly<Record<string, unknown>>
}

const ruled: readonly Ruled[] = [
  { mapping: deliveryFileTable, record: () => freshDeliveryFile(api) },
  { mapping: advertiserTable, record: ({ accounts }) => accounts.advertiser },
  { mapping: agencyTable, record: ({ accounts }) => accounts.agency },
  { mapping: repTable, record: ({ accounts }) => accounts.rep },
  { mapping: ptdTable, record: ({ accounts }) => accounts.ptd },
  ...userKinds.map((kind): Ruled => ({ mapping: userTable(kind), record: ({ users }) => users[kind] })),
  {
    mapping: invitationTable,
    record: ({ invitations }) => invitations.pg,
    // Derived: one that was sent, and whose time is over.
    row: (state) => ({
      ...(state === 'EXPIRED' ? { status: 'SENT' } : {}),
      expires_at: new Date(Date.now() + (state === 'EXPIRED' ? -1 : 1) * 3_600_000),
    }),
  },
  {
    mapping: companyTable,
    // One of its own: nobody has handed it in, whatever other tests have done.
    record: async () => (await freshCompany(api, admin)).params.id,
    row: (state) => ({ applied_limit: state === 'RAISE_APPLIED' ? '5000' : null }),
  },
  { mapping: campaignTable, record: ({ campaign }) => campaign },
  { mapping: adTable, record: ({ ad }) => ad },
  { mapping: adWhitelistTable, record: ({ adWhitelist }) => adWhitelist },
  { mapping: adArticleTable, record: ({ adArticle }) => adArticle },
  // Guards ask for what these are made of: an ad that fits, texts and material.
  { mapping: orderTable, record: async () => (await freshOrder(api, admin, 'DRAFT')).params.id },
  {
    mapping: creativeTable,
    record: async () => (await freshCreative(api, admin, 'DRAFT')).params.id,
    row: () => ({ serving_revision: 1 }),
  },
  { mapping: rejectRequestTable, record: ({ rejectRequest }) => rejectRequest },
  { mapping: frameTable, record: ({ frame }) => frame },
  { mapping: mediumTable, record: ({ medium }) => medium },
  { mapping: productTable, record: ({ product }) => product },
  { mapping: formatTable, record: () => api.fixtures.format },
  { mapping: spaceTable, record: ({ space }) => space },
]

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'permissions' in value

test('every resource of the contract that has state rules is acted on here', () => {
  const withRules = [...Object.values<unknown>(contract), ...Object.values(accountUsers)]
    .filter(isResource)
    .flatMap(({ name, states }) => (states ? [name] : []))
  // What a list shows of a resource, with some of its actions, has its name.
  expect(ruled.map(({ mapping }) => mapping.resource.name).toSorted()).toEqual([...new Set(withRules)].toSorted())
})

const cells = ruled.flatMap((given) => {
  const { name, states, fields } = given.mapping.resource
  return fields[states!.field]!.choices!.keys.flatMap((state) =>
    Object.entries(states!.actions).map(([action, rule]) => ({ ...given, name, state, action, rule })),
  )
})

async function set({ mapping: { table, resource }, row }: Omit<Ruled, 'record'>, id: number, state: string): Promise<void> {
  await api.db
    .update(table)
    .set({ [resource.states!.field]: state, version: 1, ...row?.(state) })
    .where(eq(columnOf(table, 'id'), id))
}

async function stateOf({ resource }: ResourceTable, id: number): Promise<unknown> {
  const { get } = endpoints[resource.name as 'frame']
  const { data } = (await (await admin.call(get, { params: { id } })).json()) as { data: Record<string, unknown> }
  return data[resource.states!.field]
}

const reasonOf = ({ reason }: StateAction) => ({
  ...(reason ? { reason: '点検のため' } : {}),
  ...(reason?.codes ? { reason_code: reason.codes.keys[0] } : {}),
})

describe('every action in every state (spec/domain "State rules")', () => {
  test.for(cells)('$name: $action of a record that is $state', async ({ mapping, record, row, state, action, rule }) => {
    // A frame starts on an active medium only, and orders ask for a company with credit: what other tests have left does not count.
    await set({ mapping: mediumTable }, api.fixtures.a.medium, 'ACTIVE')
    await set({ mapping: companyTable }, api.fixtures.a.company, 'ACTIVE')
    await set({ mapping: advertiserTable }, api.fixtures.a.accounts.advertiser, 'SERVING')
    await set({ mapping: productTable }, api.fixtures.a.product, 'ON_SALE')
    const id = await record(api.fixtures.a)
    await set({ mapping, ...(row ? { row } : {}) }, id, state)
    const endpoint = (endpoints[mapping.resource.name as 'frame'] as unknown as Record<string, Endpoint>)[action]!
    const client = rule.byAnother ? await anotherAdmin(api) : admin
    const response = await client.call(endpoint, { params: { id }, body: { version: 1, ...reasonOf(rule) } })
    const allowed = rule.from.includes(state)
    const text = await response.text()
    expect([response.status, text === '' ? null : (JSON.parse(text) as { code: string }).code]).toEqual(
      allowed ? [204, null] : [409, 'state_not_allowed'],
    )
    expect(await stateOf(mapping, id)).toBe(allowed ? rule.to : state)
  })
})
