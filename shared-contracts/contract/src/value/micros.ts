const scale = 1_000_000n

/** Yen with up to six decimals, possibly negative, as a whole number of millionths. */
export function micros(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace(/^-/u, '').split('.')
  const size = BigInt(whole) * scale + BigInt(fraction.padEnd(6, '0').slice(0, 6))
  return amount.startsWith('-') ? -size : size
}

/** Formats millionths of a yen as a decimal string without trailing zeros. */
export function fromMicros(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const size = value < 0n ? -value : value
  const fraction = String(size % scale)
    .padStart(6, '0')
    .replace(/0+$/u, '')
  return `${sign}${size / scale}${fraction ? `.${fraction}` : ''}`
}
