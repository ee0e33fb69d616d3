import { deliveryFigureNames, endpoints, optionalDeliveryFigures, type Field } from '@adsite/contract'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMappings } from '../testing/mappings.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import * as schema from './schema.ts'

type Snapshot = Parameters<typeof generateMigration>[0]

const meta = join(import.meta.dirname, 'migrations/meta')
const tables = Object.values(schema).filter((value) => is(value, PgTable))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the migrations make the schema; otherwise: npm run db:generate', async () => {
  const last = (await readdir(meta))
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)!
  const migrated = JSON.parse(await readFile(join(meta, last), 'utf8')) as Snapshot
  expect(await generateMigration(migrated, generateDrizzleJson(schema, migrated.id) as Snapshot)).toEqual([])
})

test('the migrated database has the columns that the schema declares', async () => {
  const { rows } = await database.db.execute<{ table: string; name: string; type: string; nullable: boolean }>(sql`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`)
  const line = (column: { table: string; name: string; type: string; nullable: boolean }) =>
    `${column.table}.${column.name} ${column.type}${column.nullable ? '' : ' not null'}`
  const declared = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) =>
      line({
        table: getTableName(table),
        name: column.name,
        type: column.getSQLType().replace(/, /gu, ','),
        nullable: !column.notNull,
      }),
    ),
  )
  const names = new Set<string>(tables.map(getTableName))
  const stored = rows.filter(({ table }) => names.has(table)).map(line)
  expect(declared.toSorted()).toEqual(stored.toSorted())
})

/** The types of columns that hold a kind of field. No text has a length in the database: the contract's schema checks it. */
const fitting: Readonly<Record<Field['kind'], readonly string[]>> = {
  text: ['text'],
  multiline: ['text'],
  html: ['text'],
  digits: ['text'],
  zip: ['text'],
  url: ['text'],
  integer: ['integer', 'bigint', 'smallint'],
  money: ['numeric(18, 6)'],
  rate: ['numeric(5, 3)'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  boolean: ['boolean'],
  choice: ['text'],
  choices: ['text[]'],
  reference: ['bigint'],
  object: ['jsonb', 'text[]'],
  references: ['bigint[]'],
}

describe('the fields of the contract', async () => {
  const stored = (await allMappings()).flatMap(({ file, mapping: { resource, table, derived = {}, links = {} } }) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      name in derived || name in links
        ? []
        : [
            {
              file,
              name,
              field,
              resource: resource.name,
              column: (getTableColumns(table) as Record<string, AnyPgColumn | undefined>)[name],
            },
          ],
    ),
  )

  test('each is a column, or the mapping derives or links it', () => {
    expect(stored.filter(({ column }) => !column).map(({ file, resource, name }) => `${file}: ${resource}.${name} has no column`)).toEqual(
      [],
    )
  })

  test('the column has the type of the field', () => {
    const unfit = stored.filter(({ field, column }) => {
      const type = column!.getSQLType()
      // An object that is written as a text is stored as one.
      const types = field.kind === 'object' && v.is(field.schema, '') ? ['text'] : fitting[field.kind]
      return !types.includes(type) && !(field.kind === 'choice' && column!.enumValues)
    })
    expect(
      unfit.map(({ resource, name, field, column }) => `${resource}.${name} is ${field.kind}, its column ${column!.getSQLType()}`),
    ).toEqual([])
  })

  test('a field that may be empty has a column that may be null, and a required one has not', () => {
    // What the site alone sets may always be there although the contract does not promise it.
    const unfit = stored.filter(({ field, column }) => field.required !== column!.notNull && (field.required || field.access !== 'read'))
    expect(unfit.map(({ resource, name, field }) => `${resource}.${name} is ${field.required ? 'required' : 'optional'}`)).toEqual([])
  })
})

test('what a new record needs and no form sends is in the insertDefaults of its mapping', async () => {
  const groups: Readonly<Record<string, object>> = endpoints
  const missing = (await allMappings()).map(async ({ file, mapping: { resource, table, links = {}, insertDefaults } }) => {
    if (!('create' in (groups[resource.name] ?? {}))) return []
    const sent = Object.entries<Field>(resource.fields).flatMap(([name, { access }]) => (access === 'read' || name in links ? [] : [name]))
    const given = new Set([...sent, ...(sent.includes(resource.title) ? ['name_norm'] : [])])
    // Those that make a row to refer to run where the tests make records (api/src/testing/further-records.ts).
    if (insertDefaults && insertDefaults.length > 1) return []
    const made = insertDefaults?.({}, database.db, { account_id: 0, role: 'admin', user_id: 0, source: 'api' })
    for (const name of Object.keys((await made) ?? {})) given.add(name)
    return Object.values(getTableColumns(table))
      .filter(
        ({ name, notNull, hasDefault, generated, generatedIdentity }) =>
          notNull && !hasDefault && !generated && !generatedIdentity && !given.has(name),
      )
      .map(({ name }) => `api/src/${file}: nothing sets ${name} of a new ${resource.name}`)
  })
  expect((await Promise.all(missing)).flat()).toEqual([])
})

test('tables with sums of delivery have a column for each figure', () => {
  const figures = [...deliveryFigureNames, ...optionalDeliveryFigures.map((name) => `unknown_${name}`)]
  const summing = tables.filter((table) => 'facts' in getTableColumns(table))
  expect(summing.length).toBeGreaterThan(5)
  const missing = summing.flatMap((table) =>
    figures.filter((name) => !(name in getTableColumns(table))).map((name) => `${getTableName(table)}.${name}`),
  )
  expect(missing).toEqual([])
})
