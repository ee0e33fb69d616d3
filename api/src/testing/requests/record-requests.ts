import { randomUUID } from 'node:crypto'
import { endpoints, type AnyResource, type Endpoint, type Field } from '@adsite/contract'
import { allResources } from '@adsite/contract/testing'
import type { TestApi } from '../api.ts'
import type { CallOptions, TestClient } from '../client.ts'
import { sampleOf, sampleValue } from '../sample.ts'
import { tenantRecord } from '../tenant-record.ts'
import type { Request } from './requests.ts'

const answered = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data

/** The way from one state to another that an action starts from: the names of the actions between. */
function wayTo(states: NonNullable<AnyResource['states']>, action: string, start: string): readonly string[] {
  let ways: (readonly [state: string, actions: readonly string[]])[] = [[start, []]]
  for (const seen = new Set<string>(); ways.length > 0;) {
    const arrived = ways.find(([state]) => states.actions[action]!.from.includes(state))
    if (arrived) return arrived[1]
    for (const [state] of ways) seen.add(state)
    ways = ways.flatMap(([state, actions]) =>
      Object.entries(states.actions).flatMap(([name, { from, to }]) =>
        from.includes(state) && !seen.has(to) ? [[to, [...actions, name]] as const] : [],
      ),
    )
  }
  throw new Error(`No way leads from ${start} to where ${action} starts`)
}

/** Requests of the record calls of one resource, for records that its fields alone describe. */
function requestsOf(group: string, resource: AnyResource): Readonly<Record<string, Request>> {
  const calls: Readonly<Record<string, Endpoint>> = endpoints[group as keyof typeof endpoints]
  const { states, fields } = resource
  const body = ({ fixtures }: TestApi) => sampleOf(resource, (target) => tenantRecord(fixtures.a, target), randomUUID())
  const one: Request = ({ fixtures }, _, role) => ({ params: { id: tenantRecord(fixtures.a, group, role) } })
  const fresh = async (api: TestApi, admin: TestClient) => ({
    id: (await answered<{ id: number }>(admin.call(calls['create']!, { body: body(api) }))).id,
  })
  const reasonFor = (action: string) => (states?.actions[action]?.reason ? { reason: '確認のため' } : {})
  const [changed, field] = Object.entries<Field>(fields).find(([, { access }]) => access === 'write') ?? []
  const acting =
    (action: string): Request =>
    async (api, admin): Promise<CallOptions> => {
      const params = await fresh(api, admin)
      const record = await answered<Record<string, unknown>>(admin.call(calls['get']!, { params }))
      const before = wayTo(states!, action, String(record[states!.field]))
      for (const [index, each] of before.entries())
        await admin.call(calls[each]!, { params, body: { version: index + 1, ...reasonFor(each) } })
      return { params, body: { version: before.length + 1, ...reasonFor(action) } }
    }
  return {
    list: () => ({}),
    select: () => ({}),
    get: one,
    history: one,
    create: (api) => ({ body: body(api) }),
    update: async (api, admin) => ({
      params: await fresh(api, admin),
      body: { version: 1, [changed!]: sampleValue(field!, (target) => tenantRecord(api.fixtures.a, target), randomUUID()) },
    }),
    delete: async (api, admin) => ({ params: await fresh(api, admin) }),
    ...Object.fromEntries(Object.keys(states?.actions ?? {}).map((action) => [action, acting(action)])),
  }
}

/** One request per record call of every resource; those that need more than its fields say replace them (requests.ts). */
export const recordRequests: Readonly<Record<string, Request>> = Object.fromEntries(
  allResources.flatMap((resource) => {
    const own = requestsOf(resource.name, resource)
    const calls = Object.hasOwn(endpoints, resource.name) ? Object.keys(endpoints[resource.name as keyof typeof endpoints]) : []
    return calls.flatMap((name) => (own[name] ? [[`${resource.name}.${name}`, own[name]] as const] : []))
  }),
)
