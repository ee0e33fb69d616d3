import { micros } from '../../value/micros.ts'
import { ad } from './ad.ts'

/**
 * How a value of the ad may deviate from the ordered one. For amounts, null and 0 mean unlimited and therefore
 * never match a limit; an ad without creatives shows none that were not ordered.
 */
export type Within = 'same' | 'same_or_none' | 'at_most' | 'not_before' | 'not_after'

/**
 * The terms an order covers: the ad's field, the order's field, and the deviation allowed without a new order.
 * This is the single source for what an order copies, what a change of the ad proposes, what is served
 * (api/src/serving/terms.ts), what a second person agrees to and what screens compare.
 */
export const orderTerms = [
  { ad: 'product_id', order: 'product_id', within: 'same' },
  { ad: 'billing', order: 'billing', within: 'same' },
  { ad: 'quantity', order: 'quantity', within: 'at_most' },
  { ad: 'unit_price', order: 'unit_price', within: 'same' },
  { ad: 'budget', order: 'amount', within: 'at_most' },
  { ad: 'start_at', order: 'start_at', within: 'not_before' },
  { ad: 'end_at', order: 'end_at', within: 'not_after' },
  { ad: 'landing_url', order: 'landing_url', within: 'same' },
  { ad: 'creative_group_id', order: 'creative_group_id', within: 'same_or_none' },
] as const satisfies readonly { ad: keyof typeof ad.fields; order: string; within: Within }[]

export type OrderTerm = (typeof orderTerms)[number]

type Values = Readonly<Record<string, unknown>>
type Comparable = bigint | string | null

/** Converts JSON values into a comparable form. */
function comparable({ ad: name }: OrderTerm, value: unknown): Comparable {
  if (value === null || value === undefined) return null
  const { kind } = ad.fields[name]
  if (kind === 'money') return micros(String(value))
  if (kind === 'datetime') return BigInt(Date.parse(String(value)))
  return kind === 'integer' ? BigInt(Number(value)) : String(value)
}

const within: Readonly<Record<Within, (value: Comparable, ordered: Comparable) => boolean>> = {
  same: (value, ordered) => value === ordered,
  same_or_none: (value, ordered) => value === null || value === ordered,
  at_most: (value, ordered) => typeof value === 'bigint' && typeof ordered === 'bigint' && value > 0n && value <= ordered,
  not_before: (value, ordered) => value !== null && ordered !== null && value >= ordered,
  not_after: (value, ordered) => value !== null && ordered !== null && value <= ordered,
}

/** The terms in which an ad exceeds its order. */
export function exceededTerms(adValues: Values, ordered: Values): OrderTerm[] {
  return orderTerms.filter((term) => !within[term.within](comparable(term, adValues[term.ad]), comparable(term, ordered[term.order])))
}

/** The terms that differ between two orders of the same ad. */
export function differingTerms(before: Values, after: Values): OrderTerm[] {
  return orderTerms.filter((term) => comparable(term, before[term.order]) !== comparable(term, after[term.order]))
}

/** Whether an ad says what is bought of it: without, it cannot be ordered. */
export const canBeOrdered = ({
  product_id,
  quantity,
}: {
  readonly product_id?: number | null
  readonly quantity?: number | null
}): boolean => typeof product_id === 'number' && typeof quantity === 'number'
