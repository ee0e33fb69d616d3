import { isDeepStrictEqual } from 'node:util'
import { required, type AnyResource, type Permission, type Text } from '@adsite/contract'
import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import { changeRequests } from '../../db/schema.ts'
import { endOutdatedRequests, waitingOfMany, waitsForSecondPerson } from '../../second-person/hold.ts'
import { jsonValue } from '../mapping/json-value.ts'
import { columnOf, kindOf, resourcesOf, type ResourceMapping, type StoredRecord } from '../mapping/resource-mapping.ts'

type Values = Readonly<Record<string, unknown>>
type Stored = StoredRecord<AnyResource>

const picked = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name] ?? null]))

/** Values as JSON, as records are answered. */
const jsonOf = ({ resource }: ResourceMapping, values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, jsonValue(kindOf(resource, name), value)]))

/** The fields of a record that a second person is shown and that may not change until they agree. */
export function shownToSecondPerson({ fourEyes, fields }: AnyResource): readonly string[] {
  if (!fourEyes) return []
  if (fourEyes.shows) return fourEyes.shows
  return fourEyes.waits === 'record' ? Object.keys(fields).filter((name) => fields[name]?.access !== 'read') : fourEyes.waits
}

interface Change {
  readonly action: string
  readonly id: number | null
  readonly permission: Permission
  readonly before: Values
  readonly after: Values
  readonly reason?: string | undefined
  readonly excludes?: (after: Values) => boolean
}

/** Asks for a second person where the record's accounts want one. */
async function waits(
  transaction: Database,
  author: Author,
  mapping: ResourceMapping,
  record: Values & { readonly id?: number },
  change: Change,
): Promise<boolean> {
  const { resource, fourEyesAccounts } = mapping
  if (!resource.fourEyes || !fourEyesAccounts) return false
  const { area, amount } = resource.fourEyes
  const { id: entity_id, ...wanted } = change
  // Without a title of its own it is called by its kind, in the language of who reads that (mapping/request-name.ts).
  const name = String(record[resource.title] ?? '')
  return waitsForSecondPerson(
    transaction,
    author,
    { area, of: fourEyesAccounts(record), amount: amount === undefined ? undefined : String(record[amount]) },
    { entity: resource.name, entity_id, name, ...wanted },
  )
}

/** Whether a new record waits for a second person. */
export async function creationWaits(transaction: Database, author: Author, mapping: ResourceMapping, values: Values): Promise<boolean> {
  const { fourEyes, permissions, name } = mapping.resource
  if (fourEyes?.waits !== 'record') return false
  const permission = required(permissions.create, `the permission to create ${name}`)
  const after = jsonOf(mapping, values)
  return waits(transaction, author, mapping, values, {
    action: 'create',
    id: null,
    permission,
    before: {},
    after,
    excludes: (other) => mapping.exclude?.(after, other) === true,
  })
}

/** Those of an update's values that are written at once; the others wait for a second person. */
export async function withoutWaiting(
  transaction: Database,
  author: Author,
  mapping: ResourceMapping,
  given: Values,
  current: Stored,
): Promise<Values> {
  const { fourEyes, permissions, name } = mapping.resource
  if (!fourEyes) return given
  const json = jsonOf(mapping, given)
  const held = Object.keys(json).filter(
    (field) => (fourEyes.waits === 'record' || fourEyes.waits.includes(field)) && !isDeepStrictEqual(json[field], current[field]),
  )
  if (held.length === 0) return given
  const permission = required(permissions.update, `the permission to update ${name}`)
  const change = {
    action: 'update',
    id: current.id,
    permission,
    before: picked(current, [...new Set([...held, ...(fourEyes.shows ?? [])])]),
    after: picked(json, held),
  }
  if (!(await waits(transaction, author, mapping, current, change))) return given
  return Object.fromEntries(Object.entries(given).filter(([field]) => !held.includes(field)))
}

/** Whether a second person may be asked for a deletion or a state action. */
export const mayWait = ({ fourEyes }: AnyResource, action: string): boolean =>
  (action === 'delete' ? fourEyes?.waits === 'record' : fourEyes?.actions?.includes(action)) === true

/** Whether a deletion or a state action waits for a second person. */
export async function actionWaits(
  transaction: Database,
  author: Author,
  mapping: ResourceMapping,
  { action, permission, reason, after }: Pick<Change, 'action' | 'permission' | 'reason' | 'after'>,
  current: Stored,
): Promise<boolean> {
  if (!mayWait(mapping.resource, action)) return false
  const before = picked(current, shownToSecondPerson(mapping.resource))
  return waits(transaction, author, mapping, current, {
    action,
    id: current.id,
    permission,
    before,
    after,
    reason,
  })
}

/** Those of some records on which a deletion or a state action would wait for a second person, with what would stop even that. */
export async function waitingActions(
  db: Database,
  author: Author,
  { resource, table, fourEyesAccounts }: ResourceMapping,
  action: string,
  records: readonly Stored[],
): Promise<ReadonlyMap<number, Text | null>> {
  const { fourEyes, name, states } = resource
  if (!fourEyes || !fourEyesAccounts || !mayWait(resource, action)) return new Map()
  const columns = getTableColumns(table)
  const amount = fourEyes.amount === undefined ? undefined : columnOf(table, fourEyes.amount)
  const rule = states?.actions[action]
  const after = states && rule ? { [states.field]: rule.to } : {}
  const changes = records.map((record) => ({ action, entity_id: record.id, before: picked(record, shownToSecondPerson(resource)), after }))
  return waitingOfMany(db, author, name, table, { area: fourEyes.area, of: fourEyesAccounts(columns), amount }, changes)
}

/**
 * Ends the requests about a record that leaves its state, or is deleted: they were made of it in that state. Back in it (an
 * order that was refused and is submitted again), it may be another thing with the same values.
 */
export async function endWaiting(transaction: Database, author: Author, mapping: ResourceMapping, id: number): Promise<void> {
  if (!mapping.resource.fourEyes) return
  const { entity, entity_id } = changeRequests
  await endOutdatedRequests(transaction, author, and(inArray(entity, resourcesOf(mapping)), eq(entity_id, id)))
}
