import { endpoints, required, type ActionBody, type Endpoint, type EndpointGroup } from '@adsite/contract'
import { authorOf } from '../call/author.ts'
import type { AnyHandler, Call, Handlers } from '../call/handler.ts'
import { bulkAction } from './write/bulk-action.ts'
import { exportRecords } from './export/export.ts'
import { blockedActions } from './write/guard.ts'
import { historyOf } from './read/history.ts'
import { importRecords, importTemplate } from './import/import.ts'
import { listRecords, type ListQuery } from './read/list.ts'
import { presentRecords } from './read/present.ts'
import type { ResourceMapping } from './mapping/resource-mapping.ts'
import { selectList, type TargetName } from './search/targets.ts'
import { findOrRefuse } from './read/find-or-refuse.ts'
import { actOnRecord, createRecord, deleteRecord, jsonOf, updateRecord } from './write/write.ts'

type AnyCall = Call<Endpoint>
type Body = Record<string, unknown> & { version: number }

/** The handler of a select list. */
export function selectHandler(target: TargetName): AnyHandler {
  return ({ db, session, query }) => selectList(db, session, target, query as { q?: string; ids?: string; ended?: 'true' | 'false' })
}

const idOf = ({ id }: AnyCall) => required(id, 'an id in the path')
const foundRow = (call: AnyCall, mapping: ResourceMapping) => findOrRefuse(call.db, call.session, mapping, idOf(call))

function commonHandlers(mapping: ResourceMapping): Record<string, AnyHandler> {
  return {
    list: ({ db, session, query }) => listRecords(db, session, mapping, query as ListQuery),
    select: selectHandler(mapping.resource.name as TargetName),
    async get(call) {
      const { db, session, locale } = call
      const row = await foundRow(call, mapping)
      const [data] = await presentRecords(db, session, mapping, [row])
      const blocked = await blockedActions(db, authorOf(call), mapping, { ...jsonOf(mapping, row), id: row.id }, locale)
      return { data: { ...data, blocked } }
    },
    async history(call) {
      await foundRow(call, mapping)
      return historyOf(call.db, call.session, mapping, idOf(call), (call.query as { after?: string }).after)
    },
    async create(call) {
      return { data: { id: await createRecord(call.db, authorOf(call), mapping, call.body as Body) } }
    },
    async update(call) {
      const { version, ...values } = call.body as Body
      await updateRecord(call.db, authorOf(call), mapping, { id: idOf(call), version }, values)
    },
    export: (call) => exportRecords(call, mapping),
    bulk: (call) => bulkAction(call, mapping),
    import: (call) => importRecords(call, mapping),
    import_template: (call) => importTemplate(call, mapping),
    delete: (call) => deleteRecord(call.db, authorOf(call), mapping, idOf(call)),
  }
}

const actionHandler =
  (mapping: ResourceMapping, action: string): AnyHandler =>
  (call) =>
    actOnRecord(call.db, authorOf(call), mapping, { ...(call.body as ActionBody), id: idOf(call), action })

/**
 * Handlers of a resource's endpoints: those in `own`, the generic record calls by name, and every other one as
 * the state action of that name. An endpoint that is none of these fails at start. Types of bodies and answers
 * come from the same resource as the endpoints, so the cast only restates what `readEndpoints` and
 * `writeEndpoints` built.
 */
export function resourceHandlers<G extends EndpointGroup>(group: G, mapping: ResourceMapping, own: Partial<Handlers[G]> = {}): Handlers[G] {
  const common = commonHandlers(mapping)
  const handlers = Object.keys(endpoints[group]).map((name) => {
    const handler =
      (own as Record<string, AnyHandler | undefined>)[name] ??
      common[name] ??
      (mapping.resource.states?.actions[name] ? actionHandler(mapping, name) : undefined)
    if (!handler) throw new Error(`Endpoint "${group}.${name}" is neither a record call nor a state action`)
    return [name, handler]
  })
  return Object.fromEntries(handlers) as Handlers[G]
}

/** Handlers of a group that only has a select list. */
export function selectHandlers<G extends TargetName & EndpointGroup>(target: G): Handlers[G] {
  return { select: selectHandler(target) } as unknown as Handlers[G]
}
