import type { BillingType } from './product.ts'
import type { Text } from '../../text/text.ts'

/** What a purchase counts, by how it is paid for. */
export const quantityUnits = {
  CPM: { ja: '回表示', en: 'impressions' },
  VCPM: { ja: '回ビューアブル表示', en: 'viewable impressions' },
  CPC: { ja: 'クリック', en: 'clicks' },
  CPA: { ja: '件', en: 'conversions' },
  TENANCY: { ja: '日', en: 'days' },
} as const satisfies Record<BillingType, Text>

/** One of them, as a price names it. */
export const priceUnits = {
  CPM: { ja: '1,000回表示', en: '1,000 impressions' },
  VCPM: { ja: '1,000回ビューアブル表示', en: '1,000 viewable impressions' },
  CPC: { ja: '1クリック', en: 'click' },
  CPA: { ja: '1件', en: 'conversion' },
  TENANCY: { ja: '1日', en: 'day' },
} as const satisfies Record<BillingType, Text>

/** The unit price is for so many of them. */
export const pricedBy = { CPM: 1000, VCPM: 1000, CPC: 1, CPA: 1, TENANCY: 1 } as const satisfies Record<BillingType, number>

const scale = 1_000_000n

/** Yen with up to six decimals, possibly negative, as a whole number of millionths. */
export function micros(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace(/^-/u, '').split('.')
  const size = BigInt(whole) * scale + BigInt(fraction.padEnd(6, '0').slice(0, 6))
  return amount.startsWith('-') ? -size : size
}

/** Millionths of a yen as a decimal string without needless zeros. */
export function fromMicros(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const size = value < 0n ? -value : value
  const fraction = String(size % scale)
    .padStart(6, '0')
    .replace(/0+$/u, '')
  return `${sign}${size / scale}${fraction ? `.${fraction}` : ''}`
}

/** What a quantity costs at a unit price, in whole yen, as budgets are: what has been begun of a yen is needed whole. */
export function adCost(billing: BillingType, quantity: number, unitPrice: string): string {
  const by = BigInt(pricedBy[billing]) * scale
  return String((BigInt(quantity) * micros(unitPrice) + by - 1n) / by)
}
