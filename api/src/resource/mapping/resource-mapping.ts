import type { AnyResource, Field, NotificationKindName, Text } from '@adsite/contract'
import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import type { ComputedStatus } from './computed-status.ts'
import { linkedIds, type LinkTable } from './links.ts'

/** A table with the columns of every business row (db/schema/common.ts). */
export type AuditedTable = PgTable & {
  readonly id: AnyPgColumn
  readonly version: AnyPgColumn
  readonly created_by: AnyPgColumn
  readonly created_at: AnyPgColumn
  readonly updated_by: AnyPgColumn
  readonly updated_at: AnyPgColumn
  readonly deleted_by: AnyPgColumn
  readonly deleted_at: AnyPgColumn
}

/** What accounts are told when something was done with a record. */
export interface ResourceEvent {
  readonly kind: NotificationKindName | ((record: Readonly<Record<string, unknown>>) => NotificationKindName)
  /** Which accounts, as a condition on them; `record` has the fields as they are stored now, and the id. */
  readonly to: (record: Readonly<Record<string, unknown>>) => SQL
  /** What the kind's text is filled with beside the record's `name`. */
  readonly params?: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
}

type Stored = Readonly<Record<string, unknown>>
type InsertDefaults = Readonly<Record<string, SQL>>

/** By what was done: `create`, or the name of a state action. */
export type ResourceEvents = Readonly<Record<string, ResourceEvent>>

/**
 * Says why something cannot be done with a record although its own state allows it, for rules that need other
 * records (a frame restarts only on an active medium); null: it can. Asked inside the transaction that does it,
 * and by the answer of one record, so that its buttons know.
 */
export type Guard = (db: Database, author: Author, record: Stored) => Promise<Text | null>

/** How a resource of the contract is stored: its fields are columns of the same name. */
export interface ResourceMapping {
  readonly resource: AnyResource
  /** Name of the record in the history and in notifications, where several resources show the same; else the resource's. */
  readonly entity?: string
  readonly table: AuditedTable
  /** Which rows the caller sees (db/scope.ts). */
  readonly scope: (caller: Caller) => SQL
  /** Fields that are computed, as expressions over the row; they can be filtered and sorted like columns. */
  readonly derived?: Readonly<Record<string, SQL | ComputedStatus>>
  /** Fields of kind `references`: where each record's ids are kept (resource/mapping/links.ts). */
  readonly links?: Readonly<Record<string, LinkTable>>
  /** What a search looks in, where that is more than the title's `name_norm`. */
  readonly searched?: AnyPgColumn
  /** A big table, whose `name_norm` has an index of its bigrams (db/schema): searched by it (resource/search/search.ts). */
  readonly bigrams?: true
  readonly events?: ResourceEvents
  /** Columns of a new record that no body sets: the tenant, taken from the record that it lies below (db/schema), or a row made for it. */
  readonly insertDefaults?: (values: Stored, transaction: Database, author: Author) => InsertDefaults | Promise<InsertDefaults>
  /** Takes the locks that others hold when they come to lock the record: before a change locks it, so that neither waits for the other. */
  readonly takeTurn?: (transaction: Database, id: number) => Promise<void>
  /** What changes elsewhere with a record, in its transaction: `done` is `create`, `update` or the name of a state action; `before` is null of a new one. */
  readonly afterWrite?: (transaction: Database, author: Author, record: Stored, done: string, before: Stored | null) => Promise<void>
  /** Fields that change along with what is done to `record` (as it was): `update` of the fields `changed`, a state action, or what `editRecord` is told. */
  readonly derivedChanges?: (transaction: Database, record: Stored, done: string, changed: readonly string[]) => Stored | Promise<Stored>
  /** Checks that need other records, of a record as it would be stored and as it is (null: a new one), in the transaction that stores it: coded messages by field. */
  readonly validate?: (
    db: Database,
    author: Author,
    record: Stored,
    current: Stored | null,
  ) => Promise<Readonly<Record<string, readonly string[]>>>
  /** Of what an update gives (it has passed all checks), what is written at once: the rest was put aside, in the same transaction, for somebody to decide. */
  readonly atOnce?: (transaction: Database, author: Author, given: Stored, current: Stored) => Promise<Stored>
  /** By what would be done: the name of a state action, `update` or `delete`. */
  readonly guards?: Readonly<Record<string, Guard>>
  /** Unique indexes and the field to blame when a write would break one. */
  readonly unique?: Readonly<Record<string, string>>
  /** Exclusion constraints and the faults to tell when a write would break one: coded messages by field. */
  readonly exclusive?: Readonly<Record<string, Record<string, string[]>>>
}

const auditColumns = ['id', 'version', 'created_by', 'created_at', 'updated_by', 'updated_at', 'deleted_by', 'deleted_at'] as const

/** The column of that name; a resource field without one is a mistake of ours, found at start. */
export function columnOf(table: PgTable, name: string): AnyPgColumn {
  const column = (table as unknown as Record<string, AnyPgColumn | undefined>)[name]
  if (!column) throw new Error(`Table has no column "${name}"`)
  return column
}

export function expressionOf({ table, derived, links }: ResourceMapping, field: string): SQL | AnyPgColumn {
  const link = links?.[field]
  if (link) return linkedIds(link, table.id)
  const computed = derived?.[field] ?? columnOf(table, field)
  return 'expression' in computed ? computed.expression : computed
}

export const entityOf = ({ entity, resource }: ResourceMapping): string => entity ?? resource.name

/** What a query of records selects: `fields` of the resource and what every record carries. */
export function selectionOf(mapping: ResourceMapping, fields: readonly string[]): Record<string, SQL | AnyPgColumn> {
  const names = [...auditColumns, ...fields]
  return Object.fromEntries(names.map((name) => [name, expressionOf(mapping, name)]))
}

/** The kind of a field, or of an audit column that lists can be sorted by. */
export function kindOf(resource: AnyResource, name: string): Field['kind'] {
  return resource.fields[name]?.kind ?? (name.endsWith('_at') ? 'datetime' : 'integer')
}
