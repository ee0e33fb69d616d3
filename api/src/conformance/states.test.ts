import * as contract from '@adsite/contract'
import { accountUsers, endpoints, userKinds, type AnyResource, type Endpoint, type StateAction } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advertiserMapping, agencyMapping, ptdMapping, repMapping } from '../account/mapping.ts'
import { adArticleMapping } from '../ad-article/mapping.ts'
import { adWhitelistMapping } from '../ad-whitelist/mapping.ts'
import { adMapping } from '../ad/mapping.ts'
import { campaignMapping } from '../campaign/mapping.ts'
import { companyMapping } from '../company/mapping.ts'
import { creativeMapping } from '../creative/mapping.ts'
import { formatMapping } from '../format/mapping.ts'
import { deliveryFileMapping } from '../delivery/file-mapping.ts'
import { frameMapping } from '../frame/mapping.ts'
import { invitationMapping } from '../invitation/mapping.ts'
import { mediumMapping } from '../medium/mapping.ts'
import { orderMapping } from '../order/mapping.ts'
import { productMapping } from '../product/mapping.ts'
import { rejectRequestMapping } from '../reject-request/mapping.ts'
import { columnOf, type ResourceMapping } from '../resource/mapping/resource-mapping.ts'
import { spaceMapping } from '../space/mapping.ts'
import { anotherAdmin } from '../testing/another-admin.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'
import type { TenantFixture } from '../testing/fixtures.ts'
import { freshOrder } from '../testing/requests/order-requests.ts'
import { freshCompany, freshDeliveryFile } from '../testing/requests/requests.ts'
import { userMapping } from '../user/mapping.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

interface Ruled {
  readonly mapping: ResourceMapping
  /** The record that the action is performed on. */
  readonly record: (fixture: TenantFixture) => number | Promise<number>
  /** Further columns of the row in a state. */
  readonly row?: (state: string) => Readonly<Record<string, unknown>>
}

const ruled: readonly Ruled[] = [
  { mapping: deliveryFileMapping, record: () => freshDeliveryFile(api) },
  { mapping: advertiserMapping, record: ({ accounts }) => accounts.advertiser },
  { mapping: agencyMapping, record: ({ accounts }) => accounts.agency },
  { mapping: repMapping, record: ({ accounts }) => accounts.rep },
  { mapping: ptdMapping, record: ({ accounts }) => accounts.ptd },
  ...userKinds.map((kind): Ruled => ({ mapping: userMapping(kind), record: ({ users }) => users[kind] })),
  {
    mapping: invitationMapping,
    record: ({ invitations }) => invitations.pg,
    // Derived state: sent, and expired.
    row: (state) => ({
      ...(state === 'EXPIRED' ? { status: 'SENT' } : {}),
      expires_at: new Date(Date.now() + (state === 'EXPIRED' ? -1 : 1) * 3_600_000),
    }),
  },
  {
    mapping: companyMapping,
    // A fresh company that nobody has submitted, whatever other tests did.
    record: async () => (await freshCompany(api, admin)).params.id,
    row: (state) => ({ applied_limit: state === 'RAISE_APPLIED' ? '5000' : null }),
  },
  { mapping: campaignMapping, record: ({ campaign }) => campaign },
  { mapping: adMapping, record: ({ ad }) => ad },
  { mapping: adWhitelistMapping, record: ({ adWhitelist }) => adWhitelist },
  { mapping: adArticleMapping, record: ({ adArticle }) => adArticle },
  // The guards of orders require a complete ad: valid texts, creatives and materials.
  { mapping: orderMapping, record: async () => (await freshOrder(api, admin, 'DRAFT')).params.id },
  {
    mapping: creativeMapping,
    record: async () => (await freshCreative(api, admin, 'DRAFT')).params.id,
    row: () => ({ serving_revision: 1 }),
  },
  { mapping: rejectRequestMapping, record: ({ rejectRequest }) => rejectRequest },
  { mapping: frameMapping, record: ({ frame }) => frame },
  { mapping: mediumMapping, record: ({ medium }) => medium },
  { mapping: productMapping, record: ({ product }) => product },
  { mapping: formatMapping, record: () => api.fixtures.format },
  { mapping: spaceMapping, record: ({ space }) => space },
]

const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'permissions' in value

test('every resource of the contract that has state rules is acted on here', () => {
  const withRules = [...Object.values<unknown>(contract), ...Object.values(accountUsers)]
    .filter(isResource)
    .flatMap(({ name, states }) => (states ? [name] : []))
  // A view of a resource with some of its actions shares its name.
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

async function stateOf({ resource }: ResourceMapping, id: number): Promise<unknown> {
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
    // Frames start only on active media and orders need credit, so the effects of other tests are undone first.
    await set({ mapping: mediumMapping }, api.fixtures.a.medium, 'ACTIVE')
    await set({ mapping: companyMapping }, api.fixtures.a.company, 'ACTIVE')
    await set({ mapping: advertiserMapping }, api.fixtures.a.accounts.advertiser, 'SERVING')
    await set({ mapping: productMapping }, api.fixtures.a.product, 'ON_SALE')
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
