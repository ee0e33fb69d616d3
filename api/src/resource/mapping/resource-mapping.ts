import type {
  ActionName,
  AnyResource,
  CreateBody,
  Field,
  FieldName,
  FieldValues,
  NotificationKindName,
  PaceTotalName,
  PaceTotals,
  Text,
} from '@adsite/contract'
import { getTableColumns, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { linkedIds, type LinkTable } from './links.ts'

/** A table with the columns of every business row (db/schema/common.ts). */
export type AuditedTable = PgTable & {
  readonly id: AnyPgColumn<{ data: number; notNull: true }>
  readonly version: AnyPgColumn<{ data: number; notNull: true }>
  readonly created_by: AnyPgColumn
  readonly created_at: AnyPgColumn
  readonly updated_by: AnyPgColumn
  readonly updated_at: AnyPgColumn
  readonly deleted_by: AnyPgColumn
  readonly deleted_at: AnyPgColumn
}

/** A record as it is stored: its id, and its fields as JSON. */
export type StoredRecord<R extends AnyResource> = { readonly id: number } & Readonly<FieldValues<R>>

/** A row of a record as the database answers it: as JSON but for instants. */
export type StoredRow<R extends AnyResource> = { readonly id: number; readonly version: number } & {
  readonly [F in FieldName<R>]: R['fields'][F]['kind'] extends 'datetime' ? unknown : FieldValues<R>[F]
}

/** What a new record is given: the fields of a create body, and any that only the site sets. */
export type NewRecord<R extends AnyResource> = Readonly<CreateBody<R>> & Readonly<Partial<FieldValues<R>>>

/** A record that was just written: the whole of a changed one, of a new one what it was given. */
export type WrittenRecord<R extends AnyResource> = { readonly id: number } & NewRecord<R>

/** Some fields of a record, with values as JSON or as their columns take them. */
export type FieldChanges<R extends AnyResource> = Readonly<Partial<Record<FieldName<R>, unknown>>>

/** Coded messages by field. */
export type FieldMessages<R extends AnyResource> = Readonly<Partial<Record<FieldName<R>, readonly string[]>>>

/** Changes of a record that are neither an update of fields nor a state action (`editRecord`). */
export type OtherEdit = 'settings' | 'material' | 'change'

/** What was done with a record: a state action by its name. */
export type Done<R extends AnyResource> = 'create' | 'update' | OtherEdit | ActionName<R>

interface Naming<R extends AnyResource> {
  kindOf(record: WrittenRecord<R>): NotificationKindName
}

/** A notification about an action on a record. */
export interface ResourceEvent<R extends AnyResource = AnyResource> {
  readonly kind: NotificationKindName | Naming<R>['kindOf']
  /** Which accounts, as a condition on them. */
  to(record: WrittenRecord<R>): SQL
  /** Parameters of the kind's text beside the record's `name`. */
  params?(record: WrittenRecord<R>): Readonly<Record<string, string>>
}

/** Events by action: `create`, or the name of a state action. */
export type ResourceEvents<R extends AnyResource = AnyResource> = { readonly [A in 'create' | ActionName<R>]?: ResourceEvent<R> }

/** Tells why an action on a record is blocked; null if it is not. */
export interface Verdict<Needed> {
  of(record: Needed): Text | null
  /** Counts the action on a record as done, for the records that are asked about after it and share a limit with it. */
  done?(record: Needed): void
}

interface Guarding<R extends AnyResource> {
  guard(db: Database, author: Author, records: readonly StoredRecord<R>[]): Promise<Verdict<StoredRecord<R>>>
  lock(transaction: Database, record: StoredRecord<R>): Promise<void>
}

/** A guard of records of any resource that have what it needs. */
export type GuardOf<Needed> = (db: Database, author: Author, records: readonly Needed[]) => Promise<Verdict<Needed>>

/**
 * Tells of each of some records why an action is blocked although its own state allows it, for rules about other records (a
 * frame restarts only on an active medium). Reads what it needs for all of them at once, so that one rule serves the action,
 * in whose transaction it is evaluated, a single record that is read, whose buttons reflect it, and the dry run of thousands.
 */
export type Guard<R extends AnyResource = AnyResource> = Guarding<R>['guard']

interface Referred {
  /** The records that a caller may refer to, if not those that it sees. */
  readonly scope?: (caller: Caller) => SQL
  /** Which records are in use; others keep their name and can be filtered by, but not newly chosen. Default: all. */
  readonly current?: SQL
}

/** The records that match: by a condition on them, and where another table tells them, by what selects their advertisers and ids. */
export interface Matching {
  readonly matching: SQL
  readonly keys: SQL | null
}

/** Everything that a caller sees, or what of it has one of some states. */
export interface WholePaces {
  readonly caller: Caller
  readonly states: readonly string[] | null
}

/** Values of a computed field that another table has for some of the records, with an index of them. */
export interface ValuesElsewhere {
  readonly from: SQL
  /** The condition of the rows of that table that have one of some values. */
  readonly rows: (values: readonly string[]) => SQL
  /** The condition of the records with one of some values. */
  readonly condition: (values: readonly string[]) => SQL
  /** Selects the ids of all of them that a caller sees, deleted ones included; null where only the records tell which these are. */
  readonly ids: (values: readonly string[], caller: Caller) => SQL | null
  /** About how many records there are that a caller sees. */
  readonly records: (db: Database, caller: Caller) => Promise<number>
  /** The condition of rows of another table, fewer than ids, by columns with the record's advertiser and id. */
  readonly of: (values: readonly string[], caller: Caller) => (advertiser: SQLWrapper, id: SQLWrapper) => SQL
}

/** Values that another table has for some of the records, with an index by value and id (descending, empty last). */
export interface RankedValues {
  readonly from: SQL
  /** The condition of the record's row in it. */
  readonly own: SQL
  /** The record's id in it. */
  readonly id: SQL
  /** In the words of the index. */
  readonly value: SQL
  /** The condition of the rows that have a value, which is that of the index. */
  readonly known: SQL
  /** The records whose value is 0 if the table has none, where all that it has are above 0; without one, that value is empty. */
  readonly isZero?: SQL
  /** Whether all of them are stored; until then the field's own expression decides. */
  readonly isComplete?: (db: Database) => Promise<boolean>
}

interface SharedLimit<R extends AnyResource> {
  /** An expression over the row with the same value for records that share a limit. */
  readonly by: SQL | AnyPgColumn
  /** The actions that take of the limit, by guards that count what was done before (`Verdict.done`). */
  readonly actions?: readonly ActionName<R>[]
}

type ColumnName<T extends AuditedTable> = keyof T['_']['columns'] & string

/**
 * How a resource of the contract is stored: its fields are columns of the same name. Names of fields, actions and columns
 * are checked, and hooks receive typed records.
 *
 * The generic handlers work on the mapping of any resource. Hooks are declared as methods for that: the compiler compares
 * the parameters of methods in both directions, so that a mapping of one resource is also a mapping of any.
 */
export interface ResourceMapping<R extends AnyResource = AnyResource, T extends AuditedTable = AuditedTable> {
  readonly resource: R
  /** Entity name in history and notifications, if several resources show the same record. Default: the resource's name. */
  readonly entity?: string
  readonly table: T
  /** The rows that the caller sees (db/scope.ts). */
  readonly scope: (caller: Caller) => SQL
  /** How references lead to its records. */
  readonly referred?: Referred
  /** Computed fields as expressions over the row; they can be filtered and sorted like columns. */
  readonly derived?: { readonly [F in FieldName<R>]?: SQL }
  /** Where filters by a computed field (`derived`) find its values. */
  readonly filtered?: { readonly [F in FieldName<R>]?: ValuesElsewhere }
  /** Where lists find the order of a computed field (`derived`). */
  readonly ranked?: { readonly [F in FieldName<R>]?: RankedValues }
  /**
   * The paces of all records that match together, where the totals of its list have them (pace/pace-totals.ts). `whole`: the condition
   * says no more than that.
   */
  readonly pacesTogether?: (db: Database, names: readonly PaceTotalName[], which: Matching, whole: WholePaces | null) => Promise<PaceTotals>
  /** Fields that lists read as they were stored, about a second ago at most (contract, `Field.stored`), as the expressions that work them out for single records. */
  readonly workedOut?: { readonly [F in FieldName<R>]?: SQL }
  /** Where `references` fields store their ids (resource/mapping/links.ts). */
  readonly links?: { readonly [F in FieldName<R>]?: LinkTable }
  /** The columns that a search looks in, where those are more than the title's `name_norm`. */
  readonly searched?: AnyPgColumn
  /** True for a large table, whose `name_norm` has an index of its bigrams (db/schema) that searches use (resource/search/search.ts). */
  readonly bigrams?: true
  readonly events?: ResourceEvents<R>
  /**
   * The accounts whose setting decides whether a write of the record needs a second person (contract, `fourEyes`), as a condition on
   * accounts. `record` has values, or the columns of stored records; a new one has no id.
   */
  fourEyesAccounts?(record: { readonly [F in FieldName<R> | 'id']?: unknown }): SQL
  /** Whether only one of two new records can be created; the other does not wait for a second person beside it. Values are JSON. */
  readonly exclude?: (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) => boolean
  /** What limits its records together (the ads of a campaign share its budget, the orders of a company its credit). */
  readonly sharedLimit?: SharedLimit<R>
  /** Columns of a new record that no body sets: the tenant, taken from the parent record (db/schema), or a row created for it. */
  insertDefaults?(
    values: NewRecord<R>,
    transaction: Database,
    author: Author,
  ): { readonly [C in ColumnName<T>]?: SQL } | Promise<{ readonly [C in ColumnName<T>]?: SQL }>
  /** Takes the locks that other writers take before they lock the record, so that they and a change of it never wait for each other. */
  takeTurn?(transaction: Database, id: number): Promise<void>
  /** Changes other records along with this one, in its transaction. `before` is null for a new record. */
  afterWrite?(transaction: Database, author: Author, record: WrittenRecord<R>, done: Done<R>, before: StoredRecord<R> | null): Promise<void>
  /** Changes other records along with the deletion of `record`, in its transaction. */
  afterDelete?(transaction: Database, author: Author, record: StoredRecord<R>): Promise<void>
  /** Fields that change along with what is done to `record` (as it was); `changed`: the fields that an update changes. */
  derivedChanges?(
    transaction: Database,
    record: StoredRecord<R>,
    done: Done<R>,
    changed: readonly FieldName<R>[],
  ): FieldChanges<R> | Promise<FieldChanges<R>>
  /** Checks that need other records, in the transaction that stores the record: `record` as it would be stored, `current` as it is (null: a new one). */
  validate?(
    db: Database,
    author: Author,
    record: NewRecord<R> & { readonly id?: number },
    current: StoredRecord<R> | null,
  ): Promise<FieldMessages<R>>
  /** Returns those changes of an update (it has passed all checks) that are written at once; the hook has put the others aside, in the same transaction, for somebody to decide. */
  atOnce?(
    transaction: Database,
    author: Author,
    given: Readonly<Partial<FieldValues<R>>>,
    current: StoredRecord<R>,
  ): Promise<FieldChanges<R>>
  /** Guards by what would be done. */
  readonly guards?: { readonly [A in 'update' | 'delete' | ActionName<R>]?: Guard<R> }
  /**
   * Locks what the guard of an action reads of other records, which must hold until the action is done: otherwise each of two actions
   * at once sees what was before the other. Called in the action's transaction, and not when a record is read.
   */
  readonly locks?: { readonly [A in 'update' | 'delete' | ActionName<R>]?: Guarding<R>['lock'] }
  /** Unique indexes, with the field to blame for a violation. */
  readonly unique?: Readonly<Record<string, FieldName<R>>>
  /** Exclusion constraints and the messages for a write that would break one. */
  readonly exclusive?: Readonly<Record<string, FieldMessages<R>>>
}

const defined = new Map<string, ResourceMapping>()

/** Checks a mapping against its resource and its table, and makes its records known to references. */
export function defineMapping<R extends AnyResource, T extends AuditedTable>(mapping: ResourceMapping<R, T>): ResourceMapping<R> {
  defined.set(mapping.resource.name, mapping)
  return mapping
}

/** The mapping of the resource with this name; undefined if none is defined, or its module is not loaded. */
export const mappingOf = (name: string): ResourceMapping | undefined => defined.get(name)

const auditColumns = ['created_by', 'created_at', 'updated_by', 'updated_at', 'deleted_by', 'deleted_at'] as const

/** The column with this name. A resource field without one is a programming error, found at start. */
export function columnOf(table: PgTable, name: string): AnyPgColumn {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`Table has no column "${name}"`)
  return column
}

/** The value of a field that is not stored as links. */
export function expressionOf({ table, derived }: ResourceMapping, field: string): SQL | AnyPgColumn {
  return derived?.[field] ?? columnOf(table, field)
}

export const entityOf = ({ entity, resource }: ResourceMapping): string => entity ?? resource.name

/** The resources that show the same records as this mapping's, its own among them. */
export const resourcesOf = (mapping: ResourceMapping): string[] =>
  [...defined.values()].filter((other) => entityOf(other) === entityOf(mapping)).map(({ resource }) => resource.name)

type RecordSelection = Pick<AuditedTable, 'id' | 'version'> & Record<string, SQL | AnyPgColumn>

function selectedOf(mapping: ResourceMapping, caller: Caller, field: string): SQL | AnyPgColumn {
  const link = mapping.links?.[field]
  return link ? linkedIds(link, mapping.table.id, caller) : expressionOf(mapping, field)
}

/** What a list selects: `fields` of the resource as the caller sees them, and what every record carries. */
export function selectionOf(mapping: ResourceMapping, caller: Caller, fields: readonly string[]): RecordSelection {
  const { id, version } = mapping.table
  const names = [...auditColumns, ...fields]
  return { ...Object.fromEntries(names.map((name) => [name, selectedOf(mapping, caller, name)])), id, version }
}

/** What a query of one record selects: all of its fields, each as it is at this moment. */
export function recordSelectionOf(mapping: ResourceMapping, caller: Caller): RecordSelection {
  const fields = Object.keys(mapping.resource.fields)
  const worked = fields.map((name) => [name, mapping.workedOut?.[name] ?? selectedOf(mapping, caller, name)] as const)
  return { ...selectionOf(mapping, caller, []), ...Object.fromEntries(worked) }
}

/** The kind of a field, or of an audit column that lists can be sorted by. */
export function kindOf(resource: AnyResource, name: string): Field['kind'] {
  return resource.fields[name]?.kind ?? (name.endsWith('_at') ? 'datetime' : 'integer')
}
