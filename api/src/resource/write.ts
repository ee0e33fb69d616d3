import { isDeepStrictEqual } from 'node:util'
import { crossFaults, htmlText, mayAct, message, searchForm } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges, type Author, type Change } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import { brokenUnique } from '../db/database-error.ts'
import type { Caller } from '../db/scope.ts'
import { Refusal } from '../http/refusal.ts'
import { notify } from '../notification/notify.ts'
import { columnValue, jsonValue } from './json-value.ts'
import { presentRecords, type Row } from './present.ts'
import { kindOf, selectionOf, type ResourceTable } from './resource-table.ts'
import { sanitiseHtml } from './sanitise-html.ts'
import { existingIds } from './targets.ts'

type Values = Readonly<Record<string, unknown>>

/** Every reference in `values` must lead to a record that the author may refer to. */
async function checkReferences(db: Database, author: Author, { resource }: ResourceTable, values: Values): Promise<void> {
  const faults: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name]
    if (field?.kind !== 'reference' || typeof value !== 'number') continue
    const known = await existingIds(db, author, field.target!, [value])
    if (!known.has(value)) faults[name] = [message('not_found')]
  }
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
}

function checkTogether({ resource }: ResourceTable, values: Values): void {
  const faults: Record<string, string[]> = {}
  for (const { field, message: text } of crossFaults(resource, values)) (faults[field] ??= []).push(text)
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
}

/** Rich text as it may be stored (QUALITY "HTML"); a required one must still say something then. */
function withSafeHtml({ resource }: ResourceTable, values: Values): Values {
  const faults: Record<string, string[]> = {}
  const safe = Object.entries(values).map(([name, value]) => {
    const field = resource.fields[name]
    if (field?.kind !== 'html' || typeof value !== 'string') return [name, value] as const
    const html = sanitiseHtml(value)
    if (field.required && htmlText(html) === '') faults[name] = [message('required')]
    return [name, html] as const
  })
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return Object.fromEntries(safe)
}

/** Blames the field whose unique index a write would break. */
function duplicateFault(error: unknown, { unique }: ResourceTable): unknown {
  const field = unique?.[brokenUnique(error) ?? '']
  return field ? new Refusal('validation_failed', { errors: { [field]: [message('duplicate')] } }) : error
}

function columnsOf({ resource }: ResourceTable, values: Values): Record<string, unknown> {
  const columns = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, columnValue(kindOf(resource, name), value)]))
  const title = values[resource.title]
  return typeof title === 'string' ? { ...columns, name_norm: searchForm(title) } : columns
}

function jsonOf({ resource }: ResourceTable, row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.keys(resource.fields).map((name) => [name, jsonValue(kindOf(resource, name), row[name])]))
}

/** Tells of what was done, in its transaction: all of it happens or none. */
async function announce(
  transaction: Database,
  author: Author,
  { resource, events }: ResourceTable,
  done: string,
  record: Values,
): Promise<void> {
  const event = events?.[done]
  if (!event) return
  const params = { name: String(record[resource.title]) }
  const notice = { kind: event.kind, entity: resource.name, entity_id: record['id'] as number, params, created_by: author.user_id }
  await notify(transaction, notice, event.to(record))
}

/** Creates a record; answers its id. `given` has passed the resource's create schema. */
export async function createRecord(db: Database, author: Author, mapping: ResourceTable, given: Values): Promise<number> {
  const { resource, table } = mapping
  const values = withSafeHtml(mapping, given)
  checkTogether(mapping, values)
  await checkReferences(db, author, mapping, values)
  try {
    return await db.transaction(async (transaction) => {
      const by = { created_by: author.user_id, updated_by: author.user_id }
      const [created] = await transaction
        .insert(table)
        .values({ ...columnsOf(mapping, values), ...by })
        .returning(selectionOf(mapping, []))
      const id = created!['id'] as number
      const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, jsonValue(kindOf(resource, name), value)]))
      await logChanges(transaction, author, resource.name, id, 'create', [{ field: null, before: null, after: kept }])
      await announce(transaction, author, mapping, 'create', { ...values, id })
      return id
    })
  } catch (error) {
    throw duplicateFault(error, mapping)
  }
}

/** The record as it is now, for this caller; undefined when it does not exist, is deleted or out of scope. */
export async function findRow(db: Database, caller: Caller, mapping: ResourceTable, id: number, lock = false): Promise<Row | undefined> {
  const { resource, table, scope } = mapping
  const query = db
    .select(selectionOf(mapping, Object.keys(resource.fields)))
    .from(table)
    .where(and(eq(table.id, id), scope(caller), isNull(table.deleted_at)))
  const rows = await (lock ? query.for('update') : query)
  return rows[0]
}

interface Edit {
  readonly id: number
  /** The version that the author has read. */
  readonly version: number
}

/**
 * Changes a record in one transaction: locks it, checks that nobody was first (409 with the record as it is
 * now), lets `plan` say what changes, writes that and the history, and tells whom `done` concerns. Nothing to
 * change writes nothing.
 */
async function edit(
  db: Database,
  author: Author,
  mapping: ResourceTable,
  { id, version }: Edit,
  plan: (transaction: Database, current: Record<string, unknown>) => Promise<Values>,
  done = 'update',
): Promise<void> {
  const { resource, table } = mapping
  const stale = await db
    .transaction(async (transaction) => {
      const row = await findRow(transaction, author, mapping, id, true)
      if (!row) throw new Refusal('not_found')
      if (row['version'] !== version) return row
      const current = jsonOf(mapping, row)
      const wanted = await plan(transaction, current)
      const changes = Object.entries(wanted)
        .map(([field, value]): Change => ({ field, before: current[field], after: jsonValue(kindOf(resource, field), value) }))
        .filter(({ before, after }) => !isDeepStrictEqual(before, after))
      if (changes.length === 0) return undefined
      const changed = Object.fromEntries(changes.map(({ field, after }) => [field!, after]))
      await transaction
        .update(table)
        .set({ ...columnsOf(mapping, changed), version: sql`${table.version} + 1`, updated_by: author.user_id, updated_at: sql`now()` })
        .where(and(eq(table.id, id), mapping.scope(author)))
      await logChanges(transaction, author, resource.name, id, 'update', changes)
      await announce(transaction, author, mapping, done, { ...current, ...changed, id })
      return undefined
    })
    .catch((error: unknown) => {
      throw duplicateFault(error, mapping)
    })
  if (!stale) return
  const [current] = await presentRecords(db, author, mapping, [stale])
  throw new Refusal('conflict', { current: current! })
}

/** Changes some fields. `values` has passed the resource's update schema; the rules over several fields see the whole record. */
export async function updateRecord(db: Database, author: Author, mapping: ResourceTable, target: Edit, values: Values): Promise<void> {
  await edit(db, author, mapping, target, async (transaction, current) => {
    const given = withSafeHtml(mapping, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
    checkTogether(mapping, { ...current, ...given })
    // A reference that stays as it is may lead to a record that was deleted since.
    const moved = Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== current[name]))
    await checkReferences(transaction, author, mapping, moved)
    return given
  })
}

/** Runs a state action (contract `StateRules`): refused unless the state is one that it starts from. */
export async function actOnRecord(db: Database, author: Author, mapping: ResourceTable, target: Edit, action: string): Promise<void> {
  const rules = mapping.resource.states!
  const plan = async (_: Database, current: Values) => {
    if (!mayAct(rules, action, String(current[rules.field]))) throw new Refusal('state_not_allowed')
    return { [rules.field]: rules.actions[action]!.to }
  }
  await edit(db, author, mapping, target, plan, action)
}

/** Deletes a record: it stays in the table and in the history, and is found no more. */
export async function deleteRecord(db: Database, author: Author, mapping: ResourceTable, id: number): Promise<void> {
  const { resource, table } = mapping
  await db.transaction(async (transaction) => {
    const row = await findRow(transaction, author, mapping, id, true)
    if (!row) throw new Refusal('not_found')
    await transaction
      .update(table)
      .set({ version: sql`${table.version} + 1`, deleted_by: author.user_id, deleted_at: sql`now()` })
      .where(and(eq(table.id, id), mapping.scope(author)))
    await logChanges(transaction, author, resource.name, id, 'delete', [{ field: null, before: jsonOf(mapping, row), after: null }])
  })
}
