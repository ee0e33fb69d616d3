import { isKeyOf } from './keys.ts'
/** Field kinds with numeric amounts. */
export type AmountKind = 'money' | 'integer' | 'rate'

/** Unit suffixes that users write after an amount, by kind. */
const unitOf: Readonly<Record<AmountKind, RegExp>> = {
  money: /(?:円|YEN|JPY)$/u,
  integer: /(?:件|回|個|人|名|日間?|文字|バイト|クリック|インプレッション|表示|CLICKS?|IMPS?|IMPRESSIONS?|DAYS?|PX|BYTES?)$/u,
  rate: /(?:%|パーセント)$/u,
}

/** Japanese multipliers and their number of zeros. Longer ones come first, because 千万 starts like 千. */
const multiples = { 千億: 11, 百億: 10, 十億: 9, 千万: 7, 百万: 6, 十万: 5, 兆: 12, 億: 8, 万: 4, 千: 3, 百: 2 } as const

/** A number, with or without thousands separators, and its multiplier. */
const part = new RegExp(String.raw`(?:(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d+))?|\.(\d+))(${Object.keys(multiples).join('|')})?`, 'uy')

const longest = 60
/** Precision in decimals while adding up parts; text with more decimals is rejected. */
const places = 20

/** Adds up the parts of `1億2000万` in units of 10^-20; each part must be smaller than the multiplier before it. */
function summed(text: string): bigint | null {
  let [at, sum, above] = [0, 0n, Number.POSITIVE_INFINITY]
  while (at < text.length) {
    part.lastIndex = at
    const [whole, grouped = '0', decimals, only, multiple] = part.exec(text) ?? []
    if (whole === undefined) return null
    const fraction = decimals ?? only ?? ''
    const zeros = multiple !== undefined && isKeyOf(multiples, multiple) ? multiples[multiple] : 0
    const digits = grouped.replace(/[, ]/gu, '')
    if (fraction.length > places || zeros >= above || digits.replace(/^0+/u, '').length + zeros > above) return null
    sum += BigInt(digits + fraction) * 10n ** BigInt(places - fraction.length + zeros)
    at += whole.length
    // A part without a multiplier must be the last one.
    above = zeros === 0 ? 0 : zeros
  }
  return sum
}

function decimalText(sum: bigint): string {
  const digits = String(sum).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/u, '')
  return fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`
}

/**
 * Parses an amount as users type or paste it: full-width digits, `¥`, 円, thousands separators, 万 and 億 (`120万`,
 * `1億2,000万`), `+`, `%` for a rate and counters (`件`, `回`). Returns a decimal string without redundant zeros,
 * possibly negative; null if the text is invalid or ambiguous (`1,2` may be 12 or 1.2).
 */
export function parseAmount(text: string, kind: AmountKind): string | null {
  if (text.length > longest) return null
  const written = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('、', ',')
    .replaceAll('。', '.')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/ ?([^\d ]) ?/gu, '$1')
  const unitless = written.replace(unitOf[kind], '')
  const [, before = '', currency = '', behind = ''] = /^([-‐-―−ー△▲+])?([¥\\])?([-‐-―−ー△▲+])?/u.exec(unitless) ?? []
  if ((before && behind) || (currency && kind !== 'money')) return null
  const sum = summed(unitless.slice(before.length + currency.length + behind.length))
  if (sum === null || unitless.length === before.length + currency.length + behind.length) return null
  const isNegative = sum !== 0n && !['', '+'].includes(before + behind)
  return `${isNegative ? '-' : ''}${decimalText(sum)}`
}
