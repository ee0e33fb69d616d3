import { orderTerms, type Within } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'

/** `orders` is the ad's order, its own or the one that a proposed change would change; not a change. */
export const isOrder = sql.raw(`orders.kind = 'NEW' and orders.status not in ('CANCELED', 'WITHDRAWN') and orders.deleted_at is null`)

/** When an ad's value goes beyond the order's: names of the contract alone, and never null, for it is negated, too. */
const exceeds: Readonly<Record<Within, (value: string, ordered: string) => string>> = {
  same: (value, ordered) => `${value} is distinct from ${ordered}`,
  same_or_none: (value, ordered) => `(${value} is not null and ${value} is distinct from ${ordered})`,
  at_most: (value, ordered) => `(coalesce(${value}, 0) <= 0 or ${value} > ${ordered})`,
  not_before: (value, ordered) => `${value} < ${ordered}`,
  not_after: (value, ordered) => `${value} > ${ordered}`,
}

/** Whether an ad goes beyond its order: of rows of `ads` and `orders` (contract `exceededTerms`, for the database). */
export const exceedsOrder = sql.raw(
  `(${orderTerms.map(({ ad, order, within }) => exceeds[within](`ads.${ad}`, `orders.${order}`)).join(' or ')})`,
)

const taken = sql.raw(
  orderTerms.map(({ ad, order }) => `${order} = ${ad === 'quantity' ? 'coalesce(ads.quantity, 0)' : `ads.${ad}`}`).join(', '),
)

/** A draft is of what the ad is: whoever submits it is shown that. What is shown elsewhere meanwhile has another version then. */
export async function draftFollows(transaction: Database, ad: unknown): Promise<void> {
  await transaction.execute(sql`update orders set ${taken}, name = ads.name, name_norm = ads.name_norm, version = orders.version + 1
    from ads where ads.id = ${ad}::bigint and ads.product_id is not null and orders.advertiser_account_id = ads.advertiser_account_id and orders.ad_id = ads.id
      and orders.kind = 'NEW' and orders.status = 'DRAFT' and orders.deleted_at is null`)
}
