import type { BillingType } from './entities/product.ts'
import type { Text } from './text.ts'

/** What a purchase counts, by how it is paid for. */
export const quantityUnits = {
  CPM: { ja: '回表示', en: 'impressions' },
  VCPM: { ja: '回ビューアブル表示', en: 'viewable impressions' },
  CPC: { ja: 'クリック', en: 'clicks' },
  CPA: { ja: '件成果', en: 'conversions' },
  TENANCY: { ja: '日', en: 'days' },
} as const satisfies Record<BillingType, Text>

/** The unit price is for so many of them. */
export const pricedBy = { CPM: 1000, VCPM: 1000, CPC: 1, CPA: 1, TENANCY: 1 } as const satisfies Record<BillingType, number>

const scale = 1_000_000n

/** Yen with up to six decimals as a whole number of millionths. */
export function micros(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * scale + BigInt(fraction.padEnd(6, '0').slice(0, 6))
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

/** What a quantity costs at a unit price, in yen, exact and rounded half up to millionths. */
export function adCost(billing: BillingType, quantity: number, unitPrice: string): string {
  const by = BigInt(pricedBy[billing])
  return fromMicros((BigInt(quantity) * micros(unitPrice) * 2n + by) / (by * 2n))
}

/** `1234567.5` as `1,234,567.5`, for texts that both languages share. */
export function grouped(amount: string | number): string {
  const [whole = '', fraction] = String(amount).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/gu, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
