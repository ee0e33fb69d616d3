import {
  endpoints,
  may,
  mayAct,
  paceFields,
  resourceOfList,
  roles,
  type AnyResource,
  type Endpoint,
  type Field,
  type Permission,
  type Role,
  type StateAction,
} from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ads } from '../db/schema.ts'
import { Random } from '../demo/base/random.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { freshCreative } from '../testing/requests/creative-requests.ts'
import { freshOrder } from '../testing/requests/order-requests.ts'
import { freshCompany, freshDeliveryFile } from '../testing/requests/requests.ts'
import { sampleValue } from '../testing/sample.ts'

/** Other sequences, and longer ones, by hand: `WALK_SEED=7 WALK_STEPS=2000`. */
const seed = Number(process.env['WALK_SEED'] ?? 1)
const steps = Number(process.env['WALK_STEPS'] ?? 250)

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number; readonly blocked?: Record<string, string> }
type Group = Readonly<Record<string, Endpoint | undefined>> & { readonly list: Endpoint; readonly get: Endpoint }

interface Walked {
  readonly resource: AnyResource
  readonly group: Group
}

/** Whoever is suspended or retired in the middle of a sequence ends it. */
const keepsPeopleIn = ({ name }: AnyResource) => !/_user$|^(?:invitation|advertiser|agency|rep|ptd|publisher_group)$/u.test(name)

const walked: readonly Walked[] = Object.values(endpoints).flatMap((calls) => {
  const group: Readonly<Record<string, Endpoint | undefined>> = calls
  const { list, get } = group
  const resource = list && resourceOfList(list)
  return resource && get && keepsPeopleIn(resource) ? [{ resource, group: { ...group, list, get } }] : []
})

const random = new Random(seed)
const paces = paceFields('lifetime_budget')

let api: TestApi
const clients = new Map<Role, TestClient>()
beforeAll(async () => {
  api = await startTestApi()
  for (const { key } of roles) clients.set(key, await api.signIn(key))
  const admin = clients.get('admin')!
  // The fixtures' orders are for ads without a product, which nobody can order.
  for (const { ad, product } of [api.fixtures.a, api.fixtures.b])
    await api.db.update(ads).set({ product_id: product, billing: 'CPM', quantity: 1000 }).where(eq(ads.id, ad))
  for (const state of ['DRAFT', 'PENDING_APPROVAL', 'APPROVED'] as const) await freshOrder(api, admin, state)
  for (const state of ['DRAFT', 'APPLIED'] as const) await freshCreative(api, admin, state)
  await freshCompany(api, admin)
  await freshDeliveryFile(api)
})
afterAll(() => api.close())

/** One record as somebody sees it who may do something with it. */
interface Turn extends Walked {
  readonly role: Role
  readonly client: TestClient
  readonly rows: readonly Row[]
  readonly record: Row
}

/** What happened otherwise than was promised, in words; the sequence goes on. */
const broken: string[] = []
const isGranted = (role: Role, permission: Permission | null | undefined) => permission != null && may(role, permission)
const blockedBy = ({ record }: Turn, action: string) => record.blocked?.[action] ?? null
const told = async (response: Response) => `${response.status} ${await response.text()}`.slice(0, 500)
const titled = ({ role, resource, record }: Turn, what: string) => `${role}: ${resource.name} ${record.id} ${what}`

async function turnOf(role: Role, { resource, group }: Walked): Promise<Turn | null> {
  const client = clients.get(role)!
  const list = await client.call(group.list, { query: { limit: 50 } })
  const { data: rows } = (await list.json()) as { data: Row[] }
  if (rows.length === 0) return null
  const row = random.pick(rows)
  const { data: record } = (await (await client.call(group.get, { params: { id: row.id } })).json()) as { data: Row }
  const turn = { resource, group, role, client, rows, record }
  // What is stored of time, delivery, credit and paces may be a second old in the list.
  const isExact = (field: string) => resource.fields[field]?.stored === undefined && !Object.hasOwn(paces, field)
  const exact = Object.keys(row).filter((field) => field in record && isExact(field))
  const other = exact.filter((field) => JSON.stringify(row[field]) !== JSON.stringify(record[field]))
  if (other.length > 0) broken.push(titled(turn, `differs from its row in the list in ${other.join(', ')}`))
  return turn
}

/** Compares what the record and the dry run promise of a call with what the call then does. */
async function keep(turn: Turn, action: string, expected: boolean, reasons: object, perform: () => Promise<Response>): Promise<void> {
  const { client, group, record } = turn
  const body = { action, ids: [record.id], versions: [record.version], dry_run: true, ...reasons }
  const dry = group['bulk'] && (await client.call(group['bulk'], { body }))
  const promised = dry && ((await dry.json()) as { data: { results: { ok: boolean }[] } }).data.results[0]!.ok
  const response = await perform()
  const done = response.status < 300
  if (done === expected && (promised === undefined || promised === done)) return
  const says = `record: ${expected ? 'possible' : (blockedBy(turn, action) ?? 'not in this state')}; dry run: ${promised}`
  broken.push(titled(turn, `${action}: ${says}; call: ${await told(response)}`))
}

async function act(turn: Turn, action: string, rule: StateAction): Promise<void> {
  const { resource, group, client, record } = turn
  const reasons = {
    ...(rule.reason ? { reason: '点検のため' } : {}),
    ...(rule.reason?.codes ? { reason_code: random.pick(rule.reason.codes.keys) } : {}),
  }
  const expected = mayAct(resource.states!, action, String(record[resource.states!.field])) && blockedBy(turn, action) === null
  const call = () => client.call(group[action]!, { params: { id: record.id }, body: { version: record.version, ...reasons } })
  await keep(turn, action, expected, reasons, call)
}

/** A value that another record has, a sample, or one that hardly any field takes. */
function someValue(name: string, field: Field, rows: readonly Row[]): unknown {
  const how = random.next()
  if (how < 0.5) return random.pick(rows)[name] ?? null
  if (how < 0.85) return sampleValue(field, () => Number(random.pick(rows)[name] ?? 1), `${seed}-${random.whole(0, 1e6)}`)
  return random.pick(['', 0, -1, '1', '999999999', '2026-01-01T00:00:00.000Z', [], 'ARCHIVED'])
}

/** An update succeeds, names the fields that it refuses, or was announced as blocked. */
async function edit(turn: Turn): Promise<void> {
  const { resource, group, client, rows, record } = turn
  const writable = Object.entries<Field>(resource.fields).filter(([, { access }]) => access !== 'read' && access !== 'create')
  const chosen = [random.pick(writable), random.pick(writable)].map(([name, field]) => [name, someValue(name, field, rows)])
  const body = { version: record.version, ...Object.fromEntries(chosen) }
  const response = await client.call(group['update']!, { params: { id: record.id }, body })
  const isBlocked = blockedBy(turn, 'update') !== null
  if (response.status === 422 || response.status === (isBlocked ? 409 : 204)) return
  broken.push(titled(turn, `update ${JSON.stringify(body)}: ${blockedBy(turn, 'update') ?? 'possible'}; call: ${await told(response)}`))
}

/** What the role may do with the record; what its state does not allow is tried now and then. */
function movesOf(turn: Turn): (() => Promise<void>)[] {
  const { resource, group, role, client, record } = turn
  const { states, permissions } = resource
  const actions = Object.entries(states?.actions ?? {}).flatMap(([action, rule]) => {
    const isOffered = isGranted(role, rule.permission) && group[action] !== undefined
    return isOffered && (mayAct(states!, action, String(record[states!.field])) || random.chance(0.2))
      ? [() => act(turn, action, rule)]
      : []
  })
  const remove = () => client.call(group['delete']!, { params: { id: record.id } })
  const removal = () => keep(turn, 'delete', blockedBy(turn, 'delete') === null, {}, remove)
  return [
    ...actions,
    ...(isGranted(role, permissions.delete) && group['delete'] && random.chance(0.2) ? [removal] : []),
    ...(isGranted(role, permissions.update) && group['update'] ? [() => edit(turn)] : []),
  ]
}

test(`what a record and a dry run promise, the calls keep: ${steps} random steps of all roles from seed ${seed}`, async () => {
  for (let step = 0; step < steps; step += 1) {
    const { key: role } = random.pick(roles)
    const open = walked.filter(({ resource }) => isGranted(role, resource.permissions.list))
    const turn = open.length > 0 ? await turnOf(role, random.pick(open)) : null
    const moves = turn ? movesOf(turn) : []
    if (moves.length > 0) await random.pick(moves)()
  }
  expect(broken).toEqual([])
}, 600_000)
