import type { AnyResource, Field, NotificationKindName } from '@adsite/contract'
import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Caller } from '../db/scope.ts'

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
  readonly kind: NotificationKindName
  /** Which accounts, as a condition on them; `record` has the fields as they are stored now, and the id. */
  readonly to: (record: Readonly<Record<string, unknown>>) => SQL
}

/** By what was done: `create`, or the name of a state action. */
export type ResourceEvents = Readonly<Record<string, ResourceEvent>>

/** How a resource of the contract is stored: its fields are columns of the same name. */
export interface ResourceTable {
  readonly resource: AnyResource
  readonly table: AuditedTable
  /** Which rows the caller sees (db/scope.ts). */
  readonly scope: (caller: Caller) => SQL
  /** Fields that are computed, as expressions over the row; they can be filtered and sorted like columns. */
  readonly derived?: Readonly<Record<string, SQL>>
  readonly events?: ResourceEvents
  /** Unique indexes and the field to blame when a write would break one. */
  readonly unique?: Readonly<Record<string, string>>
}

const auditColumns = ['id', 'version', 'created_by', 'created_at', 'updated_by', 'updated_at', 'deleted_by', 'deleted_at'] as const

/** The column of that name; a resource field without one is a mistake of ours, found at start. */
export function columnOf(table: PgTable, name: string): AnyPgColumn {
  const column = (table as unknown as Record<string, AnyPgColumn | undefined>)[name]
  if (!column) throw new Error(`Table has no column "${name}"`)
  return column
}

export function expressionOf({ table, derived }: ResourceTable, field: string): SQL | AnyPgColumn {
  return derived?.[field] ?? columnOf(table, field)
}

/** What a query of records selects: `fields` of the resource and what every record carries. */
export function selectionOf(mapping: ResourceTable, fields: readonly string[]): Record<string, SQL | AnyPgColumn> {
  const names = [...auditColumns, ...fields]
  return Object.fromEntries(names.map((name) => [name, expressionOf(mapping, name)]))
}

/** The kind of a field, or of an audit column that lists can be sorted by. */
export function kindOf(resource: AnyResource, name: string): Field['kind'] {
  return resource.fields[name]?.kind ?? (name.endsWith('_at') ? 'datetime' : 'integer')
}
