import {
  ad,
  adCost,
  budgetError,
  fromMicros,
  message,
  micros,
  normaliseValue,
  parseAmount,
  periodError,
  quantityError,
  type CrossCheck,
  type FieldName,
  type product,
  type ResourceRecord,
} from '@adsite/contract'
import { budgetLeft, type CampaignRecord } from './ad-campaign.ts'

export type ProductRecord = ResourceRecord<typeof product>
export type AdRecord = ResourceRecord<typeof ad>

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

type Name = FieldName<typeof ad>

const fault = <N extends Name>(field: N, error: string | null) => (error === null ? null : { field, message: error })

/** The records that the rules of an ad depend on; unknown ones are left to the API. */
interface Around {
  readonly campaign: CampaignRecord | undefined
  readonly product: ProductRecord | undefined
  /** The ad that is edited; null: a new one. */
  readonly before: AdRecord | null
}

/**
 * The rules of an ad that depend on other records: no product selected, minimum quantity not met, budget exceeded
 * (spec/site "Ad navigation"), and the campaign's period. The API holds the same ones, and like it they let pass what an
 * edited ad already has.
 */
export function adChecks({ campaign, product, before }: Around): CrossCheck<Name>[] {
  const isKept = (name: Name, value: unknown) =>
    before !== null && normaliseValue(ad.fields[name], before[name]) === normaliseValue(ad.fields[name], value)
  const checkPeriod =
    (side: 'start_at' | 'end_at'): CrossCheck<Name> =>
    ({ [side]: moment }) =>
      campaign && typeof moment === 'string' && !isKept(side, moment) ? fault(side, periodError(side, moment, campaign)) : null
  return [
    ({ product_id }) =>
      typeof product_id === 'number' || isKept('product_id', product_id) ? null : fault('product_id', message('product_required')),
    ({ product_id, quantity }) =>
      isKept('product_id', product_id) && (product_id === null || isKept('quantity', quantity))
        ? null
        : fault('quantity', quantityError(typeof quantity === 'number' ? quantity : null, product?.min_quantity ?? 0)),
    ({ budget }) => {
      const wanted = typedMicros(budget)
      if (!campaign || wanted === null || isKept('budget', budget)) return null
      const room = fromMicros(micros(budgetLeft(campaign)) + micros(before?.budget ?? '0'))
      return fault('budget', budgetError(fromMicros(wanted), room))
    },
    checkPeriod('start_at'),
    checkPeriod('end_at'),
  ]
}
