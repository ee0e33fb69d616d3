import type { Field } from '@adsite/contract'

/** `1000.500000` → `1000.5`: one spelling per amount. */
function plainDecimal(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  const digits = whole.replace(/^0+(?=\d)/u, '')
  const rest = fraction.replace(/0+$/u, '')
  return rest ? `${digits}.${rest}` : digits
}

/** JSON form of an instant, whatever the driver made of it; null if there is none. */
export function instantText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return (value instanceof Date ? value : new Date(String(value))).toISOString()
}

/** JSON form of a field's value, with one spelling per value; used for answers, comparison and logs. */
export function jsonValue(kind: Field['kind'], value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'money' || kind === 'rate') return plainDecimal(String(value))
  if (kind === 'datetime') return instantText(value)
  return value
}

/** Database form of a field's value. */
export function columnValue(kind: Field['kind'], value: unknown): unknown {
  return kind === 'datetime' && typeof value === 'string' ? new Date(value) : value
}
