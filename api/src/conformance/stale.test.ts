import { afterAll, beforeAll, expect, test } from 'vitest'
import { allResources } from '@adsite/contract/testing'
import { allSettled } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { factorClient } from '../testing/requests/factor-requests.ts'
import { allEndpoints, requests, type NamedEndpoint } from '../testing/requests/requests.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

/** Whether a path is one of those, or below one: by whole segments. */
const isBelow = (path: string, roots: readonly string[]) => roots.some((root) => `${path}/`.startsWith(`${root}/`))

/** Paths that no page keeps: their answers change without a call of the reader's. */
const live: readonly string[] = [
  // Written at every sign-in, export and refusal.
  '/api/security-event',
  // Other people send them: the shell reads them every minute.
  '/api/notification',
  // Messages are sent in the background: their log is read every few seconds.
  '/api/webhook/{id}/delivery',
  // Preparing a request may sign somebody in.
  '/api/session',
]

/** These show the same records as the list, below its path. */
const ofList = ['get', 'select']
const reads = allEndpoints.filter(
  ({ key, endpoint }) =>
    endpoint.method === 'GET' &&
    endpoint.response &&
    endpoint.permission !== 'public' &&
    !isBelow(endpoint.path, live) &&
    !(ofList.includes(key.split('.')[1]!) && allEndpoints.some((other) => other.key === `${key.split('.')[0]}.list`)),
)

/** These calls end the session that reads, or show it the site as somebody else. */
const ending = ['session.logout', 'session.changeRole', 'password.change', 'own_session.endOthers', 'viewing.start']
const writes = allEndpoints.filter(
  ({ key, endpoint }) => endpoint.method !== 'GET' && endpoint.permission !== 'public' && !ending.includes(key),
)
/** Writes that declare the same are tried together. */
const alike = Map.groupBy(writes, ({ endpoint }) => endpoint.stale!.join(' '))

/** The names of authors are in every record: renaming a user does not make all of them stale. */
const authors = /"(?:created|updated|deleted)_by":(?:null|"[^"]*"),?/gu

interface Question extends NamedEndpoint {
  readonly request: CallOptions
  /** A browser of its own, for calls that change what their user signs in with. */
  readonly client?: TestClient | undefined
}

/** Lists are read without filters, whose requests would leave out what was written. */
async function asked({ key, endpoint }: NamedEndpoint): Promise<Question> {
  const request = await requests[key]!(api, admin, 'admin')
  return { key, endpoint, request: key.endsWith('.list') ? { ...request, query: {} } : request }
}

/**
 * A new name for the fixtures' record, which others refer to by it. Requests of updates change records of their own,
 * which nothing refers to.
 */
async function renaming({ key, endpoint }: NamedEndpoint): Promise<Question[]> {
  const [group, name] = key.split('.')
  const read = allEndpoints.find((other) => other.key === `${group}.get`)
  const resource = allResources.find(({ path }) => `${path}/{id}` === endpoint.path)
  if (name !== 'update' || !read || !resource || resource.fields[resource.title]?.access !== 'write') return []
  const { params } = await requests[read.key]!(api, admin, 'admin')
  const { data } = (await (await admin.call(read.endpoint, { params: params! })).json()) as { data: { version: number } }
  return [{ key, endpoint, request: { params: params!, body: { version: data.version, [resource.title]: `改名 ${group}` } } }]
}

test('every call that writes declares what it makes stale', { timeout: 600_000 }, async () => {
  const questions: Question[] = []
  for (const read of reads) questions.push(await asked(read))
  const prepared: (readonly [stale: readonly string[], calls: readonly Question[]])[] = []
  for (const [stale, group] of alike) {
    const calls: Question[] = []
    for (const write of group) {
      const client = await factorClient(api, write.key, 'admin')
      calls.push({ ...write, client, request: await requests[write.key]!(api, admin, 'admin') })
      calls.push(...(await renaming(write)))
    }
    prepared.push([stale.split(' '), calls])
  }

  async function answers(): Promise<ReadonlyMap<Question, string>> {
    // Lists show statuses that a worker stores: a write has changed what it changes once the worker is done.
    await allSettled(api)
    const texts = new Map<Question, string>()
    for (const question of questions) {
      const response = await admin.call(question.endpoint, question.request)
      const text = await response.text()
      texts.set(question, response.status === 200 ? text.replaceAll(authors, '') : String(response.status))
    }
    return texts
  }

  const undeclared: string[] = []
  let before = await answers()
  for (const [stale, calls] of prepared) {
    for (const { key, endpoint, request, client = admin } of calls) {
      const response = await client.call(endpoint, request)
      expect([key, response.status]).toEqual([key, endpoint.success])
    }
    const after = await answers()
    const changed = questions.filter((question) => before.get(question) !== after.get(question) && !isBelow(question.endpoint.path, stale))
    const paths = [...new Set(changed.map(({ endpoint }) => endpoint.path))]
    if (paths.length > 0) undeclared.push(`${calls.map(({ key }) => key).join(', ')}: add to what they make stale: ${paths.join(', ')}`)
    before = after
  }
  expect(undeclared).toEqual([])
})
