import * as v from 'valibot'
import { checks } from '../field/checks.ts'
import type { Access, Field, Fields } from '../field/field-type.ts'
import type { ListOptions } from '../field/list-query.ts'
import { listMetrics } from '../metric/list-delivery.ts'
import { figuresSchema, type Figures } from '../metric/metric.ts'
import type { FourEyesRule } from '../role/four-eyes.ts'
import type { Permission } from '../role/permission.ts'
import type { Role } from '../role/role.ts'
import type { StateRules } from './state.ts'
import type { Text } from '../text/text.ts'
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
  /** Colours of the references whose records have one (`labelColours`), by the same keys; absent if there are none. */
  colours?: Record<string, string> | undefined
  /** Only in lists: the metrics of its delivery that were asked for (`listMetrics`). */
  figures?: Figures | undefined
  /** The same of the period before, if that was asked for. */
  former_figures?: Figures | undefined
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
  /**
   * Writes that need a fresh factor (`Endpoint.fresh`): all of them, or those that set one of these fields or move its
   * state.
   */
  readonly fresh?: true | readonly (keyof F & string)[]
  /** Writes that wait for a second person where an account says so (docs/decisions/0045-second-person.md). */
  readonly fourEyes?: FourEyesRule<keyof F & string>
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
export function staleAfterWrite({ path, touches = [], fourEyes }: AnyResource): readonly string[] {
  return [path, ...touches, ...(fourEyes ? ['/api/change-request'] : [])]
}

const nullableText = v.nullable(v.string())

/** Labels are the references whose records have a colour. */
const coloured: v.ObjectEntries = { colours: v.optional(v.record(v.string(), v.string())) }

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
  const metrics = listMetrics(resource)
  const delivered: v.ObjectEntries =
    metrics.length === 0 ? {} : { figures: v.optional(figuresSchema(metrics)), former_figures: v.optional(figuresSchema(metrics)) }
  const colours = Object.values(resource.fields).some(({ target }) => target === 'label') ? coloured : {}
  return schemaOf<ResourceRecord<R>>(
    v.object({
      id: checks.id,
      version: checks.version,
      ...own,
      ...delivered,
      ...auditEntries,
      refs: v.record(v.string(), v.string()),
      ...colours,
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

/** Body of an update that edits only some of the fields: those that lists edit (`ListOptions.edit`). */
export function editBodySchema(resource: AnyResource): v.GenericSchema<{ version: number } & Record<string, unknown>> {
  const edited = Object.fromEntries(Object.entries(resource.fields).filter(([name]) => resource.list.edit?.includes(name)))
  return schemaOf<{ version: number } & Record<string, unknown>>(
    v.strictObject({ version: checks.version, ...bodyEntries(edited, ['write'], true) }),
  )
}

/**
 * Checks the rules over several fields against the whole record as it would be stored. Of a record that is changed, `before` is
 * what is stored: a rule that it breaks already, since it is older than the rule or came with a delivery file, refuses no change
 * of other fields.
 */
export function crossFieldErrors(
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>> | null,
): { field: string; message: string }[] {
  return (resource.checks ?? []).flatMap((check) => {
    let isChanged = !before
    // Which fields a rule is about shows as it reads them.
    const read = new Proxy(values, {
      get(_, name: string) {
        isChanged ||= JSON.stringify(values[name] ?? null) !== JSON.stringify(before?.[name] ?? null)
        return values[name]
      },
    })
    const fault = check(read)
    return fault && isChanged ? [fault] : []
  })
}

/** The fields of a resource that a role receives. */
export function visibleFields(resource: AnyResource, role: Role): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => !field.roles || field.roles.includes(role))
    .map(([name]) => name)
}
