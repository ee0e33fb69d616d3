import { ad, campaign, company, endpoints, may, order, product, type AnyResource, type Endpoint, type Role } from '@adsite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handIn } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf } from '../testing/fixtures.ts'
import { allEndpoints, requestFor } from '../testing/requests/requests.ts'

/** Values that the supply side must never receive (spec/domain "Row scope"); each is unique. */
const demandOnly = {
  lifetimeBudget: '731111701',
  dailyBudget: '731122802',
  adBudget: '732211703',
  adQuantity: '73224454',
  orderAmount: '734411705',
  creditLimit: '735511006',
  gross: '736611.77',
  grossYesterday: '736622.88',
} as const

/** What publishers are paid according to the files: the supply side's revenue. */
const paid = { mediaCost: '737711.99', mediaCostYesterday: '737722.11' } as const

/** Values of tenant b, which tenant a's media group and trading desk must not see. */
const foreign = {
  gross: '738811.55',
  rate: '67.891',
  group: '他社のグループ',
  publisher: '他社の出版',
  medium: '他社の媒体',
  space: '他社の広告枠',
  frame: '他社の配信枠',
  code: 'zq-foreign-code',
  domain: 'zq-foreign.example',
  article: '他社の記事',
  email: emailOf('pg', 'b'),
} as const

/** Fields that reveal what the demand side spends: money fields of its resources, and metrics of its reports. */
const moneyFields = new Set([
  ...([campaign, ad, order, product, company] as readonly AnyResource[]).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'money' ? [name] : [])),
  ),
  'gross',
  'media_cost',
  'margin',
  'rate',
  'unrated_gross',
])

/** Fields that hold supply-side ids, and the ids that are allowed in them. */
const tenantFields = {
  publisher_group_id: 'publisherGroup',
  publisher_id: 'publisher',
  medium_id: 'medium',
  space_id: 'space',
  frame_id: 'frame',
  article_id: 'article',
} as const

const supplyRoles = ['ptd', 'pg'] as const
/** The day in Japan `back` days ago. */
const day = (back: number) => new Date(Date.now() + 9 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)

let api: TestApi
let admin: TestClient

beforeAll(async () => {
  api = await startTestApi()
  const { a, b } = api.fixtures
  const run = (statement: string, values: readonly unknown[]) => api.pool.query(statement, [...values])
  await run('update campaigns set lifetime_budget = $1, daily_budget = $2', [demandOnly.lifetimeBudget, demandOnly.dailyBudget])
  await run('update ads set budget = $1, quantity = $2', [demandOnly.adBudget, demandOnly.adQuantity])
  await run('update orders set amount = $1', [demandOnly.orderAmount])
  await run('update companies set credit_limit = $1', [demandOnly.creditLimit])
  await run('update revenue_shares set rate = $1 where publisher_group_id = $2', [foreign.rate, b.publisherGroup])
  await run('update publisher_groups set name = $1 where id = $2', [foreign.group, b.publisherGroup])
  await run('update publishers set name = $1 where id = $2', [foreign.publisher, b.publisher])
  await run('update media set name = $1, domain = $2 where id = $3', [foreign.medium, foreign.domain, b.medium])
  await run('update spaces set name = $1 where id = $2', [foreign.space, b.space])
  await run('update frames set name = $1, code = $2 where id = $3', [foreign.frame, foreign.code, b.frame])
  await run('update articles set title = $1 where id = $2', [foreign.article, b.article])
  // The same ad is delivered on both tenants' media on different days, so that daily sums match the lines.
  const lines = [
    `2026-03-05,f-a,1000,${demandOnly.gross},${paid.mediaCost}`,
    `${day(1)},f-a,2000,${demandOnly.grossYesterday},${paid.mediaCostYesterday}`,
    `2026-03-06,${foreign.code},3000,${foreign.gross},1`,
    `${day(2)},${foreign.code},4000,${foreign.gross},1`,
  ].map((line) => line.replace(',', ',キャンペーン a,広告 a,'))
  const content = `day,campaign,ad,frame_code,imps,gross,media_cost\n${lines.join('\n')}\n`
  await handIn(api.pool, content, { advertiser: String(a.accounts.advertiser) })
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

interface Answer {
  readonly key: string
  readonly text: string
}

/** Collects every answer that a role gets from the endpoints it may call, with its conformance request and, for reads, without filters. */
async function answersOf(role: Role, only: (endpoint: Endpoint) => boolean = () => true): Promise<Answer[]> {
  const answers: Answer[] = []
  const reader = await api.signIn(role)
  const { rows } = await api.pool.query<{ password: string }>('select password_hash as password from users where email = $1', [
    emailOf(role),
  ])
  const password = rows[0]?.password
  // Reads come first, because some writes end the user's other sessions.
  for (const { key, endpoint } of allEndpoints.toSorted(
    (a, b) => Number(a.endpoint.method !== 'GET') - Number(b.endpoint.method !== 'GET'),
  )) {
    if (endpoint.permission !== 'public' && !may(role, endpoint.permission)) continue
    if (!only(endpoint)) continue
    const request = await requestFor(key)(api, admin, role)
    // Writes change sessions and accounts, so each uses a session of its own.
    const client = endpoint.method === 'GET' ? reader : await api.signIn(role)
    const asked = endpoint.method === 'GET' && endpoint.kind === 'list' ? [request, { ...request, query: {} }] : [request]
    for (const options of asked) answers.push({ key, text: await (await client.call(endpoint, options)).text() })
    // The next call signs in anew.
    if (key === 'password.change') await api.pool.query('update users set password_hash = $1 where email = $2', [password, emailOf(role)])
  }
  return answers
}

/** Yields every value of an answer with its field name, recursively. */
function* fieldsOf(value: unknown, name = ''): Generator<[name: string, value: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* fieldsOf(item, name)
  else if (value !== null && typeof value === 'object') for (const [key, inner] of Object.entries(value)) yield* fieldsOf(inner, key)
  else yield [name, value]
}

const json = (text: string): unknown => (/^[[{]/u.test(text) ? JSON.parse(text) : null)
const without = (text: string) => text.replaceAll(',', '')
const seenIn = (answers: readonly Answer[], marker: string) =>
  answers.filter(({ text }) => without(text).includes(marker)).map(({ key }) => key)

describe('what the supply side receives', () => {
  const own = { ptd: [] as Answer[], pg: [] as Answer[] }
  let everything: Answer[]
  beforeAll(async () => {
    // Collects what exists: the administrator's reads of the same rows.
    everything = await answersOf('admin', ({ method }) => method === 'GET')
    for (const role of supplyRoles) own[role] = await answersOf(role)
  }, 300_000)

  test.for([...Object.entries(demandOnly), ...Object.entries(foreign)])('%s can be seen: the administrator receives it', ([, marker]) => {
    expect(seenIn(everything, marker)).not.toEqual([])
  })

  const cells = supplyRoles.flatMap((role) =>
    [...Object.entries(demandOnly), ...Object.entries(foreign)].map(([name, marker]) => ({ role, name, marker })),
  )
  test.for(cells)('$role never receives $name', ({ role, marker }) => {
    expect(seenIn(own[role], marker)).toEqual([])
  })

  test.for(supplyRoles)('%s receives no field that tells what is spent', (role) => {
    const told = own[role].flatMap(({ key, text }) =>
      [...fieldsOf(json(text))].filter(([name, value]) => moneyFields.has(name) && value !== null).map(([name]) => `${key} ${name}`),
    )
    expect(told).toEqual([])
  })

  test.for(supplyRoles)('%s receives ids of its own media alone', (role) => {
    const { a } = api.fixtures
    const ids = own[role].flatMap(({ key, text }) =>
      [...fieldsOf(json(text))].flatMap(([name, value]) =>
        Object.hasOwn(tenantFields, name) && value === api.fixtures.b[tenantFields[name as keyof typeof tenantFields]]
          ? [`${key} ${name}`]
          : [],
      ),
    )
    expect(ids).toEqual([])
    // Also checks that the role does receive its own data. The supply side has no screen for publishers.
    const seen = new Set(own[role].flatMap(({ text }) => [...fieldsOf(json(text))].map(([name, value]) => `${name} ${String(value)}`)))
    const { publisher_id: _, ...received } = tenantFields
    for (const [field, name] of Object.entries(received)) expect(seen, field).toContain(`${field} ${a[name]}`)
  })

  test.for(supplyRoles)('%s does receive the ad, its landing page and its own revenue', (role) => {
    for (const text of ['広告 a', 'https://lp.example/', '枠 a', '媒体 a']) expect(seenIn(own[role], text), text).not.toEqual([])
    expect(seenIn(own[role], paid.mediaCost)).toContain('report.supply')
    expect(seenIn(own[role], paid.mediaCostYesterday)).toContain('dashboard.delivery')
  })
})

test('a trading desk sees every group that it serves, a media group its own', async () => {
  const { a, b } = api.fixtures
  await api.pool.query('update publisher_groups set ptd_account_id = $1 where id = $2', [a.accounts.ptd, b.publisherGroup])
  const groups = async (role: 'ptd' | 'pg', tenant: 'a' | 'b') => {
    const client = await api.signIn(role, tenant)
    const answers = await Promise.all(
      [endpoints.space.list, endpoints.frame.list, endpoints.advertisement.list, endpoints.reject_request.list].map(async (endpoint) =>
        json(await (await client.call(endpoint)).text()),
      ),
    )
    const ids = answers.map((answer) =>
      [...fieldsOf(answer)].flatMap(([name, id]) => (name === 'publisher_group_id' && typeof id === 'number' ? [id] : [])),
    )
    return ids.map((found) => [...new Set(found)].toSorted((one, other) => one - other))
  }
  const each = (...expected: number[]) => [expected, expected, expected, expected]
  expect(await groups('ptd', 'a')).toEqual(each(a.publisherGroup, b.publisherGroup))
  expect(await groups('ptd', 'b')).toEqual(each())
  expect(await groups('pg', 'a')).toEqual(each(a.publisherGroup))
  expect(await groups('pg', 'b')).toEqual(each(b.publisherGroup))
})
