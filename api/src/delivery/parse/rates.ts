import { normaliseValue } from '@adsite/contract'
import { readDecimal, type Decimal } from './decimal.ts'
import { DeliveryError } from '../error/delivery-error.ts'

/** Yen per unit of each currency other than yen. */
export type Rates = ReadonlyMap<string, Decimal>

/** ISO 4217 code. */
export const currencyCode = /^[A-Z]{3}$/u

/** Parses `USD=150.25,EUR=163`. These are the only rates; a person vouches for them. */
export function parseRates(text: string): Rates {
  const rates = new Map<string, Decimal>()
  for (const each of text.normalize('NFKC').split(',')) {
    const part = normaliseValue({ kind: 'text', isCode: true }, each)
    if (typeof part !== 'string') continue
    const [, currency = '', value = ''] = /^(\w+)\s*=\s*([\d.]+)$/u.exec(part) ?? []
    const rate = value.length <= 20 ? readDecimal(value) : null
    if (!currencyCode.test(currency) || currency === 'JPY' || !rate || rate.whole + rate.fraction === '' || rate.whole.length > 9)
      throw new DeliveryError('rate', 'rate', { part })
    if (rates.has(currency)) throw new DeliveryError('rate', 'rate_twice', { currency })
    rates.set(currency, rate)
  }
  return rates
}
