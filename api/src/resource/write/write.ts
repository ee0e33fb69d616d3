import { isDeepStrictEqual } from 'node:util'
import {
  mayAct,
  required,
  searchForm,
  type ActionBody,
  type ActionName,
  type AnyResource,
  type FieldValues,
  type StateAction,
} from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { logChanges, type Change } from '../../audit/log-changes.ts'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import { RequestError } from '../../error/request-error.ts'
import { notify, settle } from '../../notify/notify.ts'
import { checkAgainstOthers, checkOnce, checkTogether, duplicateError, withSafeHtml } from './check-values.ts'
import { checkReferences } from './check-references.ts'
import { checkGuard } from './guard.ts'
import { actionWaits, creationWaits, endWaiting, withoutWaiting } from './second-person.ts'
import { refuseHidden } from '../mapping/refuse-hidden.ts'
import { columnValue, jsonValue } from '../mapping/json-value.ts'
import { idsIn, writeLinks } from '../mapping/links.ts'
import { findOrRefuse } from '../read/find-or-refuse.ts'
import { presentRecords, type Row } from '../read/present.ts'
import {
  columnOf,
  entityOf,
  kindOf,
  type FieldChanges,
  type NewRecord,
  type OtherEdit,
  type ResourceMapping,
  type StoredRecord,
  type WrittenRecord,
} from '../mapping/resource-mapping.ts'

type Values = Readonly<Record<string, unknown>>
type Stored = StoredRecord<AnyResource>
type Written = WrittenRecord<AnyResource>

function columnsOf({ resource, table, links }: ResourceMapping, values: Values): Record<string, unknown> {
  const stored = Object.entries(values).filter(([name]) => links?.[name] === undefined)
  const columns = Object.fromEntries(stored.map(([name, value]) => [name, columnValue(kindOf(resource, name), value)]))
  const title = values[resource.title]
  // Where a search covers more than the title, the database generates the column.
  const searched = typeof title === 'string' && columnOf(table, 'name_norm').generated === undefined
  return searched ? { ...columns, name_norm: searchForm(title) } : columns
}

async function writeLinksOf(transaction: Database, { links = {} }: ResourceMapping, id: number, values: Values): Promise<void> {
  for (const [name, link] of Object.entries(links)) {
    if (link && values[name] !== undefined) await writeLinks(transaction, link, id, idsIn(values[name]))
  }
}

/** A row's own fields as JSON. */
export function jsonOf<R extends AnyResource>(mapping: ResourceMapping<R>, row: Row): FieldValues<R>
export function jsonOf({ resource }: ResourceMapping, row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.keys(resource.fields).map((name) => [name, jsonValue(kindOf(resource, name), row[name])]))
}

/** Notifies about the action in its transaction, so that both happen or neither. */
async function announce(transaction: Database, author: Author, mapping: ResourceMapping, done: string, record: Written): Promise<void> {
  const { resource, events } = mapping
  if (resource.states && done in resource.states.actions) await settle(transaction, entityOf(mapping), record.id)
  const event = events?.[done]
  if (!event) return
  const params = { name: String(record[resource.title]), ...event.params?.(record) }
  const kind = typeof event.kind === 'function' ? event.kind(record) : event.kind
  const notice = { kind, entity: entityOf(mapping), entity_id: record.id, params, created_by: author.user_id }
  await notify(transaction, notice, event.to(record))
}

/**
 * Creates a record and returns its id. `given` has passed the resource's create schema; references of `known` (the record that
 * it is about) are not new. This and the functions below are typed by their resource for who calls them; their code is the same
 * for every resource.
 */
export function createRecord<R extends AnyResource>(
  db: Database,
  author: Author,
  mapping: ResourceMapping<R>,
  given: NewRecord<R>,
  known?: FieldChanges<R>,
): Promise<number>
export async function createRecord(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  given: Values,
  known: Values = {},
): Promise<number> {
  const { resource, table } = mapping
  // null is the schema's default for fields that were not sent.
  refuseHidden(
    resource,
    author,
    Object.keys(given).filter((name) => given[name] !== null),
  )
  const values = withSafeHtml(mapping, given)
  checkTogether(mapping, values, null)
  try {
    const made = await db.transaction(async (transaction) => {
      await checkReferences(transaction, author, mapping, values, null, known)
      await checkAgainstOthers(transaction, author, mapping, values, null)
      if (await creationWaits(transaction, author, mapping, values)) return null
      const by = { created_by: author.user_id, updated_by: author.user_id }
      const [created] = await transaction
        .insert(table)
        .values({ ...columnsOf(mapping, values), ...(await mapping.insertDefaults?.(values, transaction, author)), ...by })
        .returning({ id: table.id })
      const id = Number(required(created, `the new ${resource.name}`).id)
      await writeLinksOf(transaction, mapping, id, values)
      const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, jsonValue(kindOf(resource, name), value)]))
      await logChanges(transaction, author, entityOf(mapping), id, 'create', [{ field: null, before: null, after: kept }])
      await mapping.afterWrite?.(transaction, author, { ...values, id }, 'create', null)
      await announce(transaction, author, mapping, 'create', { ...values, id })
      return id
    })
    if (made !== null) return made
  } catch (error) {
    throw duplicateError(error, mapping)
  }
  throw new RequestError('second_person')
}

interface Edit {
  readonly id: number
  /** The version that the author has read; undefined: any, as in bulk calls that name none. */
  readonly version: number | undefined
  /** The entries of the history that the edit takes back, by field. */
  readonly undoes?: Readonly<Record<string, number>>
}

/** The fields to write, and history entries beside them. */
export interface Plan<R extends AnyResource = AnyResource> {
  readonly values: FieldChanges<R>
  readonly noted?: readonly Change[]
}

/**
 * Changes a record in one transaction: locks it, checks its version (409 with the current record), asks `plan`
 * for the changes, writes them with history, and notifies. Writes nothing if nothing changes.
 */
export function editRecord<R extends AnyResource>(
  db: Database,
  author: Author,
  mapping: ResourceMapping<R>,
  edit: Edit,
  plan: (transaction: Database, current: StoredRecord<R>) => Promise<Plan<R>>,
  done?: 'update' | OtherEdit | ActionName<R>,
): Promise<void>
export async function editRecord(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  { id, version, undoes }: Edit,
  plan: (transaction: Database, current: Stored) => Promise<Plan>,
  done = 'update',
): Promise<void> {
  const { resource, table } = mapping
  const stale = await db
    .transaction(async (transaction) => {
      await mapping.takeTurn?.(transaction, id)
      const row = await findOrRefuse(transaction, author, mapping, id, true)
      if (version !== undefined && row.version !== version) return row
      const current: Stored = { ...jsonOf(mapping, row), id }
      const { values, noted = [] } = await plan(transaction, current)
      const changesOf = (wanted: Values) =>
        Object.entries(wanted)
          .map(([field, value]) => ({
            field,
            before: current[field],
            after: jsonValue(kindOf(resource, field), value),
          }))
          .filter(({ before, after }) => !isDeepStrictEqual(before, after))
      const planned = changesOf(values)
      if (planned.length + noted.length === 0) return undefined
      const changes = [
        ...planned,
        ...changesOf(
          (await mapping.derivedChanges?.(
            transaction,
            current,
            done,
            planned.map(({ field }) => field),
          )) ?? {},
        ),
      ]
      const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
      await transaction
        .update(table)
        .set({ ...columnsOf(mapping, changed), version: sql`${table.version} + 1`, updated_by: author.user_id, updated_at: sql`now()` })
        .where(and(eq(table.id, id), mapping.scope(author)))
      await writeLinksOf(transaction, mapping, id, changed)
      if (resource.states && Object.hasOwn(changed, resource.states.field)) await endWaiting(transaction, author, mapping, id)
      const logged = changes.map((change) => ({ ...change, undoes: undoes?.[change.field] }))
      await logChanges(transaction, author, entityOf(mapping), id, 'update', [...logged, ...noted])
      await mapping.afterWrite?.(transaction, author, { ...current, ...changed }, done, current)
      await announce(transaction, author, mapping, done, { ...current, ...changed })
      return undefined
    })
    .catch((error: unknown) => {
      throw duplicateError(error, mapping)
    })
  if (!stale) return
  const [current] = await presentRecords(db, author, mapping, [stale])
  throw new RequestError('conflict', { current: required(current, 'the record that was presented') })
}

/**
 * Updates fields. `values` has been validated by the resource's update schema; cross-field rules see the whole record.
 * Returns the fields that were put aside for somebody to decide (`ResourceMapping.atOnce`).
 */
export function updateRecord<R extends AnyResource>(
  db: Database,
  author: Author,
  mapping: ResourceMapping<R>,
  target: Edit,
  values: Readonly<Partial<FieldValues<R>>>,
): Promise<string[]>
export async function updateRecord(
  db: Database,
  author: Author,
  mapping: ResourceMapping,
  target: Edit,
  values: Values,
): Promise<string[]> {
  let held: string[] = []
  await editRecord(db, author, mapping, target, async (transaction, current) => {
    await checkGuard(transaction, author, mapping, 'update', current)
    const given = withSafeHtml(mapping, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
    refuseHidden(mapping.resource, author, Object.keys(given))
    checkOnce(mapping, given, current)
    checkTogether(mapping, { ...current, ...given }, current)
    await checkReferences(transaction, author, mapping, given, target.id, current)
    await checkAgainstOthers(transaction, author, mapping, { ...current, ...given }, current)
    const decided = (await mapping.atOnce?.(transaction, author, given, current)) ?? given
    const written = await withoutWaiting(transaction, author, mapping, decided, current)
    held = Object.keys(given).filter((name) => !Object.hasOwn(written, name))
    return { values: written }
  })
  return held
}

interface Acting<A extends string = string> extends Edit, Omit<ActionBody, 'version'> {
  readonly action: A
}

/** Stores the reason of an action in the record's fields for it, else in the history only. */
function reasonPlan({ reason: rule }: StateAction, { reason, reason_code }: Acting): Required<Plan> {
  const said = [
    { entry: 'reason', value: reason, field: rule?.field },
    { entry: 'reason_code', value: reason_code, field: rule?.codeField },
  ].filter(({ value }) => value !== undefined)
  return {
    values: Object.fromEntries(said.flatMap(({ field, value }) => (field ? [[field, value]] : []))),
    noted: said.flatMap(({ entry, field, value }) => (field ? [] : [{ field: entry, before: null, after: value }])),
  }
}

/**
 * Performs a state action (contract `StateRules`); refused if the record is in another state, or if a guard
 * blocks it. `reason` and `reason_code` have been validated by the action's schema.
 */
export function actOnRecord<R extends AnyResource>(
  db: Database,
  author: Author,
  mapping: ResourceMapping<R>,
  acting: Acting<ActionName<R>>,
): Promise<void>
export async function actOnRecord(db: Database, author: Author, mapping: ResourceMapping, acting: Acting): Promise<void> {
  const { action } = acting
  const rules = required(mapping.resource.states, `state rules of ${mapping.resource.name}`)
  const rule = required(rules.actions[action], `rule of the action "${action}"`)
  let isWaiting = false
  const plan = async (transaction: Database, current: Stored) => {
    if (!mayAct(rules, action, String(current[rules.field]))) throw new RequestError('state_not_allowed')
    await checkGuard(transaction, author, mapping, action, current)
    const { values, noted } = reasonPlan(rule, acting)
    const asked = { action, permission: rule.permission, reason: acting.reason, after: { [rules.field]: rule.to } }
    isWaiting = await actionWaits(transaction, author, mapping, asked, current)
    if (isWaiting) return { values: {} }
    const cleared = Object.fromEntries((rule.clears ?? []).map((field) => [field, null]))
    return { values: { ...cleared, ...values, [rules.field]: rule.to }, noted }
  }
  await editRecord(db, author, mapping, acting, plan, action)
  // The request is stored: what failed is the action alone.
  if (isWaiting) throw new RequestError('second_person')
}

/** Soft-deletes a record: it remains in the table and in the history but is no longer found. */
export async function deleteRecord(db: Database, author: Author, mapping: ResourceMapping, id: number): Promise<void> {
  const { resource, table } = mapping
  const isWaiting = await db.transaction(async (transaction) => {
    const row = await findOrRefuse(transaction, author, mapping, id, true)
    const current = { ...jsonOf(mapping, row), id }
    await checkGuard(transaction, author, mapping, 'delete', current)
    const permission = required(resource.permissions.delete, `the permission to delete ${resource.name}`)
    if (await actionWaits(transaction, author, mapping, { action: 'delete', permission, after: {} }, current)) return true
    await transaction
      .update(table)
      .set({ version: sql`${table.version} + 1`, deleted_by: author.user_id, deleted_at: sql`now()` })
      .where(and(eq(table.id, id), mapping.scope(author)))
    await endWaiting(transaction, author, mapping, id)
    await logChanges(transaction, author, entityOf(mapping), id, 'delete', [{ field: null, before: jsonOf(mapping, row), after: null }])
    await mapping.afterDelete?.(transaction, author, current)
    return false
  })
  if (isWaiting) throw new RequestError('second_person')
}
