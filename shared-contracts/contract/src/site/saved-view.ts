import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { checks, nameOf } from '../field/checks.ts'
import { message } from '../text/message.ts'

/** Maximum number of views per user and list. */
export const savedViewLimit = 50

const name = nameOf(100)
/** The list's query string as in its URL, without `?`: filters, `q`, `sort`, `limit`, `columns`. */
const query = v.pipe(v.string(message('required')), v.maxLength(4000, message('too_long')))
const shared = v.boolean(message('choice'))
/** Identifies a list: a resource name, or an endpoint as `group.name` (`report.demand`). */
const resource = v.pipe(v.string(), v.regex(/^[a-z_]{1,50}(\.[a-zA-Z_]{1,50})?$/u, message('invalid')))

/** A named state of a list, saved by a user in an account; with `shared`, the account's other users also see it. */
export const savedView = v.object({
  id: checks.id,
  resource: v.string(),
  name: v.string(),
  /** Omits parameters that the list no longer supports. */
  query: v.string(),
  shared: v.boolean(),
  /** The view with which the list opens for the caller. */
  is_default: v.boolean(),
  /** The caller created it and may change and delete it. */
  own: v.boolean(),
  /** Name of its creator. */
  created_by: v.nullable(v.string()),
})
export type SavedView = v.InferOutput<typeof savedView>

const permission = 'saved_view.use'

export const savedViewEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/saved-view',
    label: { ja: '保存した表示条件の一覧の表示', en: 'List saved views' },
    kind: 'list',
    permission,
    summary: 'Saved views of one list: the own ones and those that are shared in the account, by name',
    query: v.strictObject({ resource }),
    response: v.object({ data: v.array(savedView) }),
    success: 200,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/saved-view',
    label: { ja: '表示条件の保存', en: 'Save a view' },
    kind: 'create',
    permission,
    summary: 'Save a view of a list under a name',
    body: v.strictObject({ resource, name, query, shared: v.optional(shared) }),
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    stale: ['/api/saved-view'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/saved-view/{id}',
    label: { ja: '保存した表示条件の編集', en: 'Edit a saved view' },
    kind: 'update',
    permission,
    summary: 'Rename an own view, replace its state, share it or not',
    body: v.strictObject({ name: v.optional(name), query: v.optional(query), shared: v.optional(shared) }),
    success: 204,
    stale: ['/api/saved-view'],
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/api/saved-view/{id}',
    label: { ja: '保存した表示条件の削除', en: 'Delete a saved view' },
    kind: 'delete',
    permission,
    summary: 'Delete an own view',
    success: 204,
    stale: ['/api/saved-view'],
  }),
  set_default: defineEndpoint({
    method: 'POST',
    path: '/api/saved-view/{id}/default',
    label: { ja: '既定の表示条件の設定', en: 'Set the default view' },
    kind: 'change',
    permission,
    summary: 'Open the list with this view from now on, or no more; for the caller in this account alone',
    body: v.strictObject({ is_default: v.boolean(message('choice')) }),
    success: 204,
    stale: ['/api/saved-view'],
  }),
}
