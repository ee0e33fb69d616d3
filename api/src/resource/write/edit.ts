import { isDeepStrictEqual } from 'node:util'
import {
  bulkLimit,
  editBodySchema,
  editedValue,
  editFields,
  editOperationsOf,
  message,
  normaliseBody,
  normaliseOperand,
  operandSchema,
  recordErrorOf,
  required,
  type EditChange,
  type EditEndpoint,
  type EditResult,
} from '@adsite/contract'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { continuedRequest, ownChange } from '../../audit/change-entries.ts'
import { authorOf } from '../../call/author.ts'
import type { Call } from '../../call/handler.ts'
import { requirePermission } from '../../call/may-call.ts'
import { validated } from '../../call/validate.ts'
import type { Database } from '../../db/connect.ts'
import { withoutValues } from '../../db/database-error.ts'
import { asRequestError, errorSentence, fieldErrorText } from '../../error/answer-error.ts'
import { RequestError } from '../../error/request-error.ts'
import { knownDelivery } from '../read/list-delivery.ts'
import { jsonValue } from '../mapping/json-value.ts'
import { refuseHidden } from '../mapping/refuse-hidden.ts'
import { entityOf, kindOf, selectionOf, type ResourceMapping } from '../mapping/resource-mapping.ts'
import { matchingRows } from '../read/list.ts'
import { writeMany } from './write-many.ts'
import { actOnRecord, updateRecord } from './write.ts'

type EditCall = Call<EditEndpoint>
type Values = Readonly<Record<string, unknown>>

/** An edit of one record. */
interface Edit {
  readonly id: number
  /** Undefined: the one that is found. */
  readonly version: number | undefined
  readonly values: Values
  readonly action: string | undefined
}

/** A record as it is before the edit. */
interface Found {
  readonly name: string
  readonly version: number
  readonly values: Values
}

const invalid = (field: string, ...text: Parameters<typeof message>) =>
  new RequestError('validation_failed', { errors: { [field]: [message(...text)] } })

/** The fields that an edit may concern: those that a cell edits, and the state. */
function namesOf({ resource }: ResourceMapping): string[] {
  return [...editFields(resource), ...(resource.states ? [resource.states.field] : [])]
}

/** The records that a call means, in the caller's scope, by id. */
async function foundRecords({ db, session, body }: EditCall, mapping: ResourceMapping): Promise<Map<number, Found>> {
  const { resource, table, scope } = mapping
  const { rows, ids, filter } = body
  const names = [...new Set([resource.title, ...namesOf(mapping)])]
  const meant = rows?.map(({ id }) => id) ?? ids ?? []
  const found = await db
    .select(selectionOf(mapping, session, names))
    .from(table)
    .where(
      filter
        ? matchingRows(mapping, session, filter, await knownDelivery(db, mapping, session, filter, []))
        : and(inArray(table.id, meant), scope(session), isNull(table.deleted_at)),
    )
    .orderBy(asc(table.id))
    .limit(bulkLimit + 1)
  if (found.length > bulkLimit) throw invalid('filter', 'rows_many', bulkLimit)
  return new Map(
    found.map((row) => [
      row.id,
      {
        name: String(row[resource.title]),
        version: row.version,
        values: Object.fromEntries(namesOf(mapping).map((name) => [name, jsonValue(kindOf(resource, name), row[name])])),
      },
    ]),
  )
}

/** Checks that a call names its records and what to do with them in one way. */
function checkForm({ rows, edits, ids, versions, filter, dry_run = false }: EditCall['body']): void {
  if ((rows === undefined) === (edits === undefined)) throw invalid('rows', 'invalid')
  if (rows) {
    if (ids ?? versions ?? filter) throw invalid('rows', 'invalid')
    const seen = new Map<number, number>()
    for (const [index, { id }] of rows.entries()) {
      const before = seen.get(id)
      if (before !== undefined) throw invalid(`rows.${index}.id`, 'row_twice', before + 1)
      seen.set(id, index)
    }
    return
  }
  if ((ids === undefined) === (filter === undefined)) throw invalid('ids', filter ? 'invalid' : 'required')
  if (ids && new Set(ids).size !== ids.length) throw invalid('ids', 'invalid')
  if (dry_run && versions === undefined) return
  if (!ids) throw invalid('ids', 'required')
  if (versions?.length !== ids.length) throw invalid('versions', 'required')
}

/** Checks the operations, and returns the values that they make of a record's. */
function operationsOf(edits: NonNullable<EditCall['body']['edits']>, { resource }: ResourceMapping): (before: Values) => Values {
  const seen = new Set<string>()
  const operations = edits.map(({ field: name, operation, value }, index) => {
    const field = required(resource.fields[name], `the field "${name}"`)
    if (seen.has(name)) throw invalid(`edits.${index}.field`, 'invalid')
    seen.add(name)
    if (!editOperationsOf(field)?.includes(operation)) throw invalid(`edits.${index}.operation`, 'choice')
    const at = `edits.${index}.value`
    const { [at]: operand } = validated(v.strictObject({ [at]: operandSchema(field, operation) }), {
      [at]: normaliseOperand(field, operation, value),
    })
    return { name, field, operation, operand }
  })
  return (before) =>
    Object.fromEntries(
      operations.map(({ name, field, operation, operand }) => [name, editedValue(field, operation, operand, before[name])]),
    )
}

/** The edits of a call by record; records that nobody knows have one of no values. */
function editsOf({ body }: EditCall, mapping: ResourceMapping, found: ReadonlyMap<number, Found>): Edit[] {
  const { rows, edits, ids, versions } = body
  if (rows) return rows.map(({ id, version, values = {}, action }) => ({ id, version, values, action }))
  const valuesOf = operationsOf(required(edits, 'edits'), mapping)
  return (ids ?? [...found.keys()]).map((id, index) => {
    const before = found.get(id)
    return { id, version: versions?.[index], values: before ? valuesOf(before.values) : {}, action: undefined }
  })
}

/** Edits many records (contract `editEndpoint`): each is updated under all rules of an update, and has its own result. */
export async function editRecords(call: EditCall, mapping: ResourceMapping) {
  const { db, session, body, locale, log } = call
  const { resource } = mapping
  const { states } = resource
  const { rows, edits, dry_run = false } = body
  requirePermission(session, resource.permissions.read)
  const actions = new Set(rows?.flatMap(({ action }) => action ?? []))
  for (const action of actions) requirePermission(session, required(states?.actions[action], 'the action').permission)
  checkForm(body)
  refuseHidden(resource, session, [
    ...new Set([...(edits ?? []).map(({ field }) => field), ...(rows ?? []).flatMap(({ values = {} }) => Object.keys(values))]),
  ])
  const found = await foundRecords(call, mapping)
  const wanted = editsOf(call, mapping, found)
  const own = authorOf(call)
  const continued = body.change === undefined ? undefined : await continuedRequest(db, entityOf(mapping), body.change, own)
  const author = continued === undefined ? own : { ...own, continues: continued }

  function changesOf(values: Values, action: string | undefined, before: Values): EditChange[] {
    const state = action === undefined || !states ? {} : { [states.field]: states.actions[action]?.to }
    return Object.entries({ ...values, ...state })
      .map(([field, value]) => ({ field, before: before[field] ?? null, after: jsonValue(kindOf(resource, field), value) }))
      .filter(({ before: old, after }) => !isDeepStrictEqual(old, after))
  }

  async function write(database: Database, { id, version, action }: Edit, values: Values): Promise<string[]> {
    const given = Object.keys(values).length > 0
    return database.transaction(async (transaction) => {
      const held = given ? await updateRecord(transaction, author, mapping, { id, version }, values) : []
      if (action === undefined) return held
      try {
        // The update has checked the version, and holds the record.
        await actOnRecord(transaction, author, mapping, { id, version: given ? undefined : version, action })
        return held
      } catch (error) {
        // Its request is stored in here; the state waits like a field.
        if (error instanceof RequestError && error.code === 'second_person') return [...held, required(states, 'states').field]
        throw error
      }
    })
  }

  async function attempt(database: Database, edit: Edit): Promise<EditResult> {
    const { id, action } = edit
    const before = found.get(id)
    const result = { id, name: before?.name ?? null, version: before?.version ?? null, held: [], errors: {} }
    // What operations make of a value is shown even where it is refused; what somebody sends is checked first.
    let values: Values = edits ? edit.values : {}
    try {
      if (!before) throw new RequestError('not_found')
      const { version, ...given } = validated(editBodySchema(resource), {
        version: edit.version ?? before.version,
        ...normaliseBody(resource.fields, edit.values),
      })
      values = given
      const changes = changesOf(given, action, before.values)
      // A repeated call, whose answer was lost, finds its values there already.
      if (changes.length === 0) return { ...result, changes, ok: true, code: null, message: null }
      const acts = changes.some(({ field }) => field === states?.field)
      const held = await write(database, { ...edit, version, action: acts ? action : undefined }, given)
      return { ...result, changes, ok: true, held, code: null, message: null }
    } catch (error) {
      const refusal = asRequestError(error) ?? new RequestError('internal')
      if (refusal.code === 'internal') log.error({ err: withoutValues(error), id }, 'edit failed')
      const { current, errors = {} } = refusal.details
      const messages = Object.entries(errors).map(([field, texts]) => [field, texts.map((text) => fieldErrorText(text, locale))])
      const changes = changesOf(values, action, current ?? before?.values ?? {})
      const words = { code: recordErrorOf(refusal.code), message: errorSentence(refusal, locale), errors: Object.fromEntries(messages) }
      return { ...result, changes, ok: false, ...words }
    }
  }

  const results = await writeMany(call, mapping, wanted, attempt)
  const changed = results.filter(({ ok, changes }) => ok && changes.length > 0).length
  const change = dry_run || changed === 0 ? null : await ownChange(db, entityOf(mapping), continued)
  return { data: { total: results.length, done: changed, results, change } }
}
