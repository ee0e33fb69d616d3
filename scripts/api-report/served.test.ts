import { isServedVersion } from '@adsite/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../remotes.ts'
import { breaksOf } from './breaks.ts'
import { operationsOf, unfold, type Operations } from './operations.ts'
import { breaksOfRecords, currentOperations, currentRecord, readRecords, recordText } from './served.ts'

type Json = { [key: string]: Json }

describe('pages of the versions that are served', () => {
  const records = readRecords()

  test('there is a record of this version and of the one before', () => {
    expect(Object.keys(records).length).toBeGreaterThan(1)
    expect(Object.keys(records).every((version) => isServedVersion(version))).toBe(true)
    for (const operations of Object.values(records)) expect(Object.keys(operations).length).toBeGreaterThan(400)
  })

  test('are served by this API: it accepts what they send, and answers what they read', () => {
    expect(breaksOfRecords(records, currentOperations())).toEqual([])
  })

  test('the record of this version is what the API offers; otherwise run: npm run generate:api-report', () => {
    const { file, text } = currentRecord()
    expect(readFileSync(join(root, file), 'utf8') === text, `${file} is out of date`).toBe(true)
  })

  test('a record keeps every call as it is', () => {
    const now = currentOperations()
    expect(unfold(JSON.parse(recordText(now)))).toEqual(now)
  })

  test('lose nothing unnoticed: a field of an answer, a filter, a call, a body that is accepted', () => {
    const now = currentOperations()
    const changed = structuredClone(now) as unknown as Json
    delete changed['GET /api/campaign/{id}']!['answer']!['application/json']!['schema']!['properties']!['data']!['properties']!['name']
    delete changed['GET /api/campaign']!['query']!['q']
    delete changed['GET /api/company/{id}']
    const body = changed['POST /api/company']!['body']!['application/json']!['schema']!
    Object.assign(body, { required: [...Object.values(body['required']!), 'building'] })
    const all = Object.keys(records).join(', ')
    expect(breaksOfRecords(records, changed as unknown as Operations)).toEqual([
      `GET /api/campaign: query.q is refused (pages of ${all})`,
      expect.stringMatching(/^GET \/api\/campaign\/\{id\}: answer\.data\.name (?:is gone|may be missing)/u),
      expect.stringMatching(/^POST \/api\/company: body\.building is required/u),
      `GET /api/company/{id}: it is gone (pages of ${all})`,
    ])
  })
})

describe('a change of a call', () => {
  const api = (sent: object, read: object): Operations =>
    operationsOf({
      paths: {
        '/x': {
          post: {
            parameters: [],
            requestBody: { content: { 'application/json': { schema: sent } } },
            responses: { 200: { content: { 'application/json': { schema: read } } } },
          },
        },
      },
    })
  const object = (properties: object, required: string[] = Object.keys(properties), more: object = {}) => ({
    type: 'object',
    properties,
    required,
    ...more,
  })
  const text = { type: 'string' }
  const breaks = (before: [object, object], after: [object, object]) => breaksOf(api(...before), api(...after)).map(({ why }) => why)
  const strict = { additionalProperties: false }

  test.each<[string, object, object, string[]]>([
    ['a new optional field', object({ a: text }, ['a'], strict), object({ a: text, b: text }, ['a'], strict), []],
    ['a new required field', object({ a: text }, ['a'], strict), object({ a: text, b: text }, ['a', 'b'], strict), ['body.b is required']],
    ['a field that is gone', object({ a: text, b: text }, ['a'], strict), object({ a: text }, ['a'], strict), ['body.b is refused']],
    [
      'a shorter text',
      object({ a: { ...text, maxLength: 9 } }),
      object({ a: { ...text, maxLength: 5 } }),
      ['body.a has maxLength 5, not 9'],
    ],
    ['a longer text', object({ a: { ...text, maxLength: 5 } }), object({ a: { ...text, maxLength: 9 } }), []],
    ['a pattern', object({ a: text }), object({ a: { ...text, pattern: 'x' } }), ['body.a has pattern x, not none']],
    ['one choice more', object({ a: { enum: ['x'] } }), object({ a: { enum: ['x', 'y'] } }), []],
    ['one choice less', object({ a: { enum: ['x', 'y'] } }), object({ a: { enum: ['x'] } }), ['body.a is "y", not "x"']],
    ['no null any more', object({ a: { anyOf: [text, { type: 'null' }] } }), object({ a: text }), ['body.a is null, not string']],
    [
      'a list of others',
      object({ a: { type: 'array', items: text } }),
      object({ a: { type: 'array', items: { type: 'number' } } }),
      ['body.a[] is string, not number'],
    ],
  ])('that is sent: %s', (_, before, after, expected) => {
    expect(breaks([before, {}], [after, {}])).toEqual(expected)
  })

  test.each<[string, object, object, string[]]>([
    ['a new field', object({ a: text }), object({ a: text, b: text }), []],
    ['a field that is gone', object({ a: text, b: text }), object({ a: text }), ['answer.b may be missing']],
    ['an optional field that is gone', object({ a: text, b: text }, ['a']), object({ a: text }), ['answer.b is gone']],
    ['null', object({ a: text }), object({ a: { anyOf: [text, { type: 'null' }] } }), ['answer.a is null, not string']],
    ['a value that pages do not know', object({ a: { enum: ['x'] } }), object({ a: { enum: ['x', 'y'] } }), ['answer.a is "y", not "x"']],
    ['another type', object({ a: { type: 'number' } }), object({ a: text }), ['answer.a is string, not number']],
    ['a whole number', object({ a: { type: 'number' } }), object({ a: { type: 'integer' } }), []],
    ['a longer text', object({ a: { ...text, maxLength: 5 } }), object({ a: { ...text, maxLength: 9 } }), []],
  ])('that is read: %s', (_, before, after, expected) => {
    expect(breaks([{}, before], [{}, after])).toEqual(expected)
  })
})
