import { endpoints, errorBody, type Endpoint } from '@adsite/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { allEndpoints, requestFor } from '../testing/requests/requests.ts'

const errorLines: string[] = []
let api: TestApi
let admin: TestClient
/** One successful call per endpoint, recorded before any other call could interfere. */
const rightCalls = new Map<string, CallOptions>()
beforeAll(async () => {
  api = await startTestApi({ log: { level: 'error', write: (line) => void errorLines.push(line) } })
  admin = await api.signIn('admin')
  for (const { key } of allEndpoints) rightCalls.set(key, await requestFor(key)(api, admin, 'admin'))
})
afterAll(() => api.close())

/** Kept as JSON text, because serialising would lose some of these: `__proto__`, -0, 1e400. */
const hostileValues = [
  'null',
  'true',
  '-0',
  '-1',
  '0.5',
  '26',
  '1e21',
  '1e308',
  '1e400',
  '2147483648',
  '9007199254740993',
  '"26"',
  '""',
  '" "',
  String.raw`"\ud800"`,
  String.raw`"a\udc00b"`,
  String.raw`"\u0000"`,
  '"constructor"',
  '"__proto__"',
  '"9999-99-99"',
  '"0000-01-01T00:00:00.000Z"',
  '"999999-01-01"',
  '"-1"',
  '"1e308"',
  '"NaN"',
  '"％００"',
  '[]',
  '[[]]',
  '[null]',
  '[1e308]',
  '[9007199254740993]',
  '[9007199254740991]',
  '["x"]',
  '{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":1,"toString":1}',
]
const hostileNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'length', String.raw`\u0000`, String.raw`\ud800`, 'a.b']
const hostileBodies = [
  '',
  ' ',
  'null',
  '1',
  '"x"',
  '[]',
  '[{}]',
  '{',
  '{"a":1,}',
  `${'['.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  new Uint8Array([0x00, 0x00, 0x00]),
]
const hostileQueries = [
  '%00',
  '%FF',
  '%ED%A0%80',
  '-1',
  '0',
  '1e308',
  '9'.repeat(15),
  '9'.repeat(400),
  '__proto__',
  'constructor',
  '1,,2',
  'a%00b',
]
const hostileIds = [
  '0',
  '-1',
  '1e308',
  '9'.repeat(15),
  '9'.repeat(400),
  '%00',
  '%FF',
  '__proto__',
  'constructor',
  '1%2f2',
  '%ED%A0%80',
  '１',
]
const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', '']

/** Every third entry, with an offset by name, so that the calls of a resource cover the list together. */
function some<T>(list: readonly T[], name: string): T[] {
  const start = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return list.filter((_, index) => (index + start) % 3 === 0)
}

const entriesOf = (schema: unknown) => Object.keys((schema as { entries?: object } | undefined)?.entries ?? {})
const withMember = (members: Readonly<Record<string, unknown>>, name: string, json: string) => {
  const others = Object.entries(members).filter(([member]) => member !== name)
  return `{${[...others.map(([member, value]) => `${JSON.stringify(member)}:${JSON.stringify(value)}`), `"${name}":${json}`].join(',')}}`
}

type Sent = CallOptions & { readonly search?: string }

/** Yields calls that are wrong in one place and otherwise valid, so that they get far. */
function* attacks(key: string, endpoint: Endpoint, { params = {}, query = {}, body, headers = {} }: CallOptions): Generator<Sent> {
  const json = { 'Content-Type': 'application/json' }
  const right = { params, query, headers, ...(body === undefined ? {} : { body }) }
  for (const name of Object.keys(params)) {
    for (const id of some(hostileIds, key)) yield { ...right, params: { ...params, [name]: id } }
  }
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  for (const name of entriesOf(endpoint.query)) {
    for (const value of some(hostileQueries, key + name)) {
      yield { ...right, search: [...search.filter((part) => !part.startsWith(`${name}=`)), `${name}=${value}`].join('&') }
    }
  }
  if (endpoint.query) yield { ...right, search: [...search, '__proto__=1', 'constructor=2', '%00=1', '%FF=x'].join('&') }
  if (endpoint.body) {
    const members = body as Record<string, unknown>
    for (const name of hostileNames) yield { params, query, headers: json, body: withMember(members, name, '{"a":1}') }
    for (const name of entriesOf(endpoint.body)) {
      for (const value of some(hostileValues, key + name)) yield { params, query, headers: json, body: withMember(members, name, value) }
    }
    for (const sent of some(hostileBodies, key)) yield { params, query, headers: json, body: sent }
  }
  if (endpoint.body || endpoint.upload) {
    for (const type of some(types, key)) yield { params, query, headers: { 'Content-Type': type }, body: '{"a":1}' }
  }
  for (const type of endpoint.upload ?? []) {
    for (const sent of some(hostileBodies, key + type)) yield { params, query, headers: { 'Content-Type': type }, body: sent }
  }
}

/** Describes what is wrong with an answer to a hostile call, or returns null. */
async function fault(endpoint: Endpoint, response: Response): Promise<string | null> {
  const text = await response.text()
  if (response.status === endpoint.success) return null
  if (response.status < 400 || response.status >= 500) return `${response.status} ${text}`
  return v.is(errorBody, JSON.parse(text)) ? null : `not the shape of a refusal: ${text}`
}

// These would end or throttle the session that the other calls use.
const skipped = new Set(['session.logout', 'session.changeRole'])

describe('whatever a call carries, it is answered or refused, and never fails inside', () => {
  test.for(allEndpoints.filter(({ key }) => !skipped.has(key)))('$key', async ({ key, endpoint }) => {
    const right = rightCalls.get(key)!
    const faults: string[] = []
    // A call that succeeds shows its session the site as somebody else.
    const own = key === 'viewing.start'
    let client = own ? await api.signIn('admin') : admin
    for (const { search, ...sent } of attacks(key, endpoint, right)) {
      const asked = search === undefined ? endpoint : { ...endpoint, path: `${endpoint.path}?${search}` }
      const response = await client.call(asked, search === undefined ? sent : { ...sent, query: {} })
      if (own && response.ok) client = await api.signIn('admin')
      const wrong = await fault(endpoint, response)
      if (wrong) faults.push(`${JSON.stringify({ ...sent, search }).slice(0, 300)} → ${wrong.slice(0, 200)}`)
    }
    expect(faults).toEqual([])
    expect(errorLines.splice(0)).toEqual([])
  })
})

describe('a fault is put to its field', () => {
  const create = endpoints.information.create
  const right = {
    title: '題',
    type: 'FEATURE',
    is_important: true,
    target_roles: ['pg'],
    publish_from: '2026-04-01T00:00:00.000Z',
    body: '<p>a</p>',
  }
  const faultsOf = async (endpoint: Endpoint, body: string) => {
    const response = await admin.call(endpoint, { body, headers: { 'Content-Type': 'application/json', 'Accept-Language': 'ja' } })
    return [response.status, ((await response.json()) as { errors?: unknown }).errors]
  }

  test('names that every object has are names that nobody knows', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const errors = JSON.parse(`{"${name}":["指定できない項目です。"]}`) as unknown
      expect(await faultsOf(create, withMember(right, name, '{"a":1}'))).toEqual([422, errors])
    }
  })

  test('text that no database holds', async () => {
    const text = '使用できない文字が含まれています。入力し直してください。'
    for (const json of [String.raw`"\ud83d"`, String.raw`"\ude00a"`, String.raw`"a\u0000"`]) {
      expect(await faultsOf(create, withMember(right, 'title', json))).toEqual([422, { title: [text] }])
    }
    expect(await faultsOf(create, withMember(right, 'target_roles', String.raw`["pg","\ud800"]`))).toEqual([
      422,
      { 'target_roles.1': [text] },
    ])
    const searched = await admin.request('/api/company?q=a%00b')
    expect([searched.status, await searched.json()]).toMatchObject([422, { errors: { q: [text] } }])
  })

  test('a value of another type is told which is expected, and is not called missing', async () => {
    const account = endpoints.advertiser.create
    const body = { name: 'a', company_id: 1 }
    const said = async (json: string) => (await faultsOf(account, withMember(body, 'company_id', json)))[1]
    expect(await said('"26"')).toMatchObject({ company_id: ['数値を入力してください。'] })
    for (const json of ['1e308', '1.5', '0']) expect(await said(json)).toMatchObject({ company_id: ['数値を入力してください。'] })
    expect(await said('null')).toMatchObject({ company_id: ['必須項目です。'] })
    const others = await faultsOf(create, JSON.stringify({ ...right, title: 5, is_important: 'x', target_roles: 'pg', type: 'NONE' }))
    expect(others[1]).toEqual({
      title: ['文字列で指定してください。'],
      is_important: ['選択肢から選んでください。'],
      target_roles: ['配列で指定してください。'],
      type: ['選択肢から選んでください。'],
    })
  })
})
