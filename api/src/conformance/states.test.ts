import { endpoints, type Endpoint } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advertiserTable } from '../account/table.ts'
import { companyTable } from '../company/table.ts'
import { frameTable } from '../frame/table.ts'
import { mediumTable } from '../medium/table.ts'
import { productTable } from '../product/table.ts'
import { columnOf, type ResourceTable } from '../resource/resource-table.ts'
import { spaceTable } from '../space/table.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import type { TenantFixture } from '../testing/fixtures.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

/** Resources with state rules, and the fixture that is acted on. */
const ruled: readonly (readonly [ResourceTable, (fixture: TenantFixture) => number])[] = [
  [advertiserTable, ({ accounts }) => accounts.advertiser],
  [companyTable, ({ company }) => company],
  [frameTable, ({ frame }) => frame],
  [mediumTable, ({ medium }) => medium],
  [productTable, ({ product }) => product],
  [spaceTable, ({ space }) => space],
]

const cells = ruled.flatMap(([mapping, fixture]) => {
  const { name, states, fields } = mapping.resource
  return fields[states!.field]!.choices!.keys.flatMap((state) =>
    Object.entries(states!.actions).map(([action, rule]) => ({ name, mapping, fixture, state, action, rule })),
  )
})

async function set({ table, resource }: ResourceTable, id: number, state: string): Promise<void> {
  await api.db
    .update(table)
    .set({ [resource.states!.field]: state, version: 1 })
    .where(eq(columnOf(table, 'id'), id))
}

async function stateOf({ resource }: ResourceTable, id: number): Promise<unknown> {
  const { get } = endpoints[resource.name as 'frame']
  const { data } = (await (await admin.call(get, { params: { id } })).json()) as { data: Record<string, unknown> }
  return data[resource.states!.field]
}

describe('every action in every state (DOMAIN "State rules are data")', () => {
  test.for(cells)('$name: $action of a record that is $state', async ({ mapping, fixture, state, action, rule }) => {
    // A frame starts on an active medium only: what other tests have left does not count.
    await set(mediumTable, api.fixtures.a.medium, 'ACTIVE')
    const id = fixture(api.fixtures.a)
    await set(mapping, id, state)
    const endpoint = (endpoints[mapping.resource.name as 'frame'] as unknown as Record<string, Endpoint>)[action]!
    const body = { version: 1, ...(rule.reason ? { reason: '点検のため' } : {}) }
    const response = await admin.call(endpoint, { params: { id }, body })
    const allowed = rule.from.includes(state)
    const text = await response.text()
    expect([response.status, text === '' ? null : (JSON.parse(text) as { code: string }).code]).toEqual(
      allowed ? [204, null] : [409, 'state_not_allowed'],
    )
    expect(await stateOf(mapping, id)).toBe(allowed ? rule.to : state)
  })
})
