import * as v from 'valibot'
import { defineEndpoint, type Endpoint } from '../endpoint/endpoint.ts'
import { freshWrite } from './fresh-writes.ts'
import { callLabel } from './call-label.ts'
import { exportEndpoint } from './export.ts'
import { checks } from '../field/checks.ts'
import { listQuerySchema, totalsQuerySchema } from '../field/list-query.ts'
import { listMetrics, paceTotalsSchema } from '../metric/list-delivery.ts'
import { figuresSchema } from '../metric/metric.ts'
import type { ErrorCode } from '../endpoint/error.ts'
import type { Permission } from '../role/permission.ts'
import { createBodySchema, recordSchema, staleAfterWrite, updateBodySchema, type AnyResource } from './resource.ts'
import { actionBodySchema, type StateAction, type StateRules } from './state.ts'
import type { Text } from '../text/text.ts'
import { message } from '../text/message.ts'
import { undoEndpoint } from './undo.ts'

const nullableText = v.nullable(v.string())

export const selectItem = v.object({ id: checks.id, name: v.string() })

/** Query of a select list: `q` searches the name, `ids` (comma-separated) resolves the names of known ids. */
export const selectQuery = v.strictObject({
  q: v.optional(checks.search),
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
  /** The API key that it was made with; null: none. Absent in older answers. */
  key: v.optional(nullableText),
  action: v.picklist(['create', 'update', 'delete']),
  source: v.picklist(['screen', 'import', 'api']),
  field: nullableText,
  before: v.unknown(),
  after: v.unknown(),
  /** The call that made it changed other records of the resource, too. Absent in older answers. */
  others: v.optional(v.boolean()),
  /** The change that it takes back. */
  undoes: v.optional(v.nullable(v.object({ at: v.string(), by: nullableText }))),
})

/** `after`: the `next` cursor of the previous page. */
export const historyQuery = v.strictObject({ after: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/u, message('invalid')))) })

/** Only the select list, for resources that other screens just reference. */
export function selectEndpoint(
  name: string,
  path: string,
  permission: Permission,
  label: Text = { ja: '選択肢の表示', en: 'View choices' },
) {
  return defineEndpoint({
    method: 'GET',
    path: `${path}/select_list`,
    label,
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

/** In place of a property, which would make the type of all endpoints too long for declarations. */
const listed = new WeakMap<Endpoint, AnyResource>()

/** The resource whose records an endpoint lists; undefined for other endpoints. */
export const resourceOfList = (endpoint: Endpoint): AnyResource | undefined => listed.get(endpoint)

/** List and get endpoints of a resource; paths and statuses are specified (spec/api "Generic calls"). */
export function readEndpoints<R extends AnyResource>(resource: R) {
  const { name, path, permissions } = resource
  const record = recordSchema(resource)
  const list = defineEndpoint({
    method: 'GET',
    path,
    label: callLabel.list(resource),
    kind: 'list',
    permission: permissions.list,
    summary: `List ${name} records: filter, sort, page${storedNote(resource)}`,
    query: listQuerySchema(resource),
    response: v.object({ data: v.array(record), page }),
    success: 200,
  })
  listed.set(list, resource)
  return {
    list,
    select: selectEndpoint(name, path, permissions.select, callLabel.select(resource)),
    export: exportEndpoint(resource),
    get: defineEndpoint({
      method: 'GET',
      path: `${path}/{id}`,
      label: callLabel.get(resource),
      kind: 'get',
      permission: permissions.read,
      summary: `One ${name} record`,
      response: v.object({ data: record }),
      success: 200,
    }),
    history: defineEndpoint({
      method: 'GET',
      path: `${path}/{id}/history`,
      label: callLabel.history(resource),
      kind: 'list',
      permission: permissions.read,
      summary: `What was changed in a ${name} record, newest first`,
      query: historyQuery,
      response: v.object({ data: v.array(historyEntry), page: v.object({ next: nullableText }) }),
      success: 200,
    }),
  }
}

const period = v.object({ from: v.string(), to: v.string() })

/** The totals of the delivery of all records that a list matches: `GET {path}/totals`. */
export function totalsEndpoint<R extends AnyResource>(resource: R) {
  const { name, path, permissions } = resource
  const figures = figuresSchema(listMetrics(resource))
  return defineEndpoint({
    method: 'GET',
    path: `${path}/totals`,
    label: callLabel.totals(resource),
    kind: 'list',
    permission: permissions.list,
    summary: `Delivery of all matching ${name} records together`,
    query: totalsQuerySchema(resource),
    response: v.object({
      data: v.object({
        period,
        figures,
        /** The paces of all records together, as they are now; only if asked for. */
        paces: v.optional(paceTotalsSchema),
        /** The period before with its figures; null unless asked for. */
        former: v.nullable(v.object({ period, figures })),
      }),
    }),
    success: 200,
  })
}

/** The error of a write that waits for a second person, where it may. */
const waiting = ({ fourEyes }: AnyResource, action: string): ErrorCode[] =>
  fourEyes && (action === 'create' || action === 'delete' ? fourEyes.waits === 'record' : fourEyes.actions?.includes(action))
    ? ['second_person']
    : []

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
    label: callLabel.create(resource),
    kind: 'create',
    permission: permissions.create,
    ...freshWrite(resource, 'create'),
    summary: `Create a ${name} record`,
    body: createBodySchema(resource),
    fields: resource.fields,
    response: v.object({ data: v.object({ id: checks.id }) }),
    success: 201,
    stale: staleAfterWrite(resource),
    errors: [...waiting(resource, 'create'), ...(resource.fourEyes ? (['action_blocked'] as const) : [])],
  })
}

/**
 * The create and update endpoints of a resource, and the one that takes changes back.
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
      label: callLabel.update(resource),
      kind: 'update',
      permission: permissions.update,
      ...freshWrite(resource, 'update'),
      summary: `Change fields of a ${name} record`,
      body: updateBodySchema(resource),
      fields: resource.fields,
      success: 204,
      stale: staleAfterWrite(resource),
      errors: ['conflict', 'action_blocked'],
    }),
    undo: undoEndpoint(resource),
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
    label: callLabel.delete(resource),
    kind: 'delete',
    permission: permissions.delete,
    ...freshWrite(resource, 'delete'),
    summary: `Delete a ${name} record`,
    success: 204,
    stale: staleAfterWrite(resource),
    errors: ['action_blocked', ...waiting(resource, 'delete')],
  })
}

function actionEndpoint(resource: AnyResource, action: string, rule: StateAction) {
  return defineEndpoint({
    method: 'POST',
    path: `${resource.path}/{id}/${action}`,
    label: callLabel.action(resource, rule.label),
    kind: 'change',
    permission: rule.permission,
    ...freshWrite(resource, rule),
    summary: `${rule.label.en}: ${rule.from.join(', ')} → ${rule.to}`,
    body: actionBodySchema(rule),
    success: 204,
    stale: staleAfterWrite(resource),
    errors: ['conflict', 'state_not_allowed', 'action_blocked', ...waiting(resource, action)],
  })
}

/** One endpoint per state action of a resource: `POST {path}/{id}/{action}` with the version. */
export function actionEndpoints<const S extends StateRules>(resource: AnyResource, states: S) {
  const entries = Object.entries(states.actions).map(([action, rule]) => [action, actionEndpoint(resource, action, rule)])
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries does not keep the names
  return Object.fromEntries(entries) as Record<keyof S['actions'], ReturnType<typeof actionEndpoint>>
}
