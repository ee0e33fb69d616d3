import { orderTerms, type Within } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'

/** `orders` is the ad's order, not a proposed change of it. */
export const isOrder = sql.raw(`orders.kind = 'NEW' and orders.status not in ('CANCELED', 'WITHDRAWN') and orders.deleted_at is null`)

/** Whether the row's ad has an approved order: nothing of it is delivered before. */
export const hasApprovedOrder = sql`exists (select from orders where orders.advertiser_account_id = ads.advertiser_account_id
  and orders.ad_id = ads.id and orders.status = 'APPROVED' and ${isOrder})`

/** Whether an ad's value exceeds the order's. Uses only names of the contract, and is never null, because it is also negated. */
const exceeds: Readonly<Record<Within, (value: string, ordered: string) => string>> = {
  same: (value, ordered) => `${value} is distinct from ${ordered}`,
  same_or_none: (value, ordered) => `(${value} is not null and ${value} is distinct from ${ordered})`,
  at_most: (value, ordered) => `(coalesce(${value}, 0) <= 0 or ${value} > ${ordered})`,
  not_before: (value, ordered) => `${value} < ${ordered}`,
  not_after: (value, ordered) => `${value} > ${ordered}`,
}

/** Whether an ad exceeds its order, over rows of `ads` and `orders`: the SQL form of the contract's `exceededTerms`. */
export const exceedsOrder = sql.raw(
  `(${orderTerms.map(({ ad, order, within }) => exceeds[within](`ads.${ad}`, `orders.${order}`)).join(' or ')})`,
)

const taken = sql.raw(
  orderTerms.map(({ ad, order }) => `${order} = ${ad === 'quantity' ? 'coalesce(ads.quantity, 0)' : `ads.${ad}`}`).join(', '),
)

/**
 * Updates the ad's draft order after the ad changed, since submitting shows what the ad is. Pages that show the
 * draft then have an outdated version.
 */
export async function draftFollows(transaction: Database, ad: unknown): Promise<void> {
  await transaction.execute(sql`update orders set ${taken}, name = ads.name, name_norm = ads.name_norm, version = orders.version + 1
    from ads where ads.id = ${ad}::bigint and ads.product_id is not null and orders.advertiser_account_id = ads.advertiser_account_id and orders.ad_id = ads.id
      and orders.kind = 'NEW' and orders.status = 'DRAFT' and orders.deleted_at is null`)
}
