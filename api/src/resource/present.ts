import { visibleFields, type RecordBase } from '@adsite/contract'
import { inArray } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { users } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { jsonValue } from './json-value.ts'
import { kindOf, type ResourceTable } from './resource-table.ts'
import { namesOf } from './targets.ts'

export type Row = Readonly<Record<string, unknown>>
export type JsonRecord = RecordBase & Record<string, unknown>

const isId = (value: unknown): value is number => typeof value === 'number'

/** Names of the users with these ids. */
export async function userNames(db: Database, ids: readonly unknown[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter(isId))]
  if (wanted.length === 0) return new Map()
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, wanted))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Rows as the caller's role may see them, with the names of what they refer to. One query per referenced
 * resource and one for users, however many rows there are.
 */
export async function presentRecords(
  db: Database,
  caller: Caller,
  { resource }: ResourceTable,
  rows: readonly Row[],
): Promise<JsonRecord[]> {
  const visible = visibleFields(resource, caller.role)
  const references = visible.filter((name) => resource.fields[name]!.target !== undefined)
  const names = new Map(
    await Promise.all(
      references.map(async (field) => {
        const ids = [...new Set(rows.flatMap((row) => row[field]).filter(isId))]
        return [field, await namesOf(db, resource.fields[field]!.target!, ids)] as const
      }),
    ),
  )
  const people = await userNames(
    db,
    rows.flatMap((row) => [row['created_by'], row['updated_by'], row['deleted_by']]),
  )
  const person = (id: unknown) => (isId(id) ? (people.get(id) ?? null) : null)
  const time = (value: unknown) => jsonValue('datetime', value) as string | null

  return rows.map((row) => {
    const refs = references.flatMap((field) => {
      const several = Array.isArray(row[field])
      return [row[field]].flat().flatMap((id) => {
        const name = names.get(field)?.get(id as number)
        return name === undefined ? [] : [[several ? `${field}.${id as number}` : field, name] as const]
      })
    })
    return {
      id: row['id'] as number,
      version: row['version'] as number,
      ...Object.fromEntries(visible.map((name) => [name, jsonValue(kindOf(resource, name), row[name])])),
      created_by: person(row['created_by']),
      created_at: time(row['created_at'])!,
      updated_by: person(row['updated_by']),
      updated_at: time(row['updated_at']),
      deleted_by: person(row['deleted_by']),
      deleted_at: time(row['deleted_at']),
      refs: Object.fromEntries(refs),
    }
  })
}
