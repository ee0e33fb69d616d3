import { message, order, type Text } from '@adsite/contract'
import { eq, sql, type SQL } from 'drizzle-orm'
import { campaignChanged } from '../campaign/changed-campaigns.ts'
import { advertiserAllowed } from '../db/allowance.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import { ads, orders } from '../db/schema.ts'
import { belowCampaignScope } from '../db/scope.ts'
import { Refusal } from '../http/refusal.ts'
import { orderEvents } from '../notification/events.ts'
import type { Guard, ResourceTable } from '../resource/resource-table.ts'
import { creditFault, lockCompany } from './credit-room.ts'

type Stored = Readonly<Record<string, unknown>>

const ended: Text = { ja: '広告の期間が終わっています。', en: 'The period of the ad is over.' }
const noCredit: Text = {
  ja: '企業の与信またはアカウントの状態により、新しい申込はできません。',
  en: 'The credit or the account of the advertiser does not allow new orders.',
}

async function adOf(db: Database, id: unknown) {
  const { product_id, quantity, unit_price, budget, name } = ads
  const [found] = await db
    .select({
      ...{ product_id, quantity, unit_price, budget, name },
      ended: sql<boolean>`${ads.end_at} <= now()`,
      allowed: advertiserAllowed('order', sql`ads.advertiser_account_id`),
    })
    .from(ads)
    .where(eq(ads.id, id as number))
  return found!
}

/** An order takes what the ad buys: without a product and a quantity there is nothing to order. */
async function orderFaults(db: Database, _: Author, { ad_id }: Stored): Promise<Record<string, string[]>> {
  const ad = await adOf(db, ad_id)
  if (ad.product_id === null || ad.quantity === null) return { ad_id: [message('order_product')] }
  if (ad.ended) return { ad_id: [message('order_ended')] }
  return ad.allowed ? {} : { ad_id: [message('order_credit')] }
}

const maySubmit: Guard = async (db, _, { ad_id }) => {
  const ad = await adOf(db, ad_id)
  if (ad.ended) return ended
  return ad.allowed ? null : noCredit
}

const mayApprove: Guard = async (db, _, record) => ((await adOf(db, record['ad_id'])).ended ? ended : creditFault(db, record))

const ofAd = (ad: unknown, column: SQL) => sql`(select ${column} from ads where ads.id = ${ad}::bigint)`

/** What the ad buys now. */
async function fromAd(transaction: Database, { ad_id }: Stored): Promise<Stored> {
  const { name, quantity, unit_price, budget } = await adOf(transaction, ad_id)
  return { name, quantity: quantity ?? 0, unit_price, amount: budget }
}

export const orderTable: ResourceTable = {
  resource: order,
  table: orders,
  scope: (caller) => belowCampaignScope(caller, orders),
  unique: { orders_one: 'ad_id' },
  events: orderEvents,
  inherited: ({ ad_id }) => ({
    advertiser_account_id: ofAd(ad_id, sql`advertiser_account_id`),
    campaign_id: ofAd(ad_id, sql`campaign_id`),
    product_id: ofAd(ad_id, sql`product_id`),
    name: ofAd(ad_id, sql`name`),
    name_norm: ofAd(ad_id, sql`name_norm`),
    quantity: ofAd(ad_id, sql`quantity`),
    unit_price: ofAd(ad_id, sql`unit_price`),
    amount: ofAd(ad_id, sql`budget`),
  }),
  verify: orderFaults,
  along: (transaction, record, done) => (done === 'submit' ? fromAd(transaction, record) : {}),
  guards: { submit: maySubmit, approve: mayApprove },
  async follow(transaction, _, record, done) {
    await campaignChanged(transaction, sql`campaigns.id = ${ofAd(record['ad_id'], sql`campaign_id`)}`)
    if (done !== 'approve') return
    // The guard has asked already, so that the button knows; what counts is asked when nobody else can approve.
    await lockCompany(transaction, record)
    const fault = await creditFault(transaction, record)
    if (fault) throw new Refusal('action_blocked', { message: fault })
  },
}
