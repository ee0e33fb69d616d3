import * as v from 'valibot'
import { defineEndpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { recordErrors } from '../endpoint/error.ts'
import { checks } from '../field/checks.ts'
import { editOperations, editOperationsOf } from '../field/edit-operation.ts'
import { selectionParameters } from '../field/list-query.ts'
import type { Permission } from '../role/permission.ts'
import { message } from '../text/message.ts'
import { bulkLimit } from './bulk.ts'
import { callLabel } from './call-label.ts'
import { freshWrite } from './fresh-writes.ts'
import { staleAfterWrite, type AnyResource } from './resource.ts'

/** The fields that lists edit and that an update writes. */
export function editFields({ fields, list }: AnyResource): string[] {
  return (list.edit ?? []).filter((name) => fields[name]?.access === 'write')
}

/** Those of them that an operation changes in many records at once. */
export function bulkEditFields(resource: AnyResource): string[] {
  return editFields(resource).filter((name) => {
    const field = resource.fields[name]
    return field !== undefined && (editOperationsOf(field) ?? []).length > 0
  })
}

/** The state actions that edit a cell: those that ask for nothing and decide about nothing. */
export function editActions({ states, list }: AnyResource): string[] {
  if (!states || !list.edit?.includes(states.field)) return []
  return Object.entries(states.actions).flatMap(([name, { reason, amount, byAnother }]) => (reason || amount || byAnother ? [] : [name]))
}

const nullableText = v.nullable(v.string())

/** A field of an edited record. `before` is its value now, also where a newer version stands in the way. */
export const editChange = v.object({ field: v.string(), before: v.unknown(), after: v.unknown() })
export type EditChange = v.InferOutput<typeof editChange>

/** The result for one record. */
export const editResult = v.object({
  id: checks.id,
  /** Null, like the version, if the record is not in the caller's scope. */
  name: nullableText,
  /** The version that the edit found. */
  version: v.nullable(v.number()),
  /** What is, or would be, changed, or was refused; empty if it has these values already. */
  changes: v.array(editChange),
  ok: v.boolean(),
  /** Fields that wait for an approval instead of changing at once. */
  held: v.array(v.string()),
  /** Error code; null on success. */
  code: v.nullable(v.picklist(recordErrors)),
  message: nullableText,
  /** Messages by field, in the caller's language. */
  errors: v.record(v.string(), v.array(v.string())),
})
export type EditResult = v.InferOutput<typeof editResult>

const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.minLength(1, message('required')), v.maxLength(bulkLimit, message('rows_many', bulkLimit)))

function bodyOf(resource: AnyResource) {
  return v.strictObject({
    /** Either records, each with its version and values of its own, or with an action on its state … */
    rows: v.optional(
      list(
        v.strictObject({
          id: checks.id,
          version: checks.version,
          values: v.optional(v.record(v.pipe(v.string(), v.maxLength(100, message('too_long'))), v.unknown())),
          action: v.optional(v.picklist(editActions(resource), message('choice'))),
        }),
      ),
    ),
    /** … or operations on fields, which apply to all records that are meant … */
    edits: v.optional(
      list(
        v.strictObject({
          field: v.picklist(bulkEditFields(resource), message('choice')),
          operation: v.picklist(editOperations, message('choice')),
          value: v.unknown(),
        }),
      ),
    ),
    /** … by their ids and, in the same order, the versions that the dry run told; so every value is the one that it showed … */
    ids: v.optional(list(checks.id)),
    versions: v.optional(list(checks.version)),
    /** … or, in a dry run, by the list's search and filters; `{}` matches everything. */
    filter: v.optional(v.strictObject(selectionParameters(resource))),
    /**
     * The `change` of an edit that the caller made within the last hour: this call is one change with it in the history. So an
     * edit of very many records can be sent in parts, and still be taken back as a whole.
     */
    change: v.optional(checks.id),
    /** True: does everything and takes it back, to tell what would happen. */
    dry_run: v.optional(v.boolean(message('choice'))),
  })
}

const response = v.object({
  data: v.object({
    total: v.number(),
    /** Number of records of which something was, or would be, changed or handed in for approval. */
    done: v.number(),
    results: v.array(editResult),
    /** The entry in the history that this made, to take the whole edit back; null in a dry run, and if nothing changed. */
    change: v.nullable(checks.id),
  }),
})

/** A name of its own keeps the type of all endpoints short enough to be written down. */
export interface EditEndpoint extends Endpoint<undefined, ReturnType<typeof bodyOf>, typeof response> {
  readonly method: 'POST'
  readonly permission: Permission
}

/**
 * Edits fields of many records, as lists do: `POST {path}/edit`. Every record is updated as by the update call, in a
 * transaction of its own with its own result, and all of them are one change in the history.
 */
export function editEndpoint(resource: AnyResource): EditEndpoint {
  const { name, path, permissions } = resource
  if (!permissions.update) throw new Error(`Resource "${name}" is edited in lists but nobody may change it`)
  return {
    ...defineEndpoint({
      method: 'POST',
      path: `${path}/edit`,
      kind: 'change',
      permission: permissions.update,
      ...freshWrite(resource, 'edit'),
      label: callLabel.edit(resource),
      summary: `Edit fields of many ${name} records, at most ${bulkLimit}: a result for each`,
      body: bodyOf(resource),
      response,
      success: 200,
      stale: staleAfterWrite(resource),
      slow: true,
    }),
    method: 'POST',
    permission: permissions.update,
  }
}
