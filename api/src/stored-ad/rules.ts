import { isDeepStrictEqual } from 'node:util'
import { budgetError, message, periodError, quantityError, required, type ad, type Targeting } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { campaigns, products } from '../db/schema.ts'
import { campaignScope, isOnSale } from '../db/scope.ts'
import { existingIds } from '../resource/search/targets.ts'
import type { NewRecord, StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { isCity } from '../place/cities.ts'

type Values = NewRecord<typeof ad> & { readonly id?: number }
type Stored = StoredRecord<typeof ad>
type FieldErrors = Record<string, string[]>

/**
 * Locks the ad's campaign, so that budgets of ads written concurrently are summed one after the other. Each
 * writer already holds the campaign's key (`existingIds`), for which a full `for update` would wait and
 * deadlock.
 */
async function lockedCampaign(transaction: Database, author: Author, id: number) {
  const [found] = await transaction
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), campaignScope(author), isNull(campaigns.deleted_at)))
    .for('no key update')
  return found
}

/** No product selected, minimum purchase quantity not met (spec/site "Ad navigation"). An ad may have been stored without a product. */
async function validatePurchase(transaction: Database, { product_id, quantity }: Values, before: Stored | null): Promise<FieldErrors> {
  const isKept = before !== null && before.product_id === product_id
  if (typeof product_id !== 'number') return isKept ? {} : { product_id: [message('product_required')] }
  const [product] = await transaction
    .select({ min: products.min_quantity, onSale: isOnSale })
    .from(products)
    .where(eq(products.id, product_id))
  if (!isKept && !product?.onSale) return { product_id: [message('product_not_on_sale')] }
  const error = quantityError(quantity ?? null, product?.min ?? 0)
  return error === null ? {} : { quantity: [error] }
}

/** The budgets of a campaign's ads together stay within its own. */
async function validateBudget(transaction: Database, { campaign_id, budget, id }: Values): Promise<FieldErrors> {
  const { rows } = await transaction.execute<{ left: string }>(sql`
    select (campaigns.lifetime_budget - coalesce((select sum(ads.budget) from ads
        where ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id
          and ads.deleted_at is null and ads.id is distinct from ${id ?? null}::bigint), 0))::text as left
    from campaigns where campaigns.id = ${campaign_id}::bigint`)
  const error = budgetError(budget, required(rows[0], 'the room in the campaign').left)
  return error === null ? {} : { budget: [error] }
}

async function validateTargeting(transaction: Database, author: Author, targeting: Targeting): Promise<FieldErrors> {
  const { cities, media, spaces } = targeting
  // One after the other, since they share the connection of the transaction.
  const knownMedia = media.length > 0 ? await existingIds(transaction, author, 'medium', media) : new Set<number>()
  const knownSpaces = spaces.length > 0 ? await existingIds(transaction, author, 'space', spaces) : new Set<number>()
  const unknownCity = cities.find((code) => !isCity(code))
  const unknown = [...media.filter((place) => !knownMedia.has(place)), ...spaces.filter((place) => !knownSpaces.has(place))]
  const faults = [
    ...(unknownCity === undefined ? [] : [message('city_unknown', unknownCity)]),
    ...(unknown.length === 0 ? [] : [message('placement_unknown', unknown.slice(0, 5).join(', '))]),
  ]
  return faults.length > 0 ? { targeting: faults } : {}
}

/** Rules of an ad that need other records: its campaign's period and budget, its product, real places. */
export async function validateAd(transaction: Database, author: Author, record: Values, before: Stored | null): Promise<FieldErrors> {
  const campaign = await lockedCampaign(transaction, author, record.campaign_id)
  if (!campaign) return { campaign_id: [message('not_found')] }
  // Unchanged values stay valid: a sold ad may be renamed after its product's minimum was raised.
  const changed = (name: keyof Stored) => before === null || !isDeepStrictEqual(before[name], record[name])
  const faults: FieldErrors = {}
  const period = { start_at: campaign.start_at.toISOString(), end_at: campaign.end_at.toISOString() }
  for (const side of ['start_at', 'end_at'] as const) {
    const error = changed(side) ? periodError(side, record[side], period) : null
    if (error !== null) faults[side] = [error]
  }
  if (changed('product_id') || changed('quantity')) Object.assign(faults, await validatePurchase(transaction, record, before))
  if (changed('budget')) Object.assign(faults, await validateBudget(transaction, record))
  const { targeting } = record
  if (targeting && changed('targeting')) Object.assign(faults, await validateTargeting(transaction, author, targeting))
  return faults
}
