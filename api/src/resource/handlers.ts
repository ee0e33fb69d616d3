import { endpoints, type Endpoint, type EndpointGroup } from '@adsite/contract'
import type { Author } from '../db/audit.ts'
import type { Call, Handlers, Session } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { historyOf } from './history.ts'
import { listRecords, type ListQuery } from './list.ts'
import { presentRecords } from './present.ts'
import type { ResourceTable } from './resource-table.ts'
import { selectList, type TargetName } from './targets.ts'
import { actOnRecord, createRecord, deleteRecord, findRow, updateRecord } from './write.ts'

type AnyCall = Call<Endpoint>
type AnyHandler = (call: AnyCall) => Promise<unknown>
type Body = Record<string, unknown> & { version: number }

const authorOf = ({ account_id, role, user }: Session): Author => ({ account_id, role, user_id: user.id, source: 'screen' })

/** The handler of a select list. */
export function selectHandler(target: TargetName): AnyHandler {
  return ({ db, session, query }) => selectList(db, session, target, query as { q?: string; ids?: string })
}

async function foundRow({ db, session, id }: AnyCall, mapping: ResourceTable) {
  const row = await findRow(db, session, mapping, id)
  if (!row) throw new Refusal('not_found')
  return row
}

function commonHandlers(mapping: ResourceTable): Record<string, AnyHandler> {
  return {
    list: ({ db, session, query }) => listRecords(db, session, mapping, query as ListQuery),
    select: selectHandler(mapping.resource.name as TargetName),
    async get(call) {
      const [data] = await presentRecords(call.db, call.session, mapping, [await foundRow(call, mapping)])
      return { data }
    },
    async history(call) {
      await foundRow(call, mapping)
      return { data: await historyOf(call.db, call.session, mapping, call.id) }
    },
    async create({ db, session, body }) {
      return { data: { id: await createRecord(db, authorOf(session), mapping, body as Body) } }
    },
    async update({ db, session, id, body }) {
      const { version, ...values } = body as Body
      await updateRecord(db, authorOf(session), mapping, { id, version }, values)
    },
    delete: ({ db, session, id }) => deleteRecord(db, authorOf(session), mapping, id),
  }
}

const actionHandler =
  (mapping: ResourceTable, action: string): AnyHandler =>
  ({ db, session, id, body }) =>
    actOnRecord(db, authorOf(session), mapping, { id, version: (body as Body).version }, action)

/**
 * Handlers of a resource's endpoints: those given in `own`, the record calls by their name, every other one as
 * the state action of that name. An endpoint that is neither stops the start. The types of bodies and answers come from the same
 * resource as the endpoints, so the cast only says what `readEndpoints` and `writeEndpoints` have built.
 */
export function resourceHandlers<G extends EndpointGroup>(group: G, mapping: ResourceTable, own: Partial<Handlers[G]> = {}): Handlers[G] {
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
