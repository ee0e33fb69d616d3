import type { ad, Text } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { advertiserAllowed } from '../db/advertiser-allowed.ts'
import { ads, products } from '../db/schema.ts'
import { proposeChange } from '../order/propose-change.ts'
import { defineMapping, type GuardOf, type ResourceMapping } from '../resource/mapping/resource-mapping.ts'
import { storedAd } from '../stored-ad/stored-ad.ts'

const noCredit: Text = {
  ja: '広告主の与信またはアカウントの状態により、配信を開始できません。',
  en: 'Delivery cannot start because of the advertiser’s credit or account status.',
}

/** An ad cannot start without credit (spec/domain "Credit"). */
export const startGuard: GuardOf<{ readonly advertiser_account_id: number }> = async (db, _, records) => {
  const advertisers = new Set(records.map(({ advertiser_account_id }) => advertiser_account_id))
  const { rows } = await db.execute<{ id: number }>(sql`select asked.id from unnest(${sql.param([...advertisers])}::bigint[]) as asked (id)
    where ${advertiserAllowed('activate', sql`asked.id`)}`)
  const allowed = new Set(rows.map(({ id }) => id))
  return { of: ({ advertiser_account_id }) => (allowed.has(advertiser_account_id) ? null : noCredit) }
}

/** An ad that is given its product later takes the product's terms of that time, as a new one does. */
const atOnce: NonNullable<ResourceMapping<typeof ad>['atOnce']> = async (transaction, author, given, current) => {
  const written = await proposeChange(transaction, author, given, current)
  const chosen = written.product_id
  if (current.product_id !== null || typeof chosen !== 'number') return written
  const { billing, unit_price } = products
  const [terms] = await transaction.select({ billing, unit_price }).from(products).where(eq(products.id, chosen))
  return { ...written, ...terms }
}

export const adMapping = defineMapping({
  ...storedAd,
  sharedLimit: { by: ads.campaign_id },
  guards: { resume: startGuard },
  atOnce,
  // Copies the product's terms, so that later changes of the product do not affect the ad.
  insertDefaults: ({ campaign_id, product_id }) => ({
    advertiser_account_id: sql`(select advertiser_account_id from campaigns where id = ${campaign_id}::bigint)`,
    billing: sql`(select billing from products where id = ${product_id}::bigint)`,
    unit_price: sql`(select unit_price from products where id = ${product_id}::bigint)`,
  }),
})
