import { isDeepStrictEqual } from 'node:util'
import { budgetError, fromMicros, message, micros, periodError, quantityError, required, type ad, type Targeting } from '@adsite/contract'
import { and, inArray, isNull, sql } from 'drizzle-orm'
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

/** An ad as it would be stored, and as it is (null: a new one). */
interface Asked {
  readonly record: Values
  readonly before: Stored | null
}

/** Unchanged values stay valid: a sold ad may be renamed after its product's minimum was raised. */
const isChanged = ({ record, before }: Asked, name: keyof Stored): boolean =>
  before === null || !isDeepStrictEqual(before[name], record[name])
const buysAnew = (asked: Asked): boolean => isChanged(asked, 'product_id') || isChanged(asked, 'quantity')

/**
 * Reads the campaigns of some ads. `lock`: until the transaction ends, so that budgets of ads written concurrently are summed one
 * after the other. Each writer already holds the campaign's key (`existingIds`), for which a full `for update` would wait and
 * deadlock.
 */
async function campaignsOf(db: Database, author: Author, ids: readonly number[], lock: boolean) {
  const query = db
    .select()
    .from(campaigns)
    .where(and(sql`${campaigns.id} = any(${sql.param(ids)}::bigint[])`, campaignScope(author), isNull(campaigns.deleted_at)))
  return new Map((await (lock ? query.for('no key update') : query)).map((row) => [row.id, row]))
}

async function productsOf(db: Database, ids: readonly number[]) {
  const rows = await db
    .select({ id: products.id, min: products.min_quantity, onSale: isOnSale })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** What the ads of some campaigns together leave of their budgets, in millionths of a yen; below zero where they exceed them already. */
async function budgetsLeft(db: Database, ids: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await db.execute<{ id: number; left: string }>(sql`
    select campaigns.id, (campaigns.lifetime_budget - coalesce((select sum(ads.budget) from ads
        where ads.advertiser_account_id = campaigns.advertiser_account_id and ads.campaign_id = campaigns.id
          and ads.deleted_at is null), 0))::text as left
    from campaigns where campaigns.id = any(${sql.param(ids)}::bigint[])`)
  return new Map(rows.map(({ id, left }) => [id, micros(left)]))
}

/** Places that ads may target. */
async function placesOf(db: Database, author: Author, targetings: readonly Targeting[]) {
  const known = async (target: 'medium' | 'space', ids: readonly number[]) =>
    ids.length > 0 ? existingIds(db, author, target, ids) : new Set<number>()
  // One after the other, since they share the connection of a transaction.
  return {
    media: await known(
      'medium',
      targetings.flatMap(({ media }) => media),
    ),
    spaces: await known(
      'space',
      targetings.flatMap(({ spaces }) => spaces),
    ),
  }
}

function targetingErrors({ cities, media, spaces }: Targeting, known: Awaited<ReturnType<typeof placesOf>>): FieldErrors {
  const unknownCity = cities.find((code) => !isCity(code))
  const unknown = [...media.filter((place) => !known.media.has(place)), ...spaces.filter((place) => !known.spaces.has(place))]
  const faults = [
    ...(unknownCity === undefined ? [] : [message('city_unknown', unknownCity)]),
    ...(unknown.length === 0 ? [] : [message('placement_unknown', unknown.slice(0, 5).join(', '))]),
  ]
  return faults.length > 0 ? { targeting: faults } : {}
}

/** No product selected, minimum purchase quantity not met (spec/site "Ad navigation"). An ad may have been stored without a product. */
function purchaseErrors({ record, before }: Asked, productOf: Awaited<ReturnType<typeof productsOf>>): FieldErrors {
  const { product_id, quantity } = record
  const isKept = before !== null && before.product_id === product_id
  if (typeof product_id !== 'number') return isKept ? {} : { product_id: [message('product_required')] }
  const product = productOf.get(product_id)
  if (!isKept && !product?.onSale) return { product_id: [message('product_not_on_sale')] }
  const error = quantityError(quantity ?? null, product?.min ?? 0)
  return error === null ? {} : { quantity: [error] }
}

/** Rules of ads that need other records: their campaigns' periods and budgets, their products, real places. */
export interface AdRules {
  faultsOf(asked: Asked): FieldErrors
  /** Counts an ad as stored, for those of its campaign that are asked about after it. */
  store(asked: Asked): void
}

/** Reads what the rules of some ads need. */
export async function rulesOfAds(db: Database, author: Author, all: readonly Asked[], lock = false): Promise<AdRules> {
  const campaignIds = (some: readonly Asked[]) => [...new Set(some.map(({ record }) => record.campaign_id))]
  const isBudgeted = (asked: Asked) => isChanged(asked, 'budget')
  const targetings = all.flatMap((asked) => (isChanged(asked, 'targeting') ? (asked.record.targeting ?? []) : []))
  const campaignOf = await campaignsOf(db, author, campaignIds(all), lock)
  const buying = all.filter(buysAnew).flatMap(({ record }) => record.product_id ?? [])
  const productOf = buying.length > 0 ? await productsOf(db, buying) : new Map<number, never>()
  const left = all.some(isBudgeted) ? await budgetsLeft(db, campaignIds(all.filter(isBudgeted))) : new Map<number, bigint>()
  const places = await placesOf(db, author, targetings)

  /** What the other ads of its campaign leave of the budget. */
  function leftFor({ record: { campaign_id }, before }: Asked): bigint {
    const own = before === null ? 0n : micros(before.budget)
    return required(left.get(campaign_id), 'the room in the campaign') + own
  }
  return {
    faultsOf(asked) {
      const { record } = asked
      const campaign = campaignOf.get(record.campaign_id)
      if (!campaign) return { campaign_id: [message('not_found')] }
      const faults: FieldErrors = {}
      const period = { start_at: campaign.start_at.toISOString(), end_at: campaign.end_at.toISOString() }
      for (const side of ['start_at', 'end_at'] as const) {
        const error = isChanged(asked, side) ? periodError(side, record[side], period) : null
        if (error !== null) faults[side] = [error]
      }
      if (buysAnew(asked)) Object.assign(faults, purchaseErrors(asked, productOf))
      const overBudget = isBudgeted(asked) ? budgetError(record.budget, fromMicros(leftFor(asked))) : null
      if (overBudget !== null) faults['budget'] = [overBudget]
      if (record.targeting && isChanged(asked, 'targeting')) Object.assign(faults, targetingErrors(record.targeting, places))
      return faults
    },
    store(asked) {
      if (isBudgeted(asked)) left.set(asked.record.campaign_id, leftFor(asked) - micros(asked.record.budget))
    },
  }
}

/** Checks an ad in the transaction that stores it. */
export async function validateAd(transaction: Database, author: Author, record: Values, before: Stored | null): Promise<FieldErrors> {
  const asked = { record, before }
  return (await rulesOfAds(transaction, author, [asked], true)).faultsOf(asked)
}
