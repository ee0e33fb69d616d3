import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { root } from '../remotes.ts'
import { apiReports } from './api-report.ts'
import { printer } from './signature.ts'

test('report.api.md of every contract package is what it exports; otherwise run: npm run generate:api-report', async () => {
  const reports = Object.entries(await apiReports())
  expect(reports.length).toBeGreaterThan(5)
  for (const [file, text] of reports) expect(readFileSync(join(root, file), 'utf8'), `${file} is out of date`).toBe(text)
})

describe('a signature', () => {
  const signatureOf = (type: string) => {
    const text = `type T = ${type}`
    return printer({ text })(parseSync('signature.d.ts', text).program.body[0]!).slice('type T = '.length)
  }

  test.each([
    ['v.StringSchema<undefined>', 'Schema<string>'],
    ['v.NullableSchema<v.ArraySchema<v.NumberSchema<string>, undefined>, undefined>', 'Schema<Array<number> | null>'],
    ['v.PicklistSchema<readonly ["a", "b"], undefined>', 'Schema<"a" | "b">'],
    ['v.PicklistSchema<readonly [1 | 2, ...(1 | 2)[]], undefined>', 'Schema<1 | 2>'],
    [
      'import("valibot").StrictObjectSchema<{ readonly name: import("valibot").StringSchema<string>; }, undefined>',
      'Schema<{ name: string; }>',
    ],
    ['v.SchemaWithPipe<readonly [v.StringSchema<string>, v.MaxLengthAction<string, 255, string>]>', 'Schema<string & MaxLength<255>>'],
    [
      `Omit<v.ObjectSchema<{ a: v.StringSchema<undefined>; b: v.NumberSchema<undefined> }, undefined>, 'entries'> & { entries: Pick<{ a: v.StringSchema<undefined>; b: v.NumberSchema<undefined> }, 'a'>; '~run': unknown }`,
      `Schema<Pick<{ a: string; b: number }, 'a'>>`,
    ],
  ])('shows the schema %s as %s', (type, shown) => {
    expect(signatureOf(type)).toBe(shown)
  })

  test.each([
    ['import("../endpoint.ts").Endpoint<undefined, v.StringSchema<string>>', 'Endpoint<undefined, string>'],
    ["{ readonly ja: 'はい'; readonly en: 'Yes' }", 'Text'],
    ['<S extends v.GenericSchema>(schema: S) => v.InferOutput<S>', '<S extends v.GenericSchema>(schema: S) => v.InferOutput<S>'],
  ])('shows %s as %s', (type, shown) => {
    expect(signatureOf(type)).toBe(shown)
  })
})
