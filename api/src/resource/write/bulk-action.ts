import {
  actionBodySchema,
  bulkLimit,
  dropEmpty,
  mayAct,
  message,
  recordErrorOf,
  required,
  type bulkEndpoint,
  type BulkResult,
} from '@adsite/contract'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { withoutValues } from '../../db/database-error.ts'
import { asRequestError, errorSentence } from '../../error/answer-error.ts'
import { authorOf } from '../../call/author.ts'
import type { Call } from '../../call/handler.ts'
import { RequestError } from '../../error/request-error.ts'
import { validated } from '../../call/validate.ts'
import { matchingRows } from '../read/list.ts'
import { knownDelivery } from '../read/list-delivery.ts'
import { jsonValue } from '../mapping/json-value.ts'
import { expressionOf, kindOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { checkMany } from './check-many.ts'
import { eachOf } from './each-of.ts'
import { mayBeBlocked } from './guard.ts'
import { writeMany } from './write-many.ts'
import { actOnRecord, deleteRecord } from './write.ts'
import { requirePermission } from '../../call/may-call.ts'

type BulkCall = Call<ReturnType<typeof bulkEndpoint>>

interface Meant {
  readonly id: number
  readonly name: string | null
  readonly state: string | null
  readonly version: number | null
  readonly amount: string | null
}

const invalid = (field: string, ...text: Parameters<typeof message>) =>
  new RequestError('validation_failed', { errors: { [field]: [message(...text)] } })

/** The records of a call, in the order of `ids`, else by id; unknown ids have no name. */
async function meantRecords({ db, session, body: { action, ids, filter } }: BulkCall, mapping: ResourceMapping): Promise<Meant[]> {
  if ((ids === undefined) === (filter === undefined)) throw invalid('ids', 'invalid')
  const { resource, table, scope } = mapping
  const { states } = resource
  const amount = states?.actions[action]?.amount?.field
  const which = filter
    ? matchingRows(mapping, session, filter, await knownDelivery(db, mapping, session, filter, []))
    : and(inArray(table.id, [...required(ids, 'ids')]), scope(session), isNull(table.deleted_at))
  const rows = await db
    .select({
      id: table.id,
      name: expressionOf(mapping, resource.title),
      version: table.version,
      ...(states ? { state: expressionOf(mapping, states.field) } : {}),
      ...(amount ? { amount: expressionOf(mapping, amount) } : {}),
    })
    .from(table)
    .where(which)
    .orderBy(asc(table.id))
    .limit(bulkLimit + 1)
  const found = rows.map(({ id, name, version, state, amount: sum }) => ({
    id,
    name: String(name),
    version,
    state: state === undefined ? null : String(state),
    amount: amount && sum !== null ? String(jsonValue(kindOf(resource, amount), sum)) : null,
  }))
  if (filter) return found
  const known = new Map(found.map((row) => [row.id, row]))
  return [...new Set(ids)].map((id) => known.get(id) ?? { id, name: null, state: null, version: null, amount: null })
}

/**
 * Performs one action on many records (contract `bulkEndpoint`), each in its own transaction with the rules and
 * the history of the single action, and reports each outcome. A refused record does not affect the others.
 *
 * A dry run checks the state of each record and whatever else blocks the action, one after the other, as the action would.
 */
export async function bulkAction(call: BulkCall, mapping: ResourceMapping) {
  const { db, session, locale, log } = call
  const { states, permissions } = mapping.resource
  const { action, ids, filter, expected, versions, dry_run = false, reason, reason_code } = call.body
  const rule = states?.actions[action]
  const permission = rule?.permission ?? permissions.delete
  if (!permission) throw new RequestError('forbidden')
  requirePermission(session, permission)
  const given = rule && !dry_run ? validated(actionBodySchema(rule), dropEmpty({ version: 1, reason, reason_code })) : undefined
  const agreed =
    ids && versions?.length === ids.length
      ? new Map(ids.map((id, index) => [id, required(versions[index], 'an entry of versions')]))
      : undefined
  // Nobody decides about a sum or a content that has changed since it was shown.
  const decides = rule?.amount !== undefined || rule?.byAnother === true
  if (!dry_run && !agreed && (decides || versions)) throw invalid('versions', 'required')

  const meant = await meantRecords(call, mapping)
  if (meant.length > bulkLimit) throw invalid('filter', 'rows_many', bulkLimit)
  if (filter && !dry_run && expected === undefined) throw invalid('expected', 'required')
  if (expected !== undefined && expected !== meant.length) throw new RequestError('selection_changed')

  const author = authorOf(call)
  /** Throws what the record's own state says against the action. */
  function checkState({ id, state, version }: Meant): void {
    if (!rule) return
    if (agreed && agreed.get(id) !== version) throw new RequestError('conflict')
    if (!mayAct(required(states, 'states'), action, required(state, 'state'))) throw new RequestError('state_not_allowed')
  }
  async function act(database: Database, { id }: Meant): Promise<void> {
    if (!rule) return deleteRecord(database, author, mapping, id)
    await actOnRecord(database, author, mapping, { ...given, id, version: agreed?.get(id), action })
  }
  async function resultOf(record: Meant, work: () => void | Promise<void>): Promise<BulkResult> {
    const { id, name, version, amount } = record
    const subject = { id, name, version, amount }
    const done = { ...subject, ok: true, code: null, message: null }
    try {
      if (name === null) throw new RequestError('not_found')
      await work()
      return done
    } catch (error) {
      const refusal = asRequestError(error) ?? new RequestError('internal')
      if (refusal.code === 'internal') log.error({ err: withoutValues(error), id }, `bulk ${action} failed`)
      return { ...subject, ok: false, code: recordErrorOf(refusal.code), message: errorSentence(refusal, locale) }
    }
  }
  async function count(): Promise<BulkResult[]> {
    const asked = await Promise.all(meant.map((record) => resultOf(record, () => checkState(record))))
    if (!mayBeBlocked(mapping, action)) return asked
    const open = asked.flatMap(({ id, ok }) => (ok ? [id] : []))
    const check = await checkMany(db, author, mapping, action, open)
    const results: BulkResult[] = []
    for (const [index, record] of meant.entries()) {
      const result = required(asked[index], 'the result of a record')
      results.push(result.ok ? await resultOf(record, () => check(record.id)) : result)
    }
    return results
  }
  function perform(): Promise<BulkResult[]> {
    const attempt = (database: Database, record: Meant) => resultOf(record, () => act(database, record))
    return mapping.sharedLimit?.actions?.includes(action)
      ? writeMany(call, mapping, meant, attempt)
      : eachOf(meant, (record) => attempt(db, record))
  }
  const results = await (dry_run ? count() : perform())
  return { data: { total: meant.length, done: results.filter(({ ok }) => ok).length, results } }
}
