import { ad, crossFieldErrors, orderTerms, validationText, type order, type Text } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { validateAd } from '../stored-ad/rules.ts'
import { storedAd } from '../stored-ad/stored-ad.ts'
import type { Author } from '../call/author.ts'
import { advertiserAllowed } from '../db/advertiser-allowed.ts'
import type { Database } from '../db/connect.ts'
import { ads, orders } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import type { ResourceMapping, StoredRecord, Verdict } from '../resource/mapping/resource-mapping.ts'
import { actOnRecord, editRecord } from '../resource/write/write.ts'
import { isOrder } from '../serving/terms.ts'

type Order = StoredRecord<typeof order>

const noOrder: Text = {
  ja: '元の申込が承認済みではないため、変更を承認できません。',
  en: 'The order that it would change is no longer approved.',
}

/** The approved orders of some ads, which changes modify, by ad. */
async function approvedOrders(db: Database, ads: readonly number[], lock = false): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ ad_id: number; id: number }>(sql`select orders.ad_id, orders.id from orders
    where orders.ad_id = any(${sql.param(ads)}::bigint[]) and orders.status = 'APPROVED' and ${isOrder} ${lock ? sql`for update` : sql``}`)
  return new Map(rows.map(({ ad_id, id }) => [ad_id, id]))
}

/** Explains why a change of one of these ads can no longer be applied; null if it can. */
export async function changeErrors(db: Database, changes: readonly Pick<Order, 'ad_id'>[]): Promise<Verdict<Pick<Order, 'ad_id'>>> {
  const approved = await approvedOrders(
    db,
    changes.map(({ ad_id }) => ad_id),
  )
  return { of: ({ ad_id }) => (approved.has(ad_id) ? null : noOrder) }
}

/** Problems that arose since the proposal: the campaign's budget or period, the product's minimum. */
function throwFieldErrors(faults: readonly string[]): void {
  if (faults.length === 0) return
  const words = (locale: 'ja' | 'en') => faults.map((text) => validationText(text, locale)).join(locale === 'ja' ? '' : ' ')
  throw new RequestError('action_blocked', { message: { ja: words('ja'), en: words('en') } })
}

/** Applies an approved change: updates the ad and its order in the approval's transaction. */
export async function carryOut(
  transaction: Database,
  author: Author,
  orderTable: ResourceMapping<typeof order>,
  change: Order,
): Promise<void> {
  const approved = (await approvedOrders(transaction, [change.ad_id], true)).get(change.ad_id)
  if (approved === undefined) throw new RequestError('action_blocked', { message: noOrder })
  const ofAd = Object.fromEntries(orderTerms.map((term) => [term.ad, change[term.order]]))
  await editRecord(transaction, author, storedAd, { id: change.ad_id, version: undefined }, async (_, current) => {
    const wanted = { ...current, ...ofAd }
    const faults = await validateAd(transaction, author, wanted, current)
    throwFieldErrors([...crossFieldErrors(ad, wanted, current).map(({ message }) => message), ...Object.values(faults).flat()])
    return { values: ofAd }
  })
  const ofOrder = Object.fromEntries(orderTerms.map((term) => [term.order, change[term.order]]))
  await editRecord(transaction, author, orderTable, { id: approved, version: undefined }, async () => ({ values: ofOrder }), 'change')
}

/**
 * Pauses an ad that was ordered while its advertiser may not start ads, so that starting it needs `resume`, which is refused
 * until then (spec/domain "Credit").
 */
export async function pauseUnlessStartable(transaction: Database, author: Author, { ad_id }: Pick<Order, 'ad_id'>): Promise<void> {
  const { rows } = await transaction.execute(sql`select from ads where ads.id = ${ad_id}::bigint and ads.user_status = 'ACTIVE'
    and not ${advertiserAllowed('activate', ads.advertiser_account_id)}`)
  if (rows.length > 0) await actOnRecord(transaction, author, storedAd, { id: ad_id, version: undefined, action: 'pause' })
}

/**
 * Withdraws the pending change of a canceled order. Waits for who proposes one, which locks the ad, and for who decides about one: they
 * wait for the order in turn, so that one of both is ended by PostgreSQL and done again (`retryContended`).
 */
export async function withdrawChange(
  transaction: Database,
  author: Author,
  orderTable: ResourceMapping<typeof order>,
  { ad_id }: Pick<Order, 'ad_id'>,
): Promise<void> {
  await transaction.execute(sql`select id from ads where id = ${ad_id} for no key update`)
  const waiting = and(eq(orders.ad_id, ad_id), eq(orders.kind, 'CHANGE'), eq(orders.status, 'PENDING_APPROVAL'))
  const found = await transaction.select({ id: orders.id }).from(orders).where(waiting).for('update')
  for (const { id } of found) await actOnRecord(transaction, author, orderTable, { id, version: undefined, action: 'withdraw' })
}
