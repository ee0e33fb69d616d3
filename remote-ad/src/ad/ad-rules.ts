import {
  adCost,
  budgetError,
  fromMicros,
  message,
  micros,
  parseAmount,
  periodError,
  quantityError,
  type CrossCheck,
  type product,
  type ResourceRecord,
} from '@adsite/contract'
import { budgetLeft, type CampaignRecord } from './ad-campaign.ts'

export type ProductRecord = ResourceRecord<typeof product>

/** Parses a typed amount to millionths of a yen; null if invalid. */
export function typedMicros(sum: unknown): bigint | null {
  const read = parseAmount(String(sum ?? ''), 'money')
  return read === null || read.startsWith('-') ? null : micros(read)
}

/** Parses a typed quantity; null if invalid. */
export function typedCount(quantity: unknown): number | null {
  const count = Number(parseAmount(String(quantity ?? ''), 'integer') ?? 0)
  return Number.isSafeInteger(count) && count > 0 ? count : null
}

/** The cost of a quantity of a product; null until both are known. */
export function costOf(product: ProductRecord | undefined, quantity: unknown): string | null {
  const count = typedCount(quantity)
  if (!product || count === null) return null
  return adCost(product.billing, count, product.unit_price)
}

const fault = (field: string, error: string | null) => (error === null ? null : { field, message: error })

/**
 * The rules of an ad that depend on other records: no product selected, minimum quantity not met, budget exceeded
 * (spec/site "Ad navigation"), and the campaign's period. The API holds the same ones.
 */
export function adChecks(campaign: CampaignRecord, product: ProductRecord | undefined): CrossCheck[] {
  return [
    ({ product_id }) => fault('product_id', typeof product_id === 'number' ? null : message('product_required')),
    ({ quantity }) =>
      fault('quantity', product ? quantityError(typeof quantity === 'number' ? quantity : null, product.min_quantity) : null),
    ({ budget }) => {
      const wanted = typedMicros(budget)
      return fault('budget', wanted === null ? null : budgetError(fromMicros(wanted), budgetLeft(campaign)))
    },
    ({ start_at }) => fault('start_at', typeof start_at === 'string' ? periodError('start_at', start_at, campaign) : null),
    ({ end_at }) => fault('end_at', typeof end_at === 'string' ? periodError('end_at', end_at, campaign) : null),
  ]
}
