import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { errors, type ErrorCode } from '../endpoint/error.ts'
import { checks } from '../field/field.ts'
import { selectionParameters } from '../field/list-query.ts'
import { staleAfterWrite, type AnyResource } from './resource.ts'
import { message } from '../text/validation.ts'

/** Records of one bulk call (spec/domain "Bulk actions": select all across pages, with a count first). */
export const bulkLimit = 10_000

/** What can be done with many records of a resource at once: its state actions, and `delete`. */
export function bulkActions(resource: AnyResource): string[] {
  return [...Object.keys(resource.states?.actions ?? {}), ...(resource.permissions.delete ? ['delete'] : [])]
}

/** What became of one record. `name` null: there is no such record in the caller's scope. */
export const bulkResult = v.object({
  id: checks.id,
  name: v.nullable(v.string()),
  /** The record as it was counted; null where there is none. */
  version: v.nullable(v.number()),
  /** In yen, for an action that decides about an amount (`StateAction.amount`). */
  amount: v.nullable(v.string()),
  ok: v.boolean(),
  /** Why not; null when it worked. */
  code: v.nullable(v.picklist(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])),
  message: v.nullable(v.string()),
})
export type BulkResult = v.InferOutput<typeof bulkResult>

const lengthLimit = message('rows_many', bulkLimit)

function bulkBody(resource: AnyResource) {
  return v.strictObject({
    action: v.picklist(bulkActions(resource), message('choice')),
    /** Either the records themselves … */
    ids: v.optional(v.pipe(v.array(checks.id), v.minLength(1, message('required')), v.maxLength(bulkLimit, lengthLimit))),
    /** … or everything that the list's search and filters match; `{}` is everything. */
    filter: v.optional(v.strictObject(selectionParameters(resource))),
    /** With `filter`: how many the person was shown and has agreed to. */
    expected: v.optional(v.pipe(v.number(message('number')), v.integer(message('number')), v.minValue(0, message('number')))),
    /**
     * The versions of `ids`, in their order, as they were counted: needed by an action that decides about an amount, so
     * that nobody approves a sum that has changed since it was shown.
     */
    versions: v.optional(v.array(checks.id)),
    /** True: only say what would be done with which records, by their state. */
    dry_run: v.optional(v.boolean(message('choice'))),
    reason: v.optional(v.string()),
    reason_code: v.optional(v.string()),
  })
}

/**
 * One action on many records: `POST {path}/bulk`. Each record is a transaction of its own under the rules of the
 * single action, and has a result of its own. Needs the permission of the action beside that of the list.
 */
export function bulkEndpoint(resource: AnyResource) {
  return defineEndpoint({
    method: 'POST',
    path: `${resource.path}/bulk`,
    kind: 'change',
    permission: resource.permissions.list,
    summary: `One action on many ${resource.name} records, at most ${bulkLimit}: a result for each`,
    body: bulkBody(resource),
    response: v.object({
      data: v.object({
        /** Records that are meant. */
        total: v.number(),
        /** Records with which it worked; in a dry run: would work. */
        done: v.number(),
        results: v.array(bulkResult),
      }),
    }),
    success: 200,
    stale: staleAfterWrite(resource),
    errors: ['selection_changed'],
    slow: true,
  })
}
