import { canBeOrdered, message, order, orderTerms, required, type Text } from '@adsite/contract'
import { eq, sql, type SQL } from 'drizzle-orm'
import { advertiserAllowed } from '../db/advertiser-allowed.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { accounts, ads, orders } from '../db/schema.ts'
import { belowCampaignScope } from '../db/scope.ts'
import { orderEvents } from '../notification/events.ts'
import {
  defineMapping,
  type FieldChanges,
  type FieldMessages,
  type Guard,
  type NewRecord,
  type ResourceMapping,
  type StoredRecord,
  type Verdict,
} from '../resource/mapping/resource-mapping.ts'
import { throwBlocker } from '../resource/write/guard.ts'
import { carryOut, changeErrors, pauseUnlessStartable, withdrawChange } from './carry-out.ts'
import { creditErrors, lockCompany } from './credit-room.ts'
import { adsChanged } from '../serving/settle-changed-campaigns.ts'
import { exceedsOrder } from '../serving/terms.ts'

type Order = StoredRecord<typeof order>

const isChange = ({ kind }: Pick<NewRecord<typeof order>, 'kind'>): boolean => kind === 'CHANGE'

const ended: Text = { ja: '広告の期間が終わっています。', en: 'The period of the ad is over.' }
const noCredit: Text = {
  ja: '企業の与信またはアカウントの状態により、新しい申込はできません。',
  en: 'The credit or the account of the advertiser does not allow new orders.',
}
const otherTerms: Text = {
  ja: '広告の内容が申込の後に変わっています。取り下げて、申し込み直してください。',
  en: 'The ad has changed since it was ordered. Withdraw the order and order it again.',
}
const proposedAnew: Text = {
  ja: '変更申請は下書きに戻せません。広告を編集すると、もう一度申請できます。',
  en: 'A proposed change does not become a draft. Edit the ad to propose it again.',
}
const canceledWithOrder: Text = {
  ja: '承認済みの変更だけを取り消すことはできません。元の申込を取り消すか、広告を編集してください。',
  en: 'An approved change is not canceled by itself. Cancel the order, or edit the ad.',
}

async function adsOf(db: Database, ids: readonly number[]) {
  const rows = await db
    .select({
      id: ads.id,
      product_id: ads.product_id,
      quantity: ads.quantity,
      ended: sql<boolean>`${ads.end_at} <= now()`,
      allowed: advertiserAllowed('order', sql`ads.advertiser_account_id`),
    })
    .from(ads)
    .where(sql`${ads.id} = any(${sql.param(ids)}::bigint[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (id: number) => required(found.get(id), 'the ad of the order')
}

const adsOfOrders = (db: Database, records: readonly Order[]) =>
  adsOf(
    db,
    records.map(({ ad_id }) => ad_id),
  )

/** An order copies what the ad buys, so the ad needs a product and a quantity. */
async function validateOrder(db: Database, _: Author, record: NewRecord<typeof order>): Promise<FieldMessages<typeof order>> {
  if (isChange(record)) return {}
  const ad = (await adsOf(db, [record.ad_id]))(record.ad_id)
  if (!canBeOrdered(ad)) return { ad_id: [message('order_product')] }
  if (ad.ended) return { ad_id: [message('order_ended')] }
  return ad.allowed ? {} : { ad_id: [message('order_credit')] }
}

/** Whether the period that is ordered is over. */
export const isOver = ({ end_at }: Pick<Order, 'end_at'>): boolean => Date.parse(end_at) <= Date.now()

/** A change has its own end; an order has its ad's, copied on submission. */
const isTooLate = (record: Order, ad: { ended: boolean }) =>
  isChange(record) || record.status === 'PENDING_APPROVAL' ? isOver(record) : ad.ended

const maySubmit: Guard<typeof order> = async (db, _, records) => {
  const adOf = await adsOfOrders(db, records)
  return {
    of(record) {
      const ad = adOf(record.ad_id)
      if (isTooLate(record, ad)) return ended
      return ad.allowed ? null : noCredit
    },
  }
}

/** Explains why what is to be approved differs from the ad, or from what its order can become; null if it fits. */
async function termsErrors(db: Database, author: Author, records: readonly Order[]): Promise<Verdict<Order>> {
  const ids = records.map(({ id }) => id)
  const { rows } = await db.execute<{
    id: number
  }>(sql`select orders.id from orders join ads on ads.advertiser_account_id = orders.advertiser_account_id
    and ads.id = orders.ad_id where orders.id = any(${sql.param(ids)}::bigint[]) and ${exceedsOrder}`)
  const beyond = new Set(rows.map(({ id }) => id))
  const changes = await changeErrors(db, author, records.filter(isChange))
  return {
    of(record) {
      if (isChange(record)) return changes.of(record)
      return beyond.has(record.id) ? otherTerms : null
    },
    done: (record) => (isChange(record) ? changes.done?.(record) : undefined),
  }
}

/** What an approval takes is there: the terms, and the credit for them. */
async function fits(db: Database, author: Author, records: readonly Order[]): Promise<Verdict<Order>> {
  const [terms, credit] = [await termsErrors(db, author, records), await creditErrors(db, records)]
  return {
    of: (record) => terms.of(record) ?? credit.of(record),
    done(record) {
      terms.done?.(record)
      credit.done?.(record)
    },
  }
}

const mayApprove: Guard<typeof order> = async (db, author, records) => {
  const adOf = await adsOfOrders(db, records)
  const fitting = await fits(db, author, records)
  return { ...fitting, of: (record) => (isTooLate(record, adOf(record.ad_id)) ? ended : fitting.of(record)) }
}

const ofAd = (ad: number, column: SQL) => sql`(select ${column} from ads where ads.id = ${ad}::bigint)`

/** What the ad buys now. Locks its row: while the order is pending, nobody changes what it covers (propose-change.ts). */
async function fromAd(transaction: Database, { ad_id }: Order): Promise<FieldChanges<typeof order>> {
  const [found] = await transaction.select().from(ads).where(eq(ads.id, ad_id)).for('no key update')
  const row = required(found, 'the ad of the order')
  const terms = orderTerms.map(({ ad, order }) => [order, row[ad]])
  return { ...Object.fromEntries(terms), quantity: row.quantity ?? 0, name: row.name }
}

async function approve(transaction: Database, author: Author, record: Order): Promise<void> {
  // Before ads and campaigns, as everybody who decides about an order of the company.
  await lockCompany(transaction, record)
  if (isChange(record)) await carryOut(transaction, author, orderMapping, record)
  await transaction.execute(sql`select id from ads where id = ${record.ad_id} for no key update`)
  // The guard already checked this for the button; the decision is made again under the lock.
  throwBlocker(await fits(transaction, author, [record]), record)
  if (!isChange(record)) await pauseUnlessStartable(transaction, author, record)
}

const guards: ResourceMapping<typeof order>['guards'] = {
  submit: maySubmit,
  reopen: async () => ({ of: (record) => (isChange(record) ? proposedAnew : null) }),
  approve: mayApprove,
  cancel: async () => ({ of: (record) => (isChange(record) ? canceledWithOrder : null) }),
}

export const orderMapping: ResourceMapping<typeof order> = defineMapping({
  resource: order,
  table: orders,
  scope: (caller) => belowCampaignScope(caller, orders),
  unique: { orders_one: 'ad_id', orders_one_change: 'ad_id' },
  events: orderEvents,
  // The advertiser, and those who buy for it.
  fourEyesAccounts: ({ advertiser_account_id, campaign_id }) =>
    sql`(${accounts.id} = ${advertiser_account_id ?? null}::bigint or ${accounts.id} in (
      select unnest(array[campaigns.agency_account_id, campaigns.rep_account_id]) from campaigns
      where campaigns.advertiser_account_id = ${advertiser_account_id ?? null}::bigint and campaigns.id = ${campaign_id ?? null}::bigint))`,
  sharedLimit: {
    by: sql`(select company_id from ${accounts} where ${accounts.id} = ${orders.advertiser_account_id})`,
    actions: ['approve'],
  },
  insertDefaults({ ad_id, kind }) {
    const column = (name: string) => [name, ofAd(ad_id, sql.raw(name))]
    const terms = orderTerms.map(({ ad, order }) => [order, ofAd(ad_id, sql.raw(ad))])
    const own = ['advertiser_account_id', 'campaign_id'].map(column)
    return Object.fromEntries(kind === 'CHANGE' ? own : [...own, ...terms, ...['name', 'name_norm'].map(column)])
  },
  validate: validateOrder,
  derivedChanges: (transaction, record, done) =>
    (done === 'submit' || done === 'reopen') && !isChange(record) ? fromAd(transaction, record) : {},
  guards,
  async afterWrite(transaction, author, record, done, before) {
    if (done === 'approve' && before) await approve(transaction, author, { ...before, ...record })
    if (done === 'cancel') await withdrawChange(transaction, author, orderMapping, record)
    await adsChanged(transaction, sql`ads.id = ${record.ad_id}::bigint`)
  },
})
