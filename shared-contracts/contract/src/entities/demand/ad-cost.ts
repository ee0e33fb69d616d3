import type { MeasureName } from '../../metric/metric.ts'
import type { BillingType } from './product.ts'
import type { Text } from '../../text/text.ts'
import { micros } from '../../value/micros.ts'

/** The unit a quantity counts, by billing type. */
export const quantityUnits = {
  CPM: { ja: '回表示', en: 'impressions' },
  VCPM: { ja: '回ビューアブル表示', en: 'viewable impressions' },
  CPC: { ja: 'クリック', en: 'clicks' },
  CPA: { ja: '件', en: 'conversions' },
  TENANCY: { ja: '日', en: 'days' },
} as const satisfies Record<BillingType, Text>

/** The figure of delivery that a quantity counts; a tenancy is bought by the day and used up by time alone. */
export const quantityFigures = {
  CPM: 'imps',
  VCPM: 'viewable',
  CPC: 'clicks',
  CPA: 'conversions',
  TENANCY: null,
} as const satisfies Record<BillingType, MeasureName | null>

/** The singular unit, as used in prices. */
export const priceUnits = {
  CPM: { ja: '1,000回表示', en: '1,000 impressions' },
  VCPM: { ja: '1,000回ビューアブル表示', en: '1,000 viewable impressions' },
  CPC: { ja: '1クリック', en: 'click' },
  CPA: { ja: '1件', en: 'conversion' },
  TENANCY: { ja: '1日', en: 'day' },
} as const satisfies Record<BillingType, Text>

/** How many units the unit price covers. */
export const pricedBy = { CPM: 1000, VCPM: 1000, CPC: 1, CPA: 1, TENANCY: 1 } as const satisfies Record<BillingType, number>

/** The cost of a quantity at a unit price, rounded up to whole yen, because budgets are whole yen. */
export function adCost(billing: BillingType, quantity: number, unitPrice: string): string {
  const by = BigInt(pricedBy[billing]) * micros('1')
  return String((BigInt(quantity) * micros(unitPrice) + by - 1n) / by)
}
