import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { exportEndpoint } from './export.ts'
import { checks, type Access, type Field, type Fields } from '../field/field.ts'
import { listQuerySchema, type ListOptions } from '../field/list-query.ts'
import type { Permission } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import { actionBodySchema, type StateAction, type StateRules } from './state.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/validation.ts'
import { schemaOf } from '../value/keys.ts'

type FieldValue<F> = F extends Field<infer T, Access> ? T : never
type Keys<F extends Fields, A extends Access> = { [K in keyof F]: F[K]['access'] extends A ? K : never }[keyof F]

/** JSON values of some fields. */
type Values<F extends Fields, K extends keyof F = keyof F> = { [P in K]: FieldValue<F[P]> }

/**
 * Properties that every record has in addition to its own fields (spec/domain "Every row"). `refs` contains the
 * names of references by field, or by field and id for fields with several (`format_ids.3`).
 */
export type RecordBase = {
  id: number
  version: number
  created_by: string | null
  created_at: string
  updated_by: string | null
  updated_at: string | null
  deleted_by: string | null
  deleted_at: string | null
  refs: Record<string, string>
  /**
   * Only when a single record is read: actions (including `update` and `delete`) blocked by something other than
   * the record's own state, with the message to show. State rules are not repeated here (`StateRules`).
   */
  blocked?: Record<string, string> | undefined
}

/** Names of a resource's fields. */
export type FieldName<R extends AnyResource> = keyof R['fields'] & string
/** Names of a resource's state actions. */
export type ActionName<R extends AnyResource> = NonNullable<R['states']> extends { readonly actions: infer A } ? keyof A & string : never

/** The values of a resource's own fields, as JSON. */
export type FieldValues<R extends AnyResource> = Values<R['fields']>
export type ResourceRecord<R extends AnyResource> = RecordBase & FieldValues<R>
export type CreateBody<R extends AnyResource> = Values<R['fields'], Keys<R['fields'], 'write' | 'create'>>
export type UpdateBody<R extends AnyResource> = { version: number } & Partial<Values<R['fields'], Keys<R['fields'], 'write'>>>

export interface Section<N extends string = string> {
  readonly title: Text
  readonly fields: readonly N[]
}

/** Fields that form one address: in a form, the postal code fills in the others (spec/domain "Company"). */
export interface AddressFields<N extends string = string> {
  readonly zip: N
  readonly prefecture: N
  /** Contains the city's name; the form suggests the cities of the prefecture. */
  readonly city: N
  /** Filled with the town while empty. */
  readonly street: N
}

/**
 * A rule over several fields; returns the invalid field and the message, or null. It receives incomplete records
 * from forms and imports: any field may be absent or have a value that its own schema rejects.
 */
export type CrossCheck<N extends string = string> = (values: Readonly<Partial<Record<N, unknown>>>) => { field: N; message: string } | null

/** A resource with fields `F`, list options `L` and state rules `S`. The compiler checks every field name. */
export interface Resource<
  F extends Fields = Fields,
  L extends ListOptions<keyof F & string> = ListOptions<keyof F & string>,
  S extends StateRules<keyof F & string> | undefined = StateRules<keyof F & string> | undefined,
> {
  /** Singular name in snake case: the key of permissions, texts, tables and queries. */
  readonly name: string
  readonly path: string
  readonly label: Text
  /** English plural name; Japanese has a single form. */
  readonly plural: string
  /** The field with the record's display name, shown wherever the record is referenced. */
  readonly title: keyof F & string
  readonly fields: F
  readonly permissions: {
    readonly list: Permission
    readonly select: Permission
    readonly read: Permission
    /** Null: the API has no create or update. */
    readonly create: Permission | null
    readonly update: Permission | null
    /** Null: the API has no delete. */
    readonly delete: Permission | null
  }
  readonly list: L
  /** Groups of fields in forms and detail pages. */
  readonly sections: readonly Section<keyof F & string>[]
  readonly addresses?: readonly AddressFields<keyof F & string>[]
  readonly checks?: readonly CrossCheck<keyof F & string>[]
  readonly states?: S
  /** Paths of other resources, counts and reports that show something of these records: a write makes them stale (`Endpoint.stale`). */
  readonly touches?: readonly string[]
}

/**
 * A resource with any fields, for generic code. `Pick` makes TypeScript compare it by property; compared by type
 * parameters, no other resource would be assignable.
 */
export type AnyResource = Pick<Resource, keyof Resource>

export function defineResource<
  const F extends Fields,
  const L extends ListOptions<keyof F & string>,
  const S extends StateRules<keyof F & string> | undefined = undefined,
>(definition: Resource<F, L, S>): Resource<F, L, S> {
  return definition
}

/** What each call that writes records of a resource makes stale. */
export function staleAfterWrite({ path, touches = [] }: AnyResource): readonly string[] {
  return [path, ...touches]
}

const nullableText = v.nullable(v.string())

/** Who created, last updated and deleted a record, and when (spec/api "Audit fields"). */
export const auditEntries = {
  created_by: nullableText,
  created_at: v.string(),
  updated_by: nullableText,
  updated_at: nullableText,
  deleted_by: nullableText,
  deleted_at: nullableText,
}

/**
 * Schema of a record as the API returns it. Fields are optional because those that a role may not see are
 * absent. This schema and those of bodies are built dynamically from the fields, which TypeScript cannot follow;
 * hence the casts.
 */
export function recordSchema<R extends AnyResource>(resource: R): v.GenericSchema<ResourceRecord<R>> {
  const own = Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, field.roles ? v.optional(field.schema) : field.schema]),
  )
  return schemaOf<ResourceRecord<R>>(
    v.object({
      id: checks.id,
      version: checks.version,
      ...own,
      ...auditEntries,
      refs: v.record(v.string(), v.string()),
      blocked: v.optional(v.record(v.string(), v.string())),
    }),
  )
}

function bodyEntries(fields: Fields, access: readonly Access[], partial: boolean) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => access.includes(field.access))
      .map(([name, field]) => {
        if (partial) return [name, v.optional(field.schema)]
        return [name, field.required ? field.schema : v.optional(field.schema, null)]
      }),
  )
}

/** Body of POST: only fields that the caller may set (spec/quality "Mass assignment"). */
export function createBodySchema<R extends AnyResource>(resource: R): v.GenericSchema<CreateBody<R>> {
  return schemaOf<CreateBody<R>>(v.strictObject(bodyEntries(resource.fields, ['write', 'create'], false)))
}

/** Body of PATCH: the version that was read, and the changed fields. */
export function updateBodySchema<R extends AnyResource>(resource: R): v.GenericSchema<UpdateBody<R>> {
  const entries = { version: checks.version, ...bodyEntries(resource.fields, ['write'], true) }
  return schemaOf<UpdateBody<R>>(v.strictObject(entries))
}

/** Checks the rules over several fields against the whole record as it would be stored. */
export function crossFieldErrors(resource: AnyResource, values: Readonly<Record<string, unknown>>): { field: string; message: string }[] {
  return (resource.checks ?? []).map((check) => check(values)).filter((fault) => fault !== null)
}

/** The fields of a resource that a role receives. */
export function visibleFields(resource: AnyResource, role: Role): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => !field.roles || field.roles.includes(role))
    .map(([name]) => name)
}

export const selectItem = v.object({ id: checks.id, name: v.string() })

/** Query of a select list: `q` searches the name, `ids` (comma-separated) resolves the names of known ids. */
export const selectQuery = v.strictObject({
  q: v.optional(v.pipe(v.string(), v.maxLength(255))),
  ids: v.optional(v.pipe(v.string(), v.regex(/^\d+(,\d+){0,99}$/u))),
  /** Includes ended and archived records; used by filters, not by forms. */
  ended: v.optional(v.picklist(['true', 'false'])),
})

export const page = v.object({
  /** Cursor of the next page; null on the last page. */
  next: nullableText,
  /** Cursor of the previous page; null on the first page. */
  previous: nullableText,
  /** Number of matching rows, counted up to 10,000 unless `count=exact`. */
  total: v.number(),
  /** Whether there are more rows than `total`. */
  capped: v.boolean(),
})

/**
 * An entry of a record's history, newest first; `field` is null if it concerns the whole record (created,
 * deleted). Besides fields of the resource, `field` may be one of `reasonEntries` or `relatedEntries`.
 */
export const historyEntry = v.object({
  id: checks.id,
  at: v.string(),
  by: nullableText,
  action: v.picklist(['create', 'update', 'delete']),
  source: v.picklist(['screen', 'import', 'api']),
  field: nullableText,
  before: v.unknown(),
  after: v.unknown(),
})

/** `after`: the `next` cursor of the previous page. */
export const historyQuery = v.strictObject({ after: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/u, message('invalid')))) })

/** Only the select list, for resources that other screens just reference. */
export function selectEndpoint(name: string, path: string, permission: Permission) {
  return defineEndpoint({
    method: 'GET',
    path: `${path}/select_list`,
    kind: 'list',
    permission,
    summary: `Names of ${name} records to choose from, at most 50`,
    query: selectQuery,
    response: v.object({ data: v.array(selectItem) }),
    success: 200,
  })
}

/** What the summary of an endpoint that reads stored fields says of them; nothing where the resource has none. */
function storedNote({ fields }: AnyResource): string {
  const stored = Object.entries(fields).flatMap(([name, field]) => (field.stored ? [name] : []))
  if (stored.length === 0) return ''
  return `. ${stored.join(', ')} may be about a second old where delivery, time or credit changes it; a change of one's own shows at once, and the single record is exact`
}

/** List and get endpoints of a resource; paths and statuses are specified (spec/api "Generic calls"). */
export function readEndpoints<R extends AnyResource>(resource: R) {
  const { name, path, permissions } = resource
  const record = recordSchema(resource)
  return {
    list: defineEndpoint({
      method: 'GET',
      path,
      kind: 'list',
      permission: permissions.list,
      summary: `List ${name} records: filter, sort, page${storedNote(resource)}`,
      query: listQuerySchema(resource),
      response: v.object({ data: v.array(record), page }),
      success: 200,
    }),
    select: selectEndpoint(name, path, permissions.select),
    export: exportEndpoint(resource),
    get: defineEndpoint({
      method: 'GET',
      path: `${path}/{id}`,
      kind: 'get',
      permission: permissions.read,
      summary: `One ${name} record`,
      response: v.object({ data: record }),
      success: 200,
    }),
    history: defineEndpoint({
      method: 'GET',
      path: `${path}/{id}/history`,
      kind: 'list',
      permission: permissions.read,
      summary: `What was changed in a ${name} record, newest first`,
      query: historyQuery,
      response: v.object({ data: v.array(historyEntry), page: v.object({ next: nullableText }) }),
      success: 200,
    }),
  }
}

/**
 * The create endpoint of a resource.
 * @throws if the resource has no create permission
 */
export function createEndpoint<R extends AnyResource>(resource: R) {
  const { name, path, permissions } = resource
  if (!permissions.create) throw new Error(`Resource "${name}" has a create endpoint but nobody may create it`)
  return defineEndpoint({
    method: 'POST',
    path,
    kind: 'create',
    permission: permissions.create,
    summary: `Create a ${name} record`,
    body: createBodySchema(resource),
    fields: resource.fields,
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    stale: staleAfterWrite(resource),
  })
}

/**
 * The create and update endpoints of a resource.
 * @throws if the resource has no create or update permission
 */
export function writeEndpoints<R extends AnyResource>(resource: R) {
  const { name, path, permissions } = resource
  if (!permissions.update) throw new Error(`Resource "${name}" has write endpoints but nobody may change it`)
  return {
    create: createEndpoint(resource),
    update: defineEndpoint({
      method: 'PATCH',
      path: `${path}/{id}`,
      kind: 'update',
      permission: permissions.update,
      summary: `Change fields of a ${name} record`,
      body: updateBodySchema(resource),
      fields: resource.fields,
      success: 204,
      stale: staleAfterWrite(resource),
      errors: ['conflict', 'action_blocked'],
    }),
  }
}

/**
 * The soft-delete endpoint of a resource.
 * @throws if the resource has no delete permission
 */
export function deleteEndpoint(resource: AnyResource) {
  const { name, path, permissions } = resource
  if (!permissions.delete) throw new Error(`Resource "${name}" has a delete endpoint but nobody may delete it`)
  return defineEndpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    kind: 'delete',
    permission: permissions.delete,
    summary: `Delete a ${name} record`,
    success: 204,
    stale: staleAfterWrite(resource),
    errors: ['action_blocked'],
  })
}

function actionEndpoint(resource: AnyResource, action: string, rule: StateAction) {
  return defineEndpoint({
    method: 'POST',
    path: `${resource.path}/{id}/${action}`,
    kind: 'change',
    permission: rule.permission,
    summary: `${rule.label.en}: ${rule.from.join(', ')} → ${rule.to}`,
    body: actionBodySchema(rule),
    success: 204,
    stale: staleAfterWrite(resource),
    errors: ['conflict', 'state_not_allowed', 'action_blocked'],
  })
}

/** One endpoint per state action of a resource: `POST {path}/{id}/{action}` with the version. */
export function actionEndpoints<const S extends StateRules>(resource: AnyResource, states: S) {
  const entries = Object.entries(states.actions).map(([action, rule]) => [action, actionEndpoint(resource, action, rule)])
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries does not keep the names
  return Object.fromEntries(entries) as Record<keyof S['actions'], ReturnType<typeof actionEndpoint>>
}
