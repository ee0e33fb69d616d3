import { errorBody, reportGroupings } from '@adsite/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { allEndpoints, requestFor } from '../testing/requests/requests.ts'

const errorLines: string[] = []
let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi({ log: { level: 'error', write: (line) => void errorLines.push(line) } })
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const entriesOf = (schema: unknown): Readonly<Record<string, v.GenericSchema>> =>
  (schema as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}
const takes = (pattern: RegExp) =>
  allEndpoints.filter(({ endpoint }) => Object.keys(entriesOf(endpoint.query)).some((name) => pattern.test(name)))

/** Delivery within some days, in the parameters that an endpoint has for them. */
const within = (endpoint: { readonly query?: unknown }, from: string, to: string): Record<string, string> =>
  'period' in entriesOf(endpoint.query) ? { period: `${from}..${to}` } : { from, to }

const ofDelivery = takes(/^(?:period|from|to)$/u)

test('reports and lists take days of delivery', () => {
  expect(ofDelivery.length).toBeGreaterThan(15)
})

test.for(ofDelivery)(
  '$key takes the first and the last days of delivery, and says which parameter is beyond them',
  async ({ key, endpoint }) => {
    const right: CallOptions = await requestFor(key)(api, admin, 'admin')
    const call = async (query: Record<string, string>) => {
      const response = await admin.call(endpoint, { ...right, query: { ...right.query, ...query }, headers: { 'Accept-Language': 'en' } })
      const text = await response.text()
      return { status: response.status, errors: response.ok ? null : (JSON.parse(text) as { errors?: unknown }).errors }
    }
    const entries = entriesOf(endpoint.query)
    const groupings = entries['group_by'] ? reportGroupings.keys.filter((name) => v.is(entries['group_by']!, name)) : []
    const more: Record<string, string>[] = [
      {},
      ...('compare' in entries ? [{ compare: 'previous' }] : []),
      ...groupings.map((group_by) => ({ group_by })),
    ]
    for (const [from, to] of [
      ['2000-01-01', '2000-12-31'],
      ['2099-01-01', '2099-12-31'],
      ['2099-12-31', '2099-12-31'],
    ] as const)
      for (const query of more)
        expect([from, query, await call({ ...within(endpoint, from, to), ...query })]).toEqual([
          from,
          query,
          { status: endpoint.success, errors: null },
        ])
    const text = 'Choose days from 2000 to 2099.'
    for (const [from, to, wrong] of [
      ['9999-12-31', '9999-12-31', ['from', 'to']],
      ['9998-12-31', '9999-01-15', ['from', 'to']],
      ['2099-12-31', '2100-01-01', ['to']],
      ['1999-12-31', '2000-01-01', ['from']],
      ['0001-01-01', '0001-01-02', ['from', 'to']],
      ['0000-01-01', '0000-01-01', ['from', 'to']],
    ] as const) {
      const names = 'period' in entries ? ['period'] : wrong
      const errors = Object.fromEntries(names.map((name) => [name, [text]]))
      for (const query of more)
        expect([from, query, await call({ ...within(endpoint, from, to), ...query })]).toEqual([from, query, { status: 422, errors }])
    }
    expect(errorLines.splice(0)).toEqual([])
  },
)

test.for(takes(/_(?:from|to)$/u))('$key answers or refuses the first and the last day that there is', async ({ key, endpoint }) => {
  const right: CallOptions = await requestFor(key)(api, admin, 'admin')
  for (const name of Object.keys(entriesOf(endpoint.query)).filter((each) => /_(?:from|to)$/u.test(each)))
    for (const value of ['9999-12-31', '9999-12-31T23:59:59.999Z', '0001-01-01', '0000-01-01', '0000-01-01T00:00:00.000Z']) {
      const response = await admin.call(endpoint, { ...right, query: { ...right.query, [name]: value } })
      const text = await response.text()
      expect([name, value, response.ok || (response.status < 500 && v.is(errorBody, JSON.parse(text)))]).toEqual([name, value, true])
    }
  expect(errorLines.splice(0)).toEqual([])
})
