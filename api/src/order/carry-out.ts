import { ad, crossFieldErrors, orderTerms, required, validationText, type FieldValues, type order, type Text } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { rulesOfAds, type AdRules } from '../stored-ad/rules.ts'
import { storedAd } from '../stored-ad/stored-ad.ts'
import type { Author } from '../call/author.ts'
import { advertiserAllowed } from '../db/advertiser-allowed.ts'
import type { Database } from '../db/connect.ts'
import { ads, orders } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import type { FieldChanges, ResourceMapping, StoredRecord, Verdict } from '../resource/mapping/resource-mapping.ts'
import { actOnRecord, editRecord, jsonOf } from '../resource/write/write.ts'
import { isOrder } from '../serving/terms.ts'

type Order = StoredRecord<typeof order>
type Ad = StoredRecord<typeof ad>

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

function ofAd(change: Order): Partial<FieldValues<typeof ad>>
function ofAd(change: Order): FieldChanges<typeof ad> {
  return Object.fromEntries(orderTerms.map((term) => [term.ad, change[term.order]]))
}

/** What a change makes of its ad. */
const changing = (change: Order, before: Ad) => ({ record: { ...before, ...ofAd(change) }, before })

/** Problems that arose since the proposal: the campaign's budget or period, the product's minimum. */
function faultsOf(rules: AdRules, changed: ReturnType<typeof changing>): Text | null {
  const apart = crossFieldErrors(ad, changed.record, changed.before).map(({ message }) => message)
  const found = [...apart, ...Object.values(rules.faultsOf(changed)).flat()]
  const words = (locale: 'ja' | 'en') => found.map((text) => validationText(text, locale)).join(locale === 'ja' ? '' : ' ')
  return found.length === 0 ? null : { ja: words('ja'), en: words('en') }
}

async function adsById(db: Database, ids: readonly number[]): Promise<Map<number, Ad>> {
  const rows = await db
    .select()
    .from(ads)
    .where(and(sql`${ads.id} = any(${sql.param(ids)}::bigint[])`, isNull(ads.deleted_at)))
  return new Map(rows.map((row) => [row.id, { ...jsonOf(storedAd, row), id: row.id }]))
}

/** Explains why one of these changes can no longer be applied; null if it can. */
export async function changeErrors(db: Database, author: Author, changes: readonly Order[]): Promise<Verdict<Order>> {
  if (changes.length === 0) return { of: () => null }
  const ids = changes.map(({ ad_id }) => ad_id)
  const [approved, current] = [await approvedOrders(db, ids), await adsById(db, ids)]
  const changed = new Map(
    changes.flatMap((change) => {
      const before = current.get(change.ad_id)
      return before && approved.has(change.ad_id) ? [[change.id, changing(change, before)] as const] : []
    }),
  )
  const rules = await rulesOfAds(db, author, [...changed.values()])
  return {
    of({ id }) {
      const own = changed.get(id)
      return own ? faultsOf(rules, own) : noOrder
    },
    done: ({ id }) => rules.store(required(changed.get(id), 'a change that fits')),
  }
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
  await editRecord(transaction, author, storedAd, { id: change.ad_id, version: undefined }, async (_, current) => {
    const changed = changing(change, current)
    const words = faultsOf(await rulesOfAds(transaction, author, [changed], true), changed)
    if (words) throw new RequestError('action_blocked', { message: words })
    return { values: ofAd(change) }
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
