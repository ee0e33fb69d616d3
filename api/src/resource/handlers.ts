import {
  endpoints,
  type actionEndpoints,
  type AnyResource,
  type bulkEndpoint,
  type deleteEndpoint,
  type EditEndpoint,
  type EndpointGroup,
  type importEndpoints,
  type readEndpoints,
  type StateRules,
  type totalsEndpoint,
  type writeEndpoints,
  required,
} from '@adsite/contract'
import { authorOf } from '../call/author.ts'
import type { Handler, Handlers, RecordCall } from '../call/handler.ts'
import { bulkAction } from './write/bulk-action.ts'
import { editRecords } from './write/edit.ts'
import { exportRecords } from './export/export.ts'
import { blockedActions } from './write/guard.ts'
import { historyOf } from './read/history.ts'
import { importRecords, importTemplate } from './import/import.ts'
import { listRecords } from './read/list.ts'
import { listTotals } from './read/totals.ts'
import { presentRecords } from './read/present.ts'
import type { ResourceMapping } from './mapping/resource-mapping.ts'
import { recordTarget, selectList, viewTarget, type Target, type ViewName } from './search/targets.ts'
import { findOrRefuse } from './read/find-or-refuse.ts'
import { undoChange } from './write/undo.ts'
import { actOnRecord, createRecord, deleteRecord, jsonOf, updateRecord } from './write/write.ts'

/** The record calls that a resource may have, as the contract declares them for any resource. */
type RecordEndpoints = ReturnType<typeof readEndpoints<AnyResource>> &
  ReturnType<typeof writeEndpoints<AnyResource>> &
  ReturnType<typeof importEndpoints> & {
    readonly bulk: ReturnType<typeof bulkEndpoint>
    readonly edit: EditEndpoint
    readonly totals: ReturnType<typeof totalsEndpoint<AnyResource>>
    readonly delete: ReturnType<typeof deleteEndpoint>
  }
type RecordHandlers = { readonly [K in keyof RecordEndpoints]: Handler<RecordEndpoints[K]> }
type ActionEndpoint = ReturnType<typeof actionEndpoints<StateRules>>[string]

const selectHandler =
  (target: () => Target): RecordHandlers['select'] =>
  ({ db, session, query }) =>
    selectList(db, session, target(), query)

const foundRow = ({ db, session, id }: Pick<RecordCall, 'db' | 'session' | 'id'>, mapping: ResourceMapping) =>
  findOrRefuse(db, session, mapping, id)

function recordHandlers(mapping: ResourceMapping): RecordHandlers {
  return {
    list: ({ db, session, query }) => listRecords(db, session, mapping, query),
    totals: ({ db, session, query }) => listTotals(db, session, mapping, query),
    select: selectHandler(() => recordTarget(mapping)),
    async get(call) {
      const { db, session, locale } = call
      const row = await foundRow(call, mapping)
      const data = required((await presentRecords(db, session, mapping, [row]))[0], 'the record that was found')
      const blocked = await blockedActions(db, authorOf(call), mapping, { ...jsonOf(mapping, row), id: row.id }, locale)
      return { data: { ...data, blocked } }
    },
    async history(call) {
      await foundRow(call, mapping)
      return historyOf(call.db, call.session, mapping, call.id, call.query.after)
    },
    async create(call) {
      return { data: { id: await createRecord(call.db, authorOf(call), mapping, call.body) } }
    },
    async update(call) {
      const { version, ...values } = call.body
      await updateRecord(call.db, authorOf(call), mapping, { id: call.id, version }, values)
    },
    undo: (call) => undoChange(call, mapping),
    export: (call) => exportRecords(call, mapping),
    bulk: (call) => bulkAction(call, mapping),
    edit: (call) => editRecords(call, mapping),
    import: (call) => importRecords(call, mapping),
    import_template: (call) => importTemplate(call, mapping),
    delete: (call) => deleteRecord(call.db, authorOf(call), mapping, call.id),
  }
}

const actionHandler =
  (mapping: ResourceMapping, action: string): Handler<ActionEndpoint> =>
  (call) =>
    actOnRecord(call.db, authorOf(call), mapping, { ...call.body, id: call.id, action })

/**
 * Handlers of a resource's endpoints: those in `own`, the generic record calls by name, and every other one as
 * the state action of that name. An endpoint that is none of these fails at start.
 */
export function resourceHandlers<G extends EndpointGroup>(group: G, mapping: ResourceMapping, own: Partial<Handlers[G]> = {}): Handlers[G] {
  const known: Readonly<Record<string, unknown>> = { ...recordHandlers(mapping), ...own }
  const handlers = Object.keys(endpoints[group]).map((name) => {
    const handler = known[name] ?? (mapping.resource.states?.actions[name] ? actionHandler(mapping, name) : undefined)
    if (!handler) throw new Error(`Endpoint "${group}.${name}" is neither a record call nor a state action`)
    return [name, handler]
  })
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the contract builds these endpoints from the same resource as the types of the handlers above
  return Object.fromEntries(handlers) as Handlers[G]
}

/** Handlers of a group that only has a select list. */
export function selectHandlers(view: ViewName): { select: RecordHandlers['select'] } {
  return { select: selectHandler(() => viewTarget(view)) }
}
