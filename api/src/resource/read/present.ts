import { visibleFields, required, type Field, type RecordBase } from '@adsite/contract'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/connect.ts'
import { users } from '../../db/schema.ts'
import type { Caller } from '../../db/scope.ts'
import { instantText, jsonValue } from '../mapping/json-value.ts'
import { readNames } from './names.ts'
import { kindOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { nameColumnOf, targetOf } from '../search/targets.ts'

/** A row of a record as the database returns it. */
export type Row = { readonly id: number; readonly version: number } & Readonly<Record<string, unknown>>
export type JsonRecord = RecordBase & Record<string, unknown>

interface Reference {
  /** Its key among the names of a record (`RecordBase.refs`). */
  readonly key: string
  /** The column with its name. */
  readonly column: AnyPgColumn
  /** The column with its colour. */
  readonly colour?: AnyPgColumn | undefined
  readonly id: unknown
}

/** The named records that the value of a field refers to. */
function referredBy(name: string, { target, refersTo }: Field, value: unknown): readonly Reference[] {
  if (target !== undefined) {
    const { name: column, colour } = targetOf(target)
    return [value].flat().map((id) => ({ key: Array.isArray(value) ? `${name}.${String(id)}` : name, column, colour, id }))
  }
  const record = value === null ? null : refersTo?.(value)
  const column = record ? nameColumnOf(record.target) : null
  return record && column ? [{ key: name, column, id: record.id }] : []
}

/** Presents rows as the caller's role may see them, with the names of references, in one statement for any number of rows. */
export async function presentRecords(
  db: Database,
  caller: Caller,
  { resource }: ResourceMapping,
  rows: readonly Row[],
): Promise<JsonRecord[]> {
  const visible = visibleFields(resource, caller.role)
  const references = visible.flatMap((name) => {
    const field = resource.fields[name]
    return field && (field.target !== undefined || field.refersTo) ? [{ name, field }] : []
  })
  const referred = new Map(rows.map((row) => [row, references.flatMap(({ name, field }) => referredBy(name, field, row[name]))]))
  const named = [...referred.values()].flat()
  const ids = Map.groupBy(
    named.flatMap(({ column, colour, id }) => [{ column, id }, ...(colour ? [{ column: colour, id }] : [])]),
    ({ column }) => column,
  )
  const nameOf = await readNames(db, [
    ...[...ids].map(([column, each]) => [column, each.map(({ id }) => id)] as const),
    [users.name, rows.flatMap((row) => [row['created_by'], row['updated_by'], row['deleted_by']])],
  ])
  const person = (id: unknown) => nameOf(users.name, id)

  return rows.map((row) => {
    const refs = (referred.get(row) ?? []).flatMap(({ key, column, id }) => {
      const name = nameOf(column, id)
      return name === null ? [] : [[key, name] as const]
    })
    const colours = (referred.get(row) ?? []).flatMap(({ key, colour, id }) => {
      const name = colour ? nameOf(colour, id) : null
      return name === null ? [] : [[key, name] as const]
    })
    return {
      id: row.id,
      version: row.version,
      ...Object.fromEntries(visible.map((name) => [name, jsonValue(kindOf(resource, name), row[name])])),
      created_by: person(row['created_by']),
      created_at: required(instantText(row['created_at']), 'created_at, which every row has'),
      updated_by: person(row['updated_by']),
      updated_at: instantText(row['updated_at']),
      deleted_by: person(row['deleted_by']),
      deleted_at: instantText(row['deleted_at']),
      refs: Object.fromEntries(refs),
      ...(colours.length > 0 ? { colours: Object.fromEntries(colours) } : {}),
    }
  })
}
