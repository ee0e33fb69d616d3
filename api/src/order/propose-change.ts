import { isDeepStrictEqual } from 'node:util'
import { ad, differingTerms, exceededTerms, message, orderTerms, type FieldValues, type order, type OrderTerm } from '@adsite/contract'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import { requirePermission } from '../call/may-call.ts'
import type { Database } from '../db/connect.ts'
import { orders } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import type { FieldChanges, StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { jsonValue } from '../resource/mapping/json-value.ts'
import { actOnRecord, createRecord, jsonOf } from '../resource/write/write.ts'
import { isOver, orderMapping } from './mapping.ts'

type Ad = StoredRecord<typeof ad>

/** What binds the ad: its approved order, and the pending order or change. Locks the ad's row. */
async function boundBy(transaction: Database, ad: number) {
  const binding = and(eq(orders.ad_id, ad), inArray(orders.status, ['PENDING_APPROVAL', 'APPROVED']), isNull(orders.deleted_at))
  const found = await transaction.select().from(orders).where(binding)
  const approved = found.find(({ kind, status }) => kind === 'NEW' && status === 'APPROVED')
  const waiting = found.find(({ status }) => status === 'PENDING_APPROVAL')
  return { waiting: waiting && jsonOf(orderMapping, waiting), approved: approved && jsonOf(orderMapping, approved) }
}

/** What an order covers of the ad. */
function termsOf(wanted: Ad): Partial<FieldValues<typeof order>>
function termsOf(wanted: Ad): FieldChanges<typeof order> {
  return Object.fromEntries(orderTerms.map((term) => [term.order, wanted[term.ad]]))
}

/** Submits the proposed terms of an ad for somebody else to approve. What the ad refers to is checked where it is edited. */
async function handIn(transaction: Database, author: Author, wanted: Ad, current: Ad): Promise<void> {
  requirePermission(author, 'order.submit')
  // Nothing that is over is submitted. Whoever edits is told where it can be mended.
  if (isOver(wanted)) throw new RequestError('validation_failed', { errors: { end_at: [message('change_ended')] } })
  const values = { ...termsOf(wanted), kind: 'CHANGE' as const, ad_id: wanted.id, name: wanted.name }
  const id = await createRecord(transaction, author, orderMapping, values, termsOf(current))
  await actOnRecord(transaction, author, orderMapping, { id, version: 1, action: 'submit' })
}

/**
 * An approved order binds its ad. Returns which of the given values are written at once: those that stay within
 * the order. If any exceeds it, everything that an order covers is proposed as a change of the order, and the ad
 * keeps its approved terms. While something is pending, nothing that it covers changes.
 */
export async function proposeChange(
  transaction: Database,
  author: Author,
  given: Partial<FieldValues<typeof ad>>,
  current: Ad,
): Promise<FieldChanges<typeof ad>> {
  const isTouched = ({ ad: name }: OrderTerm) =>
    Object.hasOwn(given, name) && !isDeepStrictEqual(jsonValue(ad.fields[name].kind, given[name]), current[name])
  const touched = orderTerms.filter(isTouched)
  if (touched.length === 0) return given
  const { waiting, approved } = await boundBy(transaction, current.id)
  const wanted = { ...current, ...given }
  // A retry after a lost answer: the same change is already pending.
  const isRepeated = waiting?.kind === 'CHANGE' && differingTerms(waiting, termsOf(wanted)).length === 0
  if (waiting && !isRepeated) {
    const words = [message(waiting.kind === 'CHANGE' ? 'change_waiting' : 'order_waiting')]
    throw new RequestError('validation_failed', { errors: Object.fromEntries(touched.map((term) => [term.ad, words])) })
  }
  if (!isRepeated) {
    if (!approved || !exceededTerms(wanted, approved).some(isTouched)) return given
    await handIn(transaction, author, wanted, current)
  }
  const held: ReadonlySet<string> = new Set(touched.map((term) => term.ad))
  return Object.fromEntries(Object.entries(given).filter(([name]) => !held.has(name)))
}
