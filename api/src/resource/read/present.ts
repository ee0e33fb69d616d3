import { visibleFields, required, type AnyResource, type Field, type RecordBase, type Role } from '@adsite/contract'
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

/** What a record refers to: `key` among the names of the record (`RecordBase.refs`), the columns with name and colour, the id. */
type SeeReference = (key: string, column: AnyPgColumn, colour: AnyPgColumn | undefined, id: unknown) => void

/** Tells each named record that the value of a field refers to. */
function eachReferred(name: string, { target, refersTo }: Field, value: unknown, see: SeeReference): void {
  if (target !== undefined) {
    const { name: column, colour } = targetOf(target)
    if (Array.isArray(value)) for (const id of value) see(`${name}.${String(id)}`, column, colour, id)
    else see(name, column, colour, value)
    return
  }
  const record = value === null ? null : refersTo?.(value)
  const column = record ? nameColumnOf(record.target) : null
  if (record && column) see(name, column, undefined, record.id)
}

/** How the records of a resource are shown to a role. */
interface Shown {
  readonly fields: readonly { readonly name: string; readonly kind: Field['kind'] }[]
  readonly references: readonly { readonly name: string; readonly field: Field }[]
}

const shown = new WeakMap<AnyResource, Map<Role, Shown>>()

function shownTo(resource: AnyResource, role: Role): Shown {
  const byRole = shown.get(resource) ?? new Map<Role, Shown>()
  shown.set(resource, byRole)
  const known = byRole.get(role)
  if (known) return known
  const visible = visibleFields(resource, role)
  const made = {
    fields: visible.map((name) => ({ name, kind: kindOf(resource, name) })),
    references: visible.flatMap((name) => {
      const field = resource.fields[name]
      return field && (field.target !== undefined || field.refersTo) ? [{ name, field }] : []
    }),
  }
  byRole.set(role, made)
  return made
}

const authors = ['created_by', 'updated_by', 'deleted_by'] as const

/** Presents rows as the caller's role may see them, with the names of references, in one statement for any number of rows. */
export async function presentRecords(
  db: Database,
  caller: Caller,
  { resource }: ResourceMapping,
  rows: readonly Row[],
): Promise<JsonRecord[]> {
  const { fields, references } = shownTo(resource, caller.role)
  const wanted = new Map<AnyPgColumn, Set<unknown>>()
  function want(column: AnyPgColumn, id: unknown): void {
    const ids = wanted.get(column)
    if (ids) ids.add(id)
    else wanted.set(column, new Set([id]))
  }
  for (const row of rows) {
    for (const { name, field } of references)
      eachReferred(name, field, row[name], (_, column, colour, id) => {
        want(column, id)
        if (colour) want(colour, id)
      })
    for (const author of authors) want(users.name, row[author])
  }
  const nameOf = await readNames(db, wanted)
  const person = (id: unknown) => nameOf(users.name, id)

  // Filled one by one: for a page of records, copying objects together costs several times as much.
  return rows.map((row) => {
    const refs: Record<string, string> = {}
    const record: JsonRecord = {
      id: row.id,
      version: row.version,
      created_by: person(row['created_by']),
      created_at: required(instantText(row['created_at']), 'created_at, which every row has'),
      updated_by: person(row['updated_by']),
      updated_at: instantText(row['updated_at']),
      deleted_by: person(row['deleted_by']),
      deleted_at: instantText(row['deleted_at']),
      refs,
    }
    for (const { name, kind } of fields) record[name] = jsonValue(kind, row[name])
    for (const { name, field } of references)
      eachReferred(name, field, row[name], (key, column, colour, id) => {
        const text = nameOf(column, id)
        if (text !== null) refs[key] = text
        const shade = colour ? nameOf(colour, id) : null
        if (shade !== null) (record.colours ??= {})[key] = shade
      })
    return record
  })
}
