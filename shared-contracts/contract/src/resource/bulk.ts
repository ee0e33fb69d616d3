import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { recordErrors } from '../endpoint/error.ts'
import { checks } from '../field/checks.ts'
import { selectionParameters } from '../field/list-query.ts'
import { callLabel } from './call-label.ts'
import { freshWrite } from './fresh-writes.ts'
import { staleAfterWrite, type AnyResource } from './resource.ts'
import { message } from '../text/message.ts'

/** Maximum number of records per bulk call (spec/domain "Bulk actions": select all across pages, with a count first). */
export const bulkLimit = 10_000

/** Bulk actions of a resource: its state actions, and `delete`. */
export function bulkActions(resource: AnyResource): string[] {
  return [...Object.keys(resource.states?.actions ?? {}), ...(resource.permissions.delete ? ['delete'] : [])]
}

/** The result for one record. `name` is null if the record is not in the caller's scope. */
export const bulkResult = v.object({
  id: checks.id,
  name: v.nullable(v.string()),
  /** The record's version at the time of counting; null if there is no record. */
  version: v.nullable(v.number()),
  /** In yen, for actions that decide about an amount (`StateAction.amount`). */
  amount: v.nullable(v.string()),
  ok: v.boolean(),
  /** Error code; null on success. */
  code: v.nullable(v.picklist(recordErrors)),
  message: v.nullable(v.string()),
})
export type BulkResult = v.InferOutput<typeof bulkResult>

const lengthLimit = message('rows_many', bulkLimit)

function bulkBody(resource: AnyResource) {
  return v.strictObject({
    action: v.picklist(bulkActions(resource), message('choice')),
    /** Either the ids of the records … */
    ids: v.optional(v.pipe(v.array(checks.id), v.minLength(1, message('required')), v.maxLength(bulkLimit, lengthLimit))),
    /** … or the list's search and filters; `{}` matches everything. */
    filter: v.optional(v.strictObject(selectionParameters(resource))),
    /** With `filter`: the number of records shown to and confirmed by the user. */
    expected: v.optional(v.pipe(v.number(message('number')), v.integer(message('number')), v.minValue(0, message('number')))),
    /**
     * The versions of `ids`, in the same order, as they were shown or counted: a state action is refused for a record that has
     * another one by now. Required for actions that decide about an amount or about what somebody else has submitted.
     */
    versions: v.optional(v.array(checks.id)),
    /**
     * True: only reports what the action would do to each record, by everything that can refuse it. Orders that are approved
     * together are judged one after another, because they share the credit of a company.
     */
    dry_run: v.optional(v.boolean(message('choice'))),
    reason: v.optional(v.string()),
    reason_code: v.optional(v.string()),
  })
}

/**
 * Applies one action to many records: `POST {path}/bulk`. Each record has its own transaction, under the rules
 * of the single action, and its own result. Records that share a limit are decided in the order of `ids`, or by id. Requires the permission of the action in addition to that of the
 * list.
 */
export function bulkEndpoint(resource: AnyResource) {
  return defineEndpoint({
    method: 'POST',
    path: `${resource.path}/bulk`,
    label: callLabel.bulk(resource),
    kind: 'change',
    permission: resource.permissions.list,
    ...freshWrite(resource, 'bulk'),
    summary: `One action on many ${resource.name} records, at most ${bulkLimit}: a result for each`,
    body: bulkBody(resource),
    response: v.object({
      data: v.object({
        /** Number of selected records. */
        total: v.number(),
        /** Number of records for which the action succeeded or, in a dry run, would succeed. */
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
