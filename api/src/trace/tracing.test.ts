import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoints } from '@adsite/contract'
import { SpanKind } from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { startTracing } from './start-tracing.ts'
import { inSpan } from './trace-context.ts'

/** A span as OTLP sends it, in JSON. */
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[]
  readonly status: { readonly code?: number }
  /** The service that sent it. */
  service?: string
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const attribute = (attributes: SentSpan['attributes'], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

const [server, client] = [2, 3]
const given = { trace: 'aaaabbbbccccddddeeeeffff00001111', span: '1234567890abcdef' }
const secret = 'Geheimnis-4711'

let receiver: Server
let api: TestApi
const spans: SentSpan[] = []
const lines: Record<string, unknown>[] = []
const ids: (string | null)[] = []

/** Receives spans, as a collector does. */
async function startReceiver(): Promise<string> {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const { resourceSpans } = JSON.parse(body) as Batch
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(attribute(resource.attributes, 'service.name'))
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))))
      }
      response.setHeader('Content-Type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
}

const traceparent = `00-${given.trace}-${given.span}-00`
/** What is no `traceparent`: other versions, zeros, capitals, odd lengths, two of them, and what would be dear to read. */
const wrong = [
  `ff-${given.trace}-${given.span}-01`,
  `00-${'0'.repeat(32)}-${given.span}-01`,
  `00-${given.trace}-${'0'.repeat(16)}-01`,
  `00-${given.trace.toUpperCase()}-${given.span}-01`,
  `${traceparent}-00`,
  `${traceparent}, ${traceparent}`,
  `00-${given.trace.repeat(400)}-${given.span}-01`,
  `x`,
]

beforeAll(async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', await startReceiver())
  const endTracing = await startTracing('adsite-test', { share: 1 })
  const log = { level: 'info' as const, write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  api = await startTestApi({ tracing: { share: 1 }, log })
  const admin = await api.signIn('admin')
  lines.length = 0
  const headers = { traceparent }
  const list = await admin.call(endpoints.company.list, { query: { q: secret }, headers })
  ids.push(list.headers.get('X-Request-Id'))
  await admin.call(endpoints.company.get, { params: { id: 987_654_321 }, headers })
  const file = `name,enterprise_type\n${secret},KABUSHIKI\n`
  await admin.call(endpoints.company.import, { body: file, headers: { ...headers, 'Content-Type': 'text/csv' } })
  for (const header of wrong) await admin.call(endpoints.session.me, { headers: { traceparent: header } })
  // Twenty at once on ten connections: some wait for another one's.
  await Promise.all(Array.from({ length: 20 }, () => admin.call(endpoints.product.list)))
  await admin.request('/readyz')
  const failing = inSpan({ name: 'failing', kind: SpanKind.SERVER, traceparent: null }, async () => {
    throw new TypeError(`No such name: ${secret}`)
  })
  await failing.catch(() => {})
  await vi.waitUntil(() => spans.some(({ service }) => service === 'adsite-jobs'), 60_000)
  await api.close()
  await endTracing()
})
afterAll(() => {
  vi.unstubAllEnvs()
  receiver.close()
})

const ofTrace = (trace: string) => spans.filter(({ traceId }) => traceId === trace)
const belowOf = (parent: SentSpan) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)

describe('a call with a traceparent', () => {
  test('is a span below that of the caller, named by its route, with a span for each statement', () => {
    const [call] = ofTrace(given.trace).filter(({ name }) => name === 'GET /api/company')
    expect(call).toMatchObject({ parentSpanId: given.span, kind: server, service: 'adsite-test' })
    expect(attribute(call!.attributes, 'http.route')).toBe('/api/company')
    expect(attribute(call!.attributes, 'http.response.status_code')).toBe(200)
    const statements = belowOf(call!)
    expect(statements.every(({ kind, traceId }) => kind === client && traceId === given.trace)).toBe(true)
    const texts = statements.map(({ attributes }) => String(attribute(attributes, 'db.query.text')))
    expect(texts).toContainEqual(expect.stringMatching(/^select .* from "companies"/su))
    expect(statements.map(({ name }) => name)).toContain('SELECT')
  })

  test('its file is worked on in a span of the job process, whose statements are below it', () => {
    const job = spans.find(({ name }) => name === 'job company.import')!
    expect(job).toMatchObject({ traceId: given.trace, service: 'adsite-jobs' })
    expect(spans.find(({ spanId }) => spanId === job.parentSpanId)?.name).toBe('POST /api/company/import')
    expect(belowOf(job).length).toBeGreaterThan(0)
  })

  test('has its trace in the line of the log, beside the id of the request', () => {
    const call = ofTrace(given.trace).find(({ name }) => name === 'GET /api/company')!
    expect(lines.find(({ request_id }) => request_id === ids[0])).toMatchObject({
      route: '/api/company',
      trace_id: given.trace,
      span_id: call.spanId,
    })
  })
})

test('a traceparent that is none is replaced', () => {
  const calls = spans.filter(({ name }) => name === 'GET /api/account/me')
  expect(calls).toHaveLength(wrong.length)
  expect(new Set(calls.map(({ traceId }) => traceId)).size).toBe(wrong.length)
  for (const { traceId, parentSpanId } of calls) expect([traceId === given.trace, parentSpanId]).toEqual([false, undefined])
})

test('statements that waited for a connection belong to their own call', () => {
  const calls = spans.filter(({ name }) => name === 'GET /api/product')
  // One that the API refused because the machine is slow has fewer.
  const answered = calls.filter(({ attributes }) => attribute(attributes, 'http.response.status_code') === 200)
  expect(answered.length).toBeGreaterThan(10)
  expect(new Set(answered.map((call) => belowOf(call).length)).size).toBe(1)
})

test('what fails is marked, with the class of its error', () => {
  const failed = spans.find(({ name }) => name === 'failing')
  expect(attribute(failed!.attributes, 'error.type')).toBe('TypeError')
})

test('no values, addresses of people or ids are in spans; probes are none', () => {
  const all = JSON.stringify(spans)
  expect(all).not.toMatch(new RegExp(`${secret}|987654321|@test\\.example|192\\.0\\.2|readyz`, 'iu'))
})
