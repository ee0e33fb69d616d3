import { may, roles, type Endpoint, type Permission, type Role } from '@adsite/contract'
import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { targetOf } from '../resource/search/targets.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import type { Tenant } from '../testing/fixtures.ts'
import { allMappings } from '../testing/mappings.ts'
import { allEndpoints, requestFor } from '../testing/requests/requests.ts'
import { tenantRecord } from '../testing/tenant-record.ts'

let api: TestApi
const signedIn = new Map<Role, TestClient>()

beforeAll(async () => {
  api = await startTestApi()
  for (const { key } of roles) signedIn.set(key, await api.signIn(key))
})
afterAll(() => api.close())

/** What references lead to whose records belong to no tenant. */
const ofNobody = ['format']

interface Reference {
  readonly key: string
  readonly endpoint: Endpoint
  readonly field: string
  readonly target: string
}

const entriesOf = ({ body }: Endpoint) => (body as { readonly entries?: Readonly<Record<string, unknown>> } | undefined)?.entries ?? {}

/** Every reference that a body of any endpoint carries. */
const written: readonly Reference[] = allEndpoints.flatMap(({ key, endpoint }) =>
  Object.entries(endpoint.fields ?? {}).flatMap(([field, { target }]) =>
    target !== undefined && field in entriesOf(endpoint) && !ofNobody.includes(target) ? [{ key, endpoint, field, target }] : [],
  ),
)

const foreign = ({ target, endpoint, field }: Reference) => valueOf(endpoint, field, target, 'b')
function valueOf({ fields }: Endpoint, field: string, target: string, tenant: Tenant): unknown {
  const id = tenantRecord(api.fixtures[tenant], target)
  return fields![field]!.kind === 'references' ? [id] : id
}

/** Sends the endpoint's request with other references; an optional one stands alone among these, for some exclude each other. */
async function send({ key, endpoint }: Reference, role: Role, references: Readonly<Record<string, unknown>>) {
  const request: CallOptions = await requestFor(key)(api, signedIn.get('admin')!, role)
  const isOptional = (name: string) => endpoint.fields![name]?.target !== undefined && !endpoint.fields![name].required
  const kept = Object.entries(request.body as object).filter(([name]) => !isOptional(name) || !Object.keys(references).some(isOptional))
  const body = { ...Object.fromEntries(kept), ...references }
  const response = await signedIn.get(role)!.call(endpoint, { ...request, body })
  const answer = (response.status === 204 ? {} : await response.json()) as { errors?: Record<string, string[]> }
  return { status: response.status, faults: Object.keys(answer.errors ?? {}) }
}

const cells = written.flatMap((reference) =>
  roles
    .filter(({ key }) => key !== 'admin' && may(key, reference.endpoint.permission as Permission))
    .map(({ key: role }) => ({ ...reference, role })),
)

test('references are found', () => {
  expect(written.map(({ key, field }) => `${key} ${field}`)).toEqual(
    expect.arrayContaining(['ad.create creative_group_id', 'ad.update creative_group_id', 'creative.settings creative_group_id']),
  )
})

describe('a record of another tenant', () => {
  test.for(cells)('$role cannot name one in $field of $key', async (reference) => {
    const { status, faults } = await send(reference, reference.role, { [reference.field]: foreign(reference) })
    expect([status, faults]).toEqual([422, expect.arrayContaining([reference.field])])
  })

  const imports = cells.flatMap((cell) => {
    const [group, name] = cell.key.split('.')
    const endpoint = name === 'create' ? allEndpoints.find(({ key }) => key === `${group}.import`)?.endpoint : undefined
    return endpoint && may(cell.role, endpoint.permission as Permission) ? [{ ...cell, importing: endpoint }] : []
  })
  test.for(imports)('$role cannot import one in $field of $key', async ({ importing, ...reference }) => {
    const { body } = await requestFor(reference.key)(api, signedIn.get('admin')!, reference.role)
    const cell = [foreign(reference)].flat().map((id) => `#${String(id)}`)
    const line = { ...(body as Record<string, unknown>), [reference.field]: cell.join(';') }
    const content = `${Object.keys(line).join(',')}\n${Object.values(line)
      .map((value) => `"${String(value ?? '')}"`)
      .join(',')}\n`
    const headers = { 'Content-Type': 'text/csv' }
    const response = await signedIn.get(reference.role)!.call(importing, { query: { commit: 'true' }, body: content, headers })
    const answer = (await response.json()) as { errors?: object; data?: { committed: boolean; errors: { field: string }[] } }
    // A column that the role may not write is refused with the whole file.
    const faults = [...Object.keys(answer.errors ?? {}), ...(answer.data?.errors ?? []).map(({ field }) => field)]
    expect([answer.data?.committed ?? false, faults.filter((name) => name === 'file' || name === reference.field)]).toEqual([
      false,
      [expect.any(String)],
    ])
  })
})

describe('records of two tenants together', async () => {
  const mappings = await allMappings()
  const tenantColumns = ['advertiser_account_id', 'publisher_group_id'] as const
  /** The kinds of tenant that both a record and what its reference leads to belong to. */
  const sharedKinds = ({ endpoint, target }: Reference) => {
    const found = mappings.find(({ mapping: { resource } }) => `${endpoint.path}/`.startsWith(`${resource.path}/`))
    // What is not below a resource's path is not written by the engine (an invitation is sent by a handler of its own).
    if (!found) return []
    const itself = { advertiser: 'advertiser_account_id', publisher_group: 'publisher_group_id' }[target]
    return tenantColumns.filter(
      (column) =>
        column in getTableColumns(found.mapping.table) && (column === itself || column in getTableColumns(targetOf(target).table)),
    )
  }
  const ofTenant = written.filter((reference) => sharedKinds(reference).length > 0)

  const changes = ofTenant.filter(({ endpoint }) => endpoint.method === 'PATCH')
  test.for(changes)('not even the administrator changes $field by $key to one of another tenant', async (reference) => {
    const { status, faults } = await send(reference, 'admin', { [reference.field]: foreign(reference) })
    expect([status, faults]).toEqual([422, [reference.field]])
  })

  const pairs = ofTenant
    .filter(({ endpoint }) => endpoint.method === 'POST')
    .flatMap((reference) =>
      ofTenant
        .filter((other) => other.key === reference.key && other.field !== reference.field)
        .filter((other) => sharedKinds(other).some((kind) => sharedKinds(reference).includes(kind)))
        .map((other) => ({ ...reference, other })),
    )
  test.for(pairs)('not even the administrator creates one by $key with $field of another tenant than $other.field', async (pair) => {
    const { field, other } = pair
    const own = valueOf(other.endpoint, other.field, other.target, 'a')
    const { status, faults } = await send(pair, 'admin', { [other.field]: own, [field]: foreign(pair) })
    const named = ofTenant.filter(({ key }) => key === pair.key).map(({ field: name }) => name)
    expect([status, faults.filter((name) => !named.includes(name))]).toEqual([422, []])
  })
})
