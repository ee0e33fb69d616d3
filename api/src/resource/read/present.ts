import { visibleFields, required, type RecordBase } from '@adsite/contract'
import type { Database } from '../../db/connect.ts'
import { users } from '../../db/schema.ts'
import type { Caller } from '../../db/scope.ts'
import { jsonValue } from '../mapping/json-value.ts'
import { readNames } from './names.ts'
import { kindOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { targetOf } from '../search/targets.ts'

export type Row = Readonly<Record<string, unknown>>
export type JsonRecord = RecordBase & Record<string, unknown>

/** Presents rows as the caller's role may see them, with the names of references, in one statement for any number of rows. */
export async function presentRecords(
  db: Database,
  caller: Caller,
  { resource }: ResourceMapping,
  rows: readonly Row[],
): Promise<JsonRecord[]> {
  const visible = visibleFields(resource, caller.role)
  const references = visible.filter((name) => required(resource.fields[name], 'an entry of fields').target !== undefined)
  const columns = new Map(
    references.map((field) => [field, targetOf(required(required(resource.fields[field], 'an entry of fields').target, 'target')).name]),
  )
  const nameOf = await readNames(db, [
    ...references.map((field) => [required(columns.get(field), 'an entry of columns'), rows.flatMap((row) => row[field])] as const),
    [users.name, rows.flatMap((row) => [row['created_by'], row['updated_by'], row['deleted_by']])],
  ])
  const person = (id: unknown) => nameOf(users.name, id)
  const time = (value: unknown) => jsonValue('datetime', value) as string | null

  return rows.map((row) => {
    const refs = references.flatMap((field) => {
      const several = Array.isArray(row[field])
      return [row[field]].flat().flatMap((id) => {
        const name = nameOf(required(columns.get(field), 'an entry of columns'), id)
        return name === null ? [] : [[several ? `${field}.${id as number}` : field, name] as const]
      })
    })
    return {
      id: row['id'] as number,
      version: row['version'] as number,
      ...Object.fromEntries(visible.map((name) => [name, jsonValue(kindOf(resource, name), row[name])])),
      created_by: person(row['created_by']),
      created_at: required(time(row['created_at']), 'time'),
      updated_by: person(row['updated_by']),
      updated_at: time(row['updated_at']),
      deleted_by: person(row['deleted_by']),
      deleted_at: time(row['deleted_at']),
      refs: Object.fromEntries(refs),
    }
  })
}
