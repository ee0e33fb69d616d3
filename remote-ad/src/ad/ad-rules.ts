import {
  adCost,
  fromMicros,
  grouped,
  message,
  micros,
  parseAmount,
  type CrossCheck,
  type product,
  type ResourceRecord,
} from '@adsite/contract'
import { formatDateTime, formatEnd } from '@adsite/i18n'
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

/**
 * Client-side copies of the API's rules that depend on other records: no product selected, minimum quantity not
 * met, budget exceeded (spec/site "Ad navigation"), and the campaign's period.
 */
export function adChecks(campaign: CampaignRecord, product: ProductRecord | undefined): CrossCheck[] {
  const left = micros(campaign.lifetime_budget) - micros(campaign.allotted_budget)
  const outside = message('outside_campaign', formatDateTime(campaign.start_at, 'ja'), formatEnd(campaign.end_at, 'ja'))
  return [
    ({ product_id }) => (typeof product_id === 'number' ? null : { field: 'product_id', message: message('product_required') }),
    ({ quantity }) => {
      if (!product) return null
      if (typeof quantity !== 'number') return { field: 'quantity', message: message('required') }
      const short = product.min_quantity - quantity
      return short > 0 ? { field: 'quantity', message: message('quantity_min', grouped(product.min_quantity), grouped(short)) } : null
    },
    ({ budget }) => {
      const wanted = typedMicros(budget)
      const room = left > 0n ? left : 0n
      if (wanted === null || wanted <= room) return null
      return {
        field: 'budget',
        message: message('budget_exceeded', grouped(fromMicros(wanted - room)), grouped(budgetLeft(campaign).replace(/^-.*/u, '0'))),
      }
    },
    ({ start_at }) =>
      typeof start_at === 'string' && Date.parse(start_at) < Date.parse(campaign.start_at) ? { field: 'start_at', message: outside } : null,
    ({ end_at }) =>
      typeof end_at === 'string' && Date.parse(end_at) > Date.parse(campaign.end_at) ? { field: 'end_at', message: outside } : null,
  ]
}
