import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sweep } from '../app/housekeeping.ts'
import { releaseViolations } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { readLoads } from './beacons.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(() => api.db.delete(releaseViolations))

const site = 'http://site.test'
const source = `${site}/r/md/0.2.0-9c1f/js/3.js`
const types = { legacy: 'application/csp-report', modern: 'application/reports+json' } as const

/** A report as Chromium sends it to a `report-uri`. */
const legacy = (of: object = {}) => ({
  'csp-report': {
    'document-uri': `${site}/md/ad_space/4711?q=aoba`,
    referrer: `${site}/auth/reset?token=secret`,
    'effective-directive': 'img-src',
    'original-policy': "default-src 'self'",
    disposition: 'enforce',
    'blocked-uri': 'https://tracker.example/p.gif?user=taro@example.jp',
    'line-number': 12,
    'column-number': 7,
    'source-file': source,
    'status-code': 200,
    'script-sample': 'alert("aoba")',
    ...of,
  },
})
/** The same through the Reporting API. */
const modern = (of: object = {}) => ({
  type: 'csp-violation',
  age: 97,
  url: `${site}/md/ad_space/4711?q=aoba`,
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: `${site}/md/ad_space/4711?q=aoba`,
    effectiveDirective: 'img-src',
    blockedURL: 'https://tracker.example/p.gif?user=taro@example.jp',
    lineNumber: 12,
    columnNumber: 7,
    sourceFile: source,
    sample: 'alert("aoba")',
    ...of,
  },
})

// Each call comes from another address, since one address may not call often.
let callers = 0
function report(body: unknown, { type = types.legacy, address = `198.51.100.${callers++}`, headers = {} }: Sent = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return api.client(address).request('/api/csp-reports', { method: 'POST', headers: { 'Content-Type': type, ...headers }, body: text })
}
interface Sent {
  readonly type?: string
  readonly address?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function read(unit = 'md', hours: '1' | '24' = '24'): Promise<Record<string, unknown>[]> {
  const response = await admin.call(endpoints.release.violations, { params: { unit }, query: { hours } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Record<string, unknown>[] }).data
}

test('both formats are one violation of the unit whose file caused it, without addresses and data', async () => {
  expect((await report(legacy())).status).toBe(204)
  expect((await report([modern(), { type: 'deprecation', body: {} }], { type: types.modern, headers: { Origin: site } })).status).toBe(204)
  expect(await read()).toEqual([
    {
      build: '0.2.0-9c1f',
      directive: 'img-src',
      blocked: 'https://tracker.example',
      area: 'md',
      place: { place: 'src/js/3.js:12', resolved: true },
      count: 2,
      first_at: expect.any(String),
      last_at: expect.any(String),
    },
  ])
  expect(JSON.stringify(await api.db.select().from(releaseViolations))).not.toMatch(/4711|aoba|taro|secret|alert|p\.gif/u)
})

test.each([
  [
    'an inline script of the page',
    { 'source-file': `${site}/md/ad_space`, 'blocked-uri': 'inline' },
    { build: null, place: null, blocked: 'inline' },
  ],
  ['an image, whose script browsers do not name', { 'source-file': undefined }, { build: null, place: null, area: 'md' }],
  ['a script of another site', { 'source-file': 'https://evil.example/r/md/0.2.0-9c1f/js/3.js' }, { build: null }],
  ['a picture in an address', { 'source-file': undefined, 'blocked-uri': 'data:image/png;base64,AAAA' }, { blocked: 'data:' }],
  ['a dashboard', { 'source-file': undefined, 'document-uri': `${site}/?q=aoba` }, { area: '' }],
  ['a page whose first segment is no name', { 'source-file': undefined, 'document-uri': `${site}/taro@example.jp` }, { area: '' }],
])('%s counts for the shell', async (_, of, expected) => {
  await report(legacy(of))
  expect(await read('shell')).toMatchObject([expected])
  expect(await read()).toEqual([])
})

test('a style sheet counts for its build, and no number is too large', async () => {
  await report(legacy({ 'source-file': `${site}/r/md/0.2.0-9c1f/main.css`, 'line-number': 0 }))
  await report(legacy({ 'line-number': 1e300, 'column-number': 0.5 }))
  expect(await read()).toMatchObject([
    { build: '0.2.0-9c1f', place: { place: 'src/js/3.js:1000000000' } },
    { build: '0.2.0-9c1f', place: { place: 'src/main.css:1' } },
  ])
})

test.each([
  ['a page of another site', { 'document-uri': 'https://evil.example/md' }],
  ['an extension of the browser', { 'source-file': 'chrome-extension://abcdef/inject.js' }],
  ['what an extension loads', { 'blocked-uri': 'moz-extension' }],
  ['no directive', { 'effective-directive': undefined }],
  ['a directive that is none', { 'effective-directive': '<b>taro</b>' }],
])('%s is left out', async (_, of) => {
  expect((await report(legacy(of))).status).toBe(204)
  expect(await api.db.select().from(releaseViolations)).toEqual([])
})

test.each<[string, unknown, Sent, number]>([
  ['another type', legacy(), { type: 'application/json' }, 415],
  ['no JSON', '{', {}, 400],
  ['too much', 'x'.repeat(200_000), {}, 413],
  ['another origin', legacy(), { headers: { Origin: 'https://evil.example' } }, 403],
  ['another site', legacy(), { headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403],
])('%s is refused', async (_, body, sent, status) => {
  expect((await report(body, sent)).status).toBe(status)
  expect(await api.db.select().from(releaseViolations)).toEqual([])
})

test.each([
  ['null', null],
  ['a number', 7],
  ['an empty list', []],
  ['lists in lists', [[[]]]],
  ['another object', { 'csp-report': 'x' }],
])('%s in place of a report says nothing', async (_, body) => {
  expect((await report(body, { type: types.modern })).status).toBe(204)
  expect(await api.db.select().from(releaseViolations)).toEqual([])
})

describe('nobody fills the table', () => {
  test('one address reports sixty times a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const statuses = new Set<number>()
      for (let call = 0; call < 60; call++) statuses.add((await report(legacy(), { address: '203.0.113.1' })).status)
      expect([...statuses]).toEqual([204])
      const refused = await report(legacy(), { address: '203.0.113.1' })
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
      expect((await report(legacy(), { address: '203.0.113.2' })).status).toBe(204)
      vi.setSystemTime(Date.now() + 60_000)
      expect((await report(legacy(), { address: '203.0.113.1' })).status).toBe(204)
    } finally {
      vi.useRealTimers()
    }
  })

  const kind = (of: object) => modern({ sourceFile: undefined, ...of })

  const kinds = (from: number, length: number) =>
    Array.from({ length }, (_, index) => kind({ blockedURL: `https://h${from + index}.example/` }))

  test('a call brings fifty reports', async () => {
    await report(kinds(0, 60), { type: types.modern })
    expect(await api.db.$count(releaseViolations)).toBe(50)
  })

  test('a build has a hundred kinds, those that were reported last', async () => {
    for (const from of [0, 50, 100]) await report(kinds(from, 50), { type: types.modern })
    expect(await api.db.$count(releaseViolations)).toBe(100)
    const blocked = (await read('shell')).map((row) => row['blocked'])
    expect(blocked).not.toContain('https://h0.example')
    expect(blocked).toContain('https://h149.example')
  })

  test('made-up builds have a thousand kinds, and a week’s end', async () => {
    const row = { unit: 'ad', file: '', line: 0, column: 0, directive: 'img-src', blocked: '', area: '', count: 1 }
    const days = (number: number) => new Date(Date.now() - number * 86_400_000)
    const rows = Array.from({ length: 1200 }, (_, index) => ({ ...row, build: `9.9.${index}`, last_at: days(index < 700 ? 1 : 8) }))
    await api.db.insert(releaseViolations).values(rows)
    await report(legacy())
    expect(await api.db.$count(releaseViolations)).toBe(1000)
    await sweep(api.db)
    expect(await api.db.$count(releaseViolations)).toBe(701)
  })
})

test('they are counted on the page and in the metrics, and never as failures of a build', async () => {
  await report(legacy())
  await report(legacy({ 'effective-directive': 'font-src' }))
  expect(await api.api.metrics.register.metrics()).toContain('adsite_csp_violations{unit="md"} 2')
  const since = new Date(Date.now() - 3_600_000)
  expect(await readLoads(api.db, 'md', { since, withApi: true, isInCanary: () => true })).toEqual([])
  await report(legacy({ 'source-file': `${site}/r/ad/1.0.0-a/1.js` }))
  const list = (await (await admin.call(endpoints.release.list, { query: { hours: '1' } })).json()) as { data: object[] }
  expect(list.data).toMatchObject([{ unit: 'ad', violations: 1, loads: [] }])
})

test('they are the administrators’ to read', async () => {
  const args = { params: { unit: 'md' }, query: { hours: '24' } } as const
  expect((await (await api.signIn('rep')).call(endpoints.release.violations, args)).status).toBe(403)
  expect((await api.client().call(endpoints.release.violations, args)).status).toBe(401)
})
