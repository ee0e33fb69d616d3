import { message, recordErrorOf, required, updateBodySchema, type UndoEndpoint, type UndoRecord } from '@adsite/contract'
import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { changeEntries, entryColumns, ownChange, type Entry } from '../../audit/change-entries.ts'
import { authorOf } from '../../call/author.ts'
import type { Call } from '../../call/handler.ts'
import { validated } from '../../call/validate.ts'
import type { Database } from '../../db/connect.ts'
import { withoutValues } from '../../db/database-error.ts'
import { auditLog } from '../../db/schema.ts'
import { asRequestError, errorSentence } from '../../error/answer-error.ts'
import { RequestError } from '../../error/request-error.ts'
import { jsonValue } from '../mapping/json-value.ts'
import { refuseHidden } from '../mapping/refuse-hidden.ts'
import { entityOf, kindOf, selectionOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { readUserNames } from '../read/names.ts'
import { changedFields, undoFields, type ChangedField } from './undo-plan.ts'
import { writeMany } from './write-many.ts'
import { updateRecord } from './write.ts'
import { requirePermission } from '../../call/may-call.ts'

type UndoCall = Call<UndoEndpoint>

/** The effect of the undo on one record. */
interface Planned {
  readonly id: number
  readonly answer: UndoRecord
  readonly changed: readonly ChangedField[]
}

const missing = (field: string) => new RequestError('validation_failed', { errors: { [field]: [message('required')] } })

/** Later history entries of the changed fields, by record and field. */
async function laterEntries(
  db: Database,
  entity: string,
  entries: readonly Entry[],
): Promise<(id: number, changed: ChangedField) => Entry[]> {
  const first = entries.at(0)
  const changed = entries.filter(({ field }) => field !== null)
  if (!first || changed.length === 0) return () => []
  const rows = await db
    .select(entryColumns)
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, entity),
        inArray(auditLog.entity_id, [...new Set(changed.map(({ entity_id }) => entity_id))]),
        inArray(auditLog.field, [...new Set(changed.flatMap(({ field }) => field ?? []))]),
        isNotNull(auditLog.field),
        gt(auditLog.id, first.id),
      ),
    )
    .orderBy(asc(auditLog.id))
  const byField = Map.groupBy(rows, ({ entity_id, field }) => `${entity_id} ${field}`)
  return (id, { field, entry }) => (byField.get(`${id} ${field}`) ?? []).filter((row) => row.id > entry)
}

/** The effect of the undo on each record of the change that the caller sees, by id. */
async function planOf({ db, session }: UndoCall, mapping: ResourceMapping, entries: readonly Entry[]): Promise<Map<number, Planned>> {
  const { resource, table, scope } = mapping
  const byRecord = Map.groupBy(entries, ({ entity_id }) => entity_id)
  const names = [...new Set(entries.flatMap(({ field }) => (field !== null && resource.fields[field] ? [field] : [])))]
  const rows = await db
    .select(selectionOf(mapping, session, [...new Set([resource.title, ...names])]))
    .from(table)
    .where(and(inArray(table.id, [...byRecord.keys()]), scope(session), isNull(table.deleted_at)))
    .orderBy(asc(table.id))
  const laterOf = await laterEntries(db, entityOf(mapping), entries)
  const changedOf = new Map([...byRecord].map(([id, own]) => [id, changedFields(own)]))
  const authors = [...changedOf].flatMap(([id, changed]) => changed.flatMap((each) => laterOf(id, each).map(({ user_id }) => user_id)))
  const person = await readUserNames(db, authors)
  return new Map(
    rows.map((row) => {
      const { id } = row
      const changed = required(changedOf.get(id), 'the changes of a record that was changed')
      const record = Object.fromEntries(names.map((name) => [name, jsonValue(kindOf(resource, name), row[name])]))
      const whole = byRecord.get(id)?.find(({ action }) => action !== 'update')?.action
      const fields = undoFields(resource, session, record, changed, (each) => laterOf(id, each), person)
      const answer: UndoRecord = {
        id,
        name: String(row[resource.title]),
        version: row.version,
        whole: whole === 'create' || whole === 'delete' ? whole : null,
        fields,
        ok: false,
        held: [],
        code: null,
        message: null,
      }
      return [id, { id, answer, changed }]
    }),
  )
}

/**
 * Undoes a change field by field (contract `undoEndpoint`): updates each record to its former values from the history, under
 * all rules of an update.
 */
export async function undoChange(call: UndoCall, mapping: ResourceMapping) {
  const { db, session, locale, log } = call
  const { resource } = mapping
  const { change, ids, versions, fields, dry_run = false } = call.body
  requirePermission(session, resource.permissions.read)
  if (fields) refuseHidden(resource, session, fields)
  if (!dry_run && !ids) throw missing('ids')
  if (!dry_run && !fields) throw missing('fields')
  if (ids && versions ? versions.length !== ids.length : !dry_run) throw missing('versions')
  const agreed = new Map(ids?.map((id, index) => [id, versions?.[index]]))

  const entries = await changeEntries(db, entityOf(mapping), change, ids)
  const plans = await planOf(call, mapping, entries)
  const [head] = entries
  if (!head || plans.size === 0) throw new RequestError('not_found')

  const author = authorOf(call)
  async function takeBack(database: Database, { id, answer, changed }: Planned): Promise<UndoRecord> {
    const wanted = answer.fields.filter(({ field, stays }) => stays === null && (fields?.includes(field) ?? true))
    if (wanted.length === 0) return answer
    const undoes = Object.fromEntries(changed.map(({ field, entry }) => [field, entry]))
    const version = agreed.get(id) ?? required(answer.version, 'the version of a record that was found')
    try {
      const { version: _, ...given } = validated(updateBodySchema(resource), {
        version,
        ...Object.fromEntries(wanted.map(({ field, back }) => [field, back])),
      })
      const held = await updateRecord(database, author, mapping, { id, version, undoes }, given)
      return { ...answer, ok: true, held }
    } catch (error) {
      const refusal = asRequestError(error)
      if (!refusal) log.error({ err: withoutValues(error), id }, 'undo failed')
      const { code } = refusal ?? new RequestError('internal')
      return { ...answer, code: recordErrorOf(code), message: errorSentence(refusal ?? new RequestError('internal'), locale) }
    }
  }
  const unknown = (ids ?? []).flatMap((id): UndoRecord[] => {
    const refusal = new RequestError('not_found')
    const nothing = { name: null, version: null, whole: null, fields: [], ok: false, held: [] }
    return plans.has(id) ? [] : [{ id, ...nothing, code: recordErrorOf(refusal.code), message: errorSentence(refusal, locale) }]
  })
  const records = [...(await writeMany(call, mapping, [...plans.values()], takeBack)), ...unknown]
  const person = await readUserNames(db, [head.user_id])
  const done = records.filter(({ ok }) => ok).length
  const own = dry_run || done === 0 ? null : await ownChange(db, entityOf(mapping))
  return { data: { at: head.at.toISOString(), by: person(head.user_id), total: plans.size, done, records, change: own } }
}
