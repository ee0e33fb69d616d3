import { concernsRoles, endpoints, errorBody, may, permissions, roles, type Endpoint, type Role } from '@adsite/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { accounts, notifications, sessions, userFactors } from '../db/schema.ts'
import { topicOfNotice } from '../notify/notice-topic.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { insertKey } from '../testing/keys.ts'
import { newUser, withTotp } from '../testing/factor-users.ts'
import { factorClient } from '../testing/requests/factor-requests.ts'
import { allEndpoints, bulkActionsOf, requestFor, requests, type NamedEndpoint } from '../testing/requests/requests.ts'
import { insertWebhook } from '../testing/requests/webhook-requests.ts'
import { insertViewing } from '../testing/viewings.ts'
import { tenantRecord } from '../testing/tenant-record.ts'

let api: TestApi
const signedIn = new Map<Role, TestClient>()
let foreignSession: number
let foreignKey: number
let foreignWebhook: number
let foreignFactor: number
let foreignViewing: number
const roleKeys = roles.map(({ key }) => key)

beforeAll(async () => {
  api = await startTestApi()
  await api.signIn('admin', 'b')
  const [session] = await api.db.select({ id: sessions.id }).from(sessions)
  foreignSession = session!.id
  foreignKey = (await insertKey(api, 'admin', ['dashboard.read'], { tenant: 'b' })).id
  foreignWebhook = (await insertWebhook(api, 'admin', {}, 'b')).id
  foreignViewing = await insertViewing(api, 'admin', 'b')
  const other = await newUser(api, 'agency')
  await withTotp(api, other)
  const [factor] = await api.db.select({ id: userFactors.id }).from(userFactors)
  foreignFactor = factor!.id
  for (const role of roleKeys) signedIn.set(role, await api.signIn(role))
})
afterAll(() => api.close())

/** These end all other sessions of their user, which would include the shared ones: a user of their own calls them. */
const endingOthers = ['own_session.endOthers', 'password.change']

/** The shared session of a role, or one of its own for a call that changes or ends its session. */
async function clientFor(key: string, role: Role): Promise<TestClient> {
  const own = await factorClient(api, key, role)
  if (own) return own
  if (endingOthers.includes(key)) return (await newUser(api, role)).client
  return key.startsWith('session.') || key.startsWith('viewing.') ? api.signIn(role) : signedIn.get(role)!
}

const guarded = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public')
const requestOf = async (key: string, role: Role = 'admin') => requestFor(key)(api, signedIn.get('admin')!, role)

const refusedRequests = new Map<string, Promise<CallOptions>>()
/** A request for a call that the API refuses. It changes nothing, so tests share the records that it names. */
function refusedRequestOf(key: string, role: Role = 'admin'): Promise<CallOptions> {
  const name = `${key} ${role}`
  const request = refusedRequests.get(name) ?? requestOf(key, role)
  refusedRequests.set(name, request)
  return request
}
/** A bulk call also needs the permission of one of its actions. */
const allowed = (role: Role, { key, endpoint }: NamedEndpoint) =>
  endpoint.permission === 'public' ||
  (may(role, endpoint.permission) && (!key.endsWith('.bulk') || bulkActionsOf(key, endpoint, role).length > 0))

async function refusal(response: Response): Promise<string> {
  return v.parse(errorBody, await response.json()).code
}

test('every endpoint has a request here, and every request an endpoint', () => {
  expect(Object.keys(requests).toSorted()).toEqual(allEndpoints.map(({ key }) => key).toSorted())
})

/** Describes what is wrong with an answer that should be a success, or returns null. */
async function fault(endpoint: Endpoint, response: Response): Promise<string | null> {
  const text = await response.text()
  if (response.status !== endpoint.success) return `${response.status} ${text}`
  if (!endpoint.response) {
    if (endpoint.download) return endpoint.download.includes(response.headers.get('Content-Type') ?? '') ? null : 'another content type'
    return text === '' ? null : `a body: ${text}`
  }
  const parsed = v.safeParse(endpoint.response, JSON.parse(text))
  return parsed.success ? null : JSON.stringify(v.flatten(parsed.issues))
}

describe('success', () => {
  test.for(allEndpoints)('$key answers its declared status and shape', async ({ key, endpoint }) => {
    const admin = await clientFor(key, 'admin')
    const response = await admin.call(endpoint, await requestOf(key))
    expect(await fault(endpoint, response)).toBeNull()
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Cache-Control')).toBe(endpoint.tagged ? 'private, no-cache' : 'no-store')
  })
})

describe('forgery (spec/quality "CSRF")', () => {
  const unsafe = allEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET')
  const params = { id: 1 }

  test.for(unsafe)('$key is refused without its token, and from another site', async ({ endpoint }) => {
    const admin = signedIn.get('admin')!
    const untold = await admin.call(endpoint, { params, headers: { 'X-XSRF-TOKEN': '' } })
    expect([untold.status, await refusal(untold)]).toEqual([419, 'csrf_mismatch'])
    const foreign = await admin.call(endpoint, { params, headers: { Origin: 'https://elsewhere.test' } })
    expect([foreign.status, await refusal(foreign)]).toEqual([403, 'forbidden_origin'])
  })
})

describe('signed out', () => {
  test.for(guarded)('$key answers 401', async ({ key, endpoint }) => {
    const response = await api.client().call(endpoint, await refusedRequestOf(key))
    expect([response.status, await refusal(response)]).toEqual([401, 'unauthenticated'])
  })
})

describe('role', () => {
  const cells = guarded.flatMap(({ key, endpoint }) => roleKeys.map((role) => ({ key, endpoint, role })))
  const denied = cells.filter((cell) => !allowed(cell.role, cell))

  test.for(denied)('$role may not $key: 403', async ({ key, endpoint, role }) => {
    // The administrator's request, since a role is refused whatever it asks for.
    const response = await signedIn.get(role)!.call(endpoint, await refusedRequestOf(key))
    expect([response.status, await refusal(response)]).toEqual([403, 'forbidden'])
  })

  const reading = cells.filter((cell) => cell.endpoint.method === 'GET' && allowed(cell.role, cell))
  test.for(reading)('$role may $key', async ({ key, endpoint, role }) => {
    const response = await signedIn.get(role)!.call(endpoint, await requestOf(key, role))
    expect(await fault(endpoint, response)).toBeNull()
  })

  // The administrator's calls are covered above.
  const writing = cells.filter((cell) => cell.endpoint.method !== 'GET' && cell.role !== 'admin' && allowed(cell.role, cell))
  test.for(writing)('$role may $key of its own', async ({ key, endpoint, role }) => {
    const client = await clientFor(key, role)
    const response = await client.call(endpoint, await requestOf(key, role))
    expect(await fault(endpoint, response)).toBeNull()
  })
})

describe('foreign tenant', () => {
  const cells = guarded
    .filter(({ endpoint }) => endpoint.path.includes('{id}'))
    .flatMap((named) => roleKeys.filter((role) => allowed(role, named)).map((role) => ({ ...named, role })))

  test.for(cells)('$role gets 404 for $key of nobody', async ({ key, endpoint, role }) => {
    const request = await refusedRequestOf(key, role)
    // What is no id is refused before the handler, and for every role alike: the first that may call tries it.
    const first = roleKeys.find((each) => allowed(each, { key, endpoint }))
    const answers = []
    for (const id of ['999999999', ...(role === first ? ['0', '-1', 'abc', '1e3', '99999999999999999999'] : [])]) {
      const response = await signedIn.get(role)!.call(endpoint, { ...request, params: { ...request.params, id } })
      answers.push([response.status, await refusal(response)])
    }
    expect(answers).toEqual(answers.map(() => [404, 'not_found']))
  })

  const foreign = cells.filter(({ role }) => role !== 'admin')
  test.for(foreign)('$role gets 404 for $key of another tenant', async ({ key, endpoint, role }) => {
    const group = key.split('.')[0]!
    const request = await refusedRequestOf(key, role)
    const own: Readonly<Record<string, number>> = {
      own_session: foreignSession,
      api_key: foreignKey,
      webhook: foreignWebhook,
      factor: foreignFactor,
      viewing: foreignViewing,
    }
    const id = own[group] ?? tenantRecord(api.fixtures.b, group, role)
    const response = await signedIn.get(role)!.call(endpoint, { ...request, params: { ...request.params, id } })
    expect([response.status, await refusal(response)]).toEqual([404, 'not_found'])
  })

  const lists = guarded.filter(({ endpoint }) => endpoint.kind === 'list' && !endpoint.path.includes('{id}') && endpoint.response)
  const listCells = lists.flatMap((named) =>
    roleKeys.filter((role) => role !== 'admin' && allowed(role, named)).map((role) => ({ ...named, role })),
  )
  test.for(listCells)('$role finds nothing of another tenant in $key', async ({ key, endpoint, role }) => {
    const response = await signedIn.get(role)!.call(endpoint, await requestOf(key, role))
    // Every fixture's name ends in its tenant's letter.
    expect(await response.text()).not.toMatch(/ b"/u)
  })

  test('filters never widen the scope', async () => {
    const { b } = api.fixtures
    const pg = signedIn.get('pg')!
    const response = await pg.call(endpoints.space.list, { query: { publisher_group_id: b.publisherGroup } })
    expect(await response.json()).toMatchObject({ data: [], page: { total: 0 } })
    const names = await pg.call(endpoints.medium.select, { query: { ids: b.medium } })
    expect(await names.json()).toEqual({ data: [] })
  })
})

test('nobody has a permission that the table does not grant', () => {
  for (const [permission, granted] of Object.entries(permissions)) {
    const having = roleKeys.filter((role) => may(role, permission as keyof typeof permissions))
    expect(having.toSorted()).toEqual([...granted].toSorted())
  }
})

test('whoever these calls have told of something can choose how they are told', async () => {
  const told = await api.db
    .selectDistinct({ kind: notifications.kind, role: accounts.kind })
    .from(notifications)
    .innerJoin(accounts, eq(accounts.id, notifications.account_id))
  expect(new Set(told.map(({ kind }) => kind)).size).toBeGreaterThan(15)
  expect(told.filter(({ kind, role }) => !concernsRoles(topicOfNotice[kind], [role]))).toEqual([])
})
