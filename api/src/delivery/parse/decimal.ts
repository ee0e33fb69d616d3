/** A decimal number as digits; no float is involved (spec/domain "Money"). */
export interface Decimal {
  readonly negative: boolean
  /** Without leading zeros; '' stands for 0. */
  readonly whole: string
  /** Without trailing zeros. */
  readonly fraction: string
}

// Groups of three digits with one kind of separator throughout; NFKC turns every kind of space into ' '.
const form = /^([+-]?)(\d{1,3}(?:([, '])\d{3})(?:\3\d{3})*|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/iu

/**
 * Parses the forms that spreadsheets, databases and delivery servers write: `1200`, `1,200`, `1 200.5`, `+3`,
 * `4e-04`, `1E3`, also in full-width characters. Returns null if the text is not a number.
 */
export function readDecimal(text: string): Decimal | null {
  const [, sign, digits, , rest = '', power = '0'] = form.exec(text.normalize('NFKC').replace('−', '-').trim()) ?? []
  const whole = digits?.replace(/\D/gu, '') ?? ''
  if (whole === '' && rest === '') return null
  const all = whole + rest
  const point = whole.length + Number(power)
  // Exponents such as `9e9999` are capped at some forty digits, which is beyond anything storable.
  const padded = '0'.repeat(Math.min(40, Math.max(0, -point))) + all + '0'.repeat(Math.min(40, Math.max(0, point - all.length)))
  const at = Math.min(padded.length, Math.max(0, point))
  const decimal = { whole: padded.slice(0, at).replace(/^0+/u, ''), fraction: padded.slice(at).replace(/0+$/u, '') }
  return { negative: sign === '-' && decimal.whole + decimal.fraction !== '', ...decimal }
}

/** Formats the number for PostgreSQL, rounded half away from zero to `decimals` places. */
export function roundedText({ negative, whole, fraction }: Decimal, decimals: number): string {
  const kept = BigInt(`0${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`) + (fraction.charCodeAt(decimals) >= 53 ? 1n : 0n)
  const digits = kept.toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const tail = digits.slice(split).replace(/0+$/u, '')
  return `${negative && kept > 0n ? '-' : ''}${digits.slice(0, split)}${tail === '' ? '' : `.${tail}`}`
}

/** The exact product, cut at the fortieth decimal. */
export function product(one: Decimal, other: Decimal): Decimal {
  const [first, second] = [one.fraction.slice(0, 40), other.fraction.slice(0, 40)]
  const value = BigInt(`0${one.whole}${first}`) * BigInt(`0${other.whole}${second}`)
  const decimals = first.length + second.length
  const digits = value.toString().padStart(decimals, '0')
  const point = digits.length - decimals
  return {
    negative: one.negative !== other.negative && value !== 0n,
    whole: digits.slice(0, point).replace(/^0+/u, ''),
    fraction: digits.slice(point).replace(/0+$/u, ''),
  }
}
