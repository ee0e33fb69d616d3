import * as v from 'valibot'
import { defineEndpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { recordErrors } from '../endpoint/error.ts'
import { checks } from '../field/checks.ts'
import type { Permission } from '../role/permission.ts'
import { message } from '../text/message.ts'
import { bulkLimit } from './bulk.ts'
import { callLabel } from './call-label.ts'
import { freshWrite } from './fresh-writes.ts'
import { staleAfterWrite, type AnyResource } from './resource.ts'

const nullableText = v.nullable(v.string())

/**
 * Why taking a change back leaves a field as it is: it has its former value already, it was changed later, an action
 * sets it, or the site does.
 */
export const undoObstacles = ['done', 'later', 'state', 'fixed'] as const
export type UndoObstacle = (typeof undoObstacles)[number]

/** A field of a change: its value now, and the one from before the change. */
export const undoField = v.object({
  field: v.string(),
  now: v.unknown(),
  back: v.unknown(),
  /** Null: it can be taken back. */
  stays: v.nullable(v.picklist(undoObstacles)),
  /** Who changed it later, if the history knows. */
  later: v.nullable(v.object({ at: v.string(), by: nullableText })),
  /** With `state`: the caller's action that leads back; null if none does. */
  action: nullableText,
})
export type UndoField = v.InferOutput<typeof undoField>

/** A record of a change. */
export const undoRecord = v.object({
  id: checks.id,
  /** Null, like everything else of it, if the change has no such record in the caller's scope. */
  name: nullableText,
  version: v.nullable(v.number()),
  /** The change created or deleted the record, which is not taken back by field. */
  whole: v.nullable(v.picklist(['create', 'delete'])),
  fields: v.array(undoField),
  /** Something was taken back or, in a dry run, would be. */
  ok: v.boolean(),
  /** Fields that wait for an approval instead of changing at once. */
  held: v.array(v.string()),
  /** Error code; null on success, and where there is nothing to take back. */
  code: v.nullable(v.picklist(recordErrors)),
  message: nullableText,
})
export type UndoRecord = v.InferOutput<typeof undoRecord>

const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.minLength(1, message('required')), v.maxLength(bulkLimit, message('rows_many', bulkLimit)))

const body = v.strictObject({
  /** Any entry of the change in the history; the change is everything that the same call did. */
  change: checks.id,
  /** Its records; without them all that it changed. Required unless it is a dry run, like the two below. */
  ids: v.optional(list(checks.id)),
  /** Their versions, in the same order, as the dry run told them. */
  versions: v.optional(list(checks.version)),
  /** The fields to take back. */
  fields: v.optional(list(v.pipe(v.string(), v.maxLength(100, message('too_long'))))),
  /** True: only tells what would happen. */
  dry_run: v.optional(v.boolean(message('choice'))),
})

const response = v.object({
  data: v.object({
    /** When the change was made, and by whom. */
    at: v.string(),
    by: nullableText,
    /** Number of its records in the caller's scope. */
    total: v.number(),
    /** Number of records of which something was, or would be, taken back. */
    done: v.number(),
    records: v.array(undoRecord),
    /** The entry in the history that this made, to take it back in turn; null in a dry run, and if nothing changed. */
    change: v.nullable(checks.id),
  }),
})

/** The call has the same form for every resource. A name of its own keeps the type of all endpoints short enough to be written down. */
export interface UndoEndpoint extends Endpoint<undefined, typeof body, typeof response> {
  readonly method: 'POST'
  readonly permission: Permission
}

/**
 * Takes a change back by field: `POST {path}/undo`. Every record is updated as by the update call, in a transaction of
 * its own. What was changed since then stays.
 */
export function undoEndpoint(resource: AnyResource): UndoEndpoint {
  const { name, path, permissions } = resource
  if (!permissions.update) throw new Error(`Changes of "${name}" are taken back but nobody may change it`)
  return {
    ...defineEndpoint({
      method: 'POST',
      path: `${path}/undo`,
      kind: 'change',
      permission: permissions.update,
      ...freshWrite(resource, 'undo'),
      label: callLabel.undo(resource),
      summary: `Take a change of ${name} records back, by field; later changes stay`,
      body,
      response,
      success: 200,
      stale: staleAfterWrite(resource),
      slow: true,
    }),
    method: 'POST',
    permission: permissions.update,
  }
}
