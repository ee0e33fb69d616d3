import { acceptsKey, commonErrors, errors } from '@adsite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../testing/requests/requests.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'

type Json = { [key: string]: Json } & { [index: number]: Json }

let api: TestApi
let document: Json
beforeAll(async () => {
  api = await startTestApi()
  const response = await api.client().request('/api/openapi.json')
  document = (await response.json()) as Json
})
afterAll(() => api.close())

test.for(allEndpoints)('$key is described: success status, refusals, parameters, body', ({ key, endpoint }) => {
  const operation = document['paths']![endpoint.path]![endpoint.method.toLowerCase()]!
  expect(operation['operationId']).toBe(key.replace('.', '_'))
  const statuses = [endpoint.success, ...commonErrors(endpoint).map((code) => errors[code].status)]
  expect(Object.keys(operation['responses']!).toSorted()).toEqual([...new Set(statuses.map(String))].toSorted())
  for (const code of commonErrors(endpoint)) {
    expect(operation['responses']![errors[code].status]!['description']).toContain(code)
  }
  const parameters = (operation['parameters'] as unknown as { name: string; in: string }[]).map(({ name }) => name)
  const query = Object.keys((endpoint.query as { entries?: object } | undefined)?.entries ?? {})
  expect(parameters).toEqual(expect.arrayContaining([...query, ...(endpoint.path.includes('{id}') ? ['id'] : [])]))
  expect(operation['requestBody'] !== undefined).toBe(endpoint.body !== undefined || endpoint.upload !== undefined)
})

test('there is no path that no endpoint declares', () => {
  const declared = allEndpoints.map(({ endpoint }) => `${endpoint.method.toLowerCase()} ${endpoint.path}`)
  const described = Object.entries(document['paths']!).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(described.toSorted()).toEqual(declared.toSorted())
})

test('constraints of the schemas are in it', () => {
  const schemaOf = (path: string, method: string) =>
    document['paths']![path]![method]!['requestBody']!['content']!['application/json']!['schema']!
  const company = schemaOf('/api/company', 'post')
  expect(company).toMatchObject({ type: 'object', additionalProperties: false })
  expect(company['required']).toEqual(expect.arrayContaining(['name', 'zip', 'credit_limit']))
  expect(company['required']).not.toContain('building')
  expect(company['properties']!['name']).toMatchObject({ type: 'string', minLength: 1, maxLength: 100 })
  expect(company['properties']!['zip']).toMatchObject({ pattern: String.raw`^\d{3}-\d{4}$` })
  expect(company['properties']!['payment_type']).toMatchObject({ enum: ['PREPAY', 'POSTPAY', 'INVOICE'] })
  expect(company['properties']!['phone']).toMatchObject({ pattern: String.raw`^\d{10,11}$` })
  const update = schemaOf('/api/campaign/{id}', 'patch')
  expect(update['required']).toEqual(['version'])
  expect(update['properties']!['version']).toMatchObject({ type: 'integer', minimum: 1 })
  expect(update['properties']!['memo']).toMatchObject({ anyOf: [{ maxLength: 1000 }, { type: 'null' }] })
})

test('scopes of a new API key are those of calls that keys can make', () => {
  const key = document['paths']!['/api/api-key']!['post']!['requestBody']!['content']!['application/json']!['schema']!
  const scopes = key['properties']!['scopes']!['items']!['enum'] as unknown as string[]
  const callable = allEndpoints.filter(({ endpoint }) => acceptsKey(endpoint)).map(({ endpoint }) => endpoint.permission)
  expect(scopes.toSorted()).toEqual([...new Set(callable)].toSorted())
  expect(scopes).not.toContain('session.use')
})

test('the page of the documentation runs scripts of our origin only', async () => {
  const client = api.client()
  const page = await client.request('/api/docs')
  const html = await page.text()
  const policy = page.headers.get('Content-Security-Policy')!
  expect(policy).toMatch(/script-src 'self';/u)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/u)
  expect(html).not.toMatch(/<script>|\son\w+=|https?:\/\//u)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
  expect(files).toHaveLength(4)
  for (const file of files) expect((await client.request(file)).status).toBe(200)
})
