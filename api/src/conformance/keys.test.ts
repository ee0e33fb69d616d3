import {
  acceptsKey,
  deliverySides,
  endpoints,
  errorBody,
  may,
  metrics,
  permissions,
  recordColumn,
  roles,
  visibleListMetrics,
  type AnyResource,
  type Endpoint,
  type Permission,
  type Role,
} from '@adsite/contract'
import { allResources } from '@adsite/contract/testing'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { insertKey } from '../testing/keys.ts'
import { allEndpoints, bulkActionsOf, requestFor, type NamedEndpoint } from '../testing/requests/requests.ts'
import { insertWebhook } from '../testing/requests/webhook-requests.ts'
import { tenantRecord } from '../testing/tenant-record.ts'

// The matrix shows what each role may do, with sessions. This file shows that a key is a session with fewer permissions: for
// each call one role is enough.

let api: TestApi
let admin: TestClient
let foreignWebhook: number
const signedIn = new Map<Role, TestClient>()
beforeAll(async () => {
  api = await startTestApi()
  for (const { key } of roles) signedIn.set(key, await api.signIn(key))
  admin = signedIn.get('admin')!
  foreignWebhook = (await insertWebhook(api, 'admin', {}, 'b')).id
})
afterAll(() => api.close())

const roleKeys = roles.map(({ key }) => key)
const guarded = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public')
const callable = guarded.filter(({ endpoint }) => acceptsKey(endpoint))
const permissionOf = ({ endpoint }: NamedEndpoint) => endpoint.permission as Permission

/** A role that may make the call: the administrator, unless it is for others. */
const roleFor = (named: NamedEndpoint): Role => roleKeys.toReversed().find((role) => may(role, permissionOf(named)))!
const requestOf = async (key: string, role: Role): Promise<CallOptions> => requestFor(key)(api, admin, role)
const clients = new Map<string, TestClient>()

/** A program of a role with these scopes. */
async function programOf(role: Role, scopes: readonly string[]): Promise<TestClient> {
  const name = `${role} ${scopes.toSorted().join(' ')}`
  const known = clients.get(name) ?? api.client().withKey((await insertKey(api, role, scopes, { rate_limit: 3000 })).key)
  clients.set(name, known)
  return known
}

/** What a call needs besides the permission of its endpoint: that of the action, reading before editing or taking back, the report of totals, and the list that a view is of. */
function scopesOf(named: NamedEndpoint, role: Role): Permission[] {
  const { key, endpoint } = named
  const group: Readonly<Record<string, { readonly permission: string }>> = endpoints[key.split('.')[0] as keyof typeof endpoints]
  const beside = () => {
    if (key.endsWith('.bulk')) return bulkActionsOf(key, endpoint, role).map((action) => group[action]!.permission)
    if (key.endsWith('.undo')) return [group['history']!.permission, group['get']!.permission]
    if (key.endsWith('.edit')) return [group['get']!.permission]
    if (key === 'campaign.duplicate') return [endpoints.ad.create.permission]
    if (key.endsWith('.totals')) return [key.startsWith('space.') ? 'report.supply' : 'report.demand']
    return key.startsWith('saved_view.') ? [endpoints.information.viewList.permission] : []
  }
  return [...new Set([permissionOf(named), ...beside()])] as Permission[]
}

const everything = (role: Role) => Object.keys(permissions).filter((name) => may(role, name as Permission))

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, v.parse(errorBody, await response.json()).code]
}

/** What differs from one request to the next. */
const alike = (text: string) => text.replaceAll(/"(?:request_id|at|minute|seen_at|last_used_at|last_seen_at)":"[^"]*"/gu, '')

/** What is wrong with the answer to a key that has the scope; null if nothing is. */
async function fault({ fresh, success, response: schema, download }: Endpoint, { query, body }: CallOptions, response: Response) {
  const text = await response.text()
  // A call that sends what needs a fresh factor is for people.
  if (fresh?.({ query, body })) return text.includes('"key_not_allowed"') ? null : `${response.status} ${text}`
  if (response.status !== success) return `${response.status} ${text}`
  if (schema) return v.safeParse(schema, JSON.parse(text)).issues ?? null
  return download || text === '' ? null : `a body: ${text}`
}

describe('a key with the scope of a call', () => {
  test.for(callable)('$key works, and without the scope is refused', async (named) => {
    const { key, endpoint } = named
    const role = roleFor(named)
    const scopes = scopesOf(named, role)
    const request = await requestOf(key, role)
    const lacking = await programOf(
      role,
      everything(role).filter((name) => name !== endpoint.permission),
    )
    expect(await refusal(await lacking.call(endpoint, request))).toEqual([403, 'forbidden'])
    const response = await (await programOf(role, scopes)).call(endpoint, request)
    expect(await fault(endpoint, request, response)).toBeNull()
  })

  const read = callable.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.response)
  test.for(read)('$key answers a key with all scopes of a role what it answers a session', async (named) => {
    const role = roleFor(named)
    const request = await requestOf(named.key, role)
    const program = await (await programOf(role, everything(role))).call(named.endpoint, request)
    const session = await signedIn.get(role)!.call(named.endpoint, request)
    expect(alike(await program.text())).toBe(alike(await session.text()))
  })

  const records = callable.flatMap((named) => {
    const role = roleKeys.find((each) => each !== 'admin' && may(each, permissionOf(named)))
    return named.endpoint.path.includes('{id}') && role ? [{ ...named, role }] : []
  })
  test.for(records)('$key answers 404 for the record of another tenant', async (named) => {
    const { key, endpoint, role } = named
    const request = await requestOf(key, role)
    const group = key.split('.')[0]!
    const id = group === 'webhook' ? foreignWebhook : tenantRecord(api.fixtures.b, group, role)
    const program = await programOf(role, scopesOf(named, role))
    expect(await refusal(await program.call(endpoint, { ...request, params: { ...request.params, id } }))).toEqual([404, 'not_found'])
  })
})

describe('what stays with people', () => {
  const personal = guarded.filter(({ endpoint }) => !acceptsKey(endpoint))

  test.for(personal)('$key is refused to a key that has everything', async (named) => {
    const role = roleFor(named)
    const program = await programOf(role, everything(role))
    const request = { params: { id: 1, unit: 'ad', account_id: 1 } }
    expect(await refusal(await program.call(named.endpoint, request))).toEqual([403, 'key_not_allowed'])
  })

  test('is what concerns sessions, factors, keys, roles, shares, releases and decisions on credit', () => {
    const groups = [...new Set(personal.map(({ key }) => key.split('.')[0]))]
    expect(groups.toSorted()).toMatchInlineSnapshot(`
      [
        "advertiser_user",
        "agency_user",
        "api_key",
        "change_request",
        "company",
        "constants",
        "development",
        "factor",
        "factor_requirement",
        "factor_reset",
        "four_eyes",
        "invitation",
        "notice_setting",
        "own_session",
        "password",
        "pg_user",
        "place",
        "preview",
        "ptd_user",
        "release",
        "rep_user",
        "revenue_share",
        "session",
        "sign_in",
        "single_sign_on",
        "user",
        "viewing",
        "webhook",
      ]
    `)
  })
})

describe('the delivery of a list is read with the scope of its report, too', () => {
  const delivered = allResources.filter(({ list }) => list.delivery)
  const sideOf = ({ list }: AnyResource) => deliverySides[list.delivery!.side]
  const readers = delivered.flatMap((resource) =>
    roleKeys
      .filter((role) => may(role, resource.permissions.list) && may(role, sideOf(resource).permission))
      .map((role) => ({ resource, role })),
  )
  const callsOf = ({ name }: AnyResource) =>
    endpoints[name as keyof typeof endpoints] as unknown as Readonly<
      Record<'list' | 'totals' | 'export', Endpoint> & { readonly delivery?: Endpoint }
    >

  test('by campaigns, ads, creatives and spaces', () => {
    expect(delivered.map(({ name }) => name).toSorted()).toEqual(['ad', 'campaign', 'creative', 'space'])
  })

  test.for(delivered)('$name: a record, too', (resource) => {
    const { delivery } = callsOf(resource)
    expect(delivery === undefined || delivery.permission === sideOf(resource).permission).toBe(true)
  })

  test.for(readers)('$resource.name, $role', async ({ resource, role }) => {
    const { permission } = sideOf(resource)
    const { list, totals, export: file } = callsOf(resource)
    const metric = visibleListMetrics(resource, role)[0]!
    const asked: [Endpoint, Readonly<Record<string, string>>][] = [
      [list, { figures: metric }],
      [list, { figures: metric, compare: 'previous' }],
      [list, { sort: metric }],
      [list, { [`${metric}_min`]: '0' }],
      [list, { [`${metric}_max`]: '0' }],
      [totals, { figures: metric }],
      [totals, { [`${metric}_min`]: '0' }],
      [file, { columns: `name,${metric}` }],
      [file, { sort: `-${metric}` }],
      [file, { [`${metric}_min`]: '0' }],
    ]
    const others = everything(role).filter((name) => name !== permission)
    const [lacking, whole] = [await programOf(role, others), await programOf(role, everything(role))]
    for (const [endpoint, query] of asked) {
      const response = await lacking.call(endpoint, { query })
      expect([endpoint.path, query, response.status]).toEqual([endpoint.path, query, 403])
      expect(await response.text()).toContain(permission)
      const answered = await whole.call(endpoint, { query })
      // Read to the end, so that a file makes room for the next one.
      await answered.text()
      expect(answered.status).toBe(200)
    }
    const heads = async (program: TestClient) => (await (await program.call(file, { query: { locale: 'ja' } })).text()).split('\r\n')[0]!
    const shown = resource.list.columns.flatMap((name) => recordColumn(resource, name)?.metric ?? [])
    for (const name of shown) expect(await heads(lacking)).not.toContain(metrics[name].label.ja)
    expect((await lacking.call(list)).status).toBe(200)
  })
})
