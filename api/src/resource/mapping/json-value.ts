import type { Field } from '@adsite/contract'

/** `1000.500000` → `1000.5`: one spelling per amount. */
function plainDecimal(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  const digits = whole.replace(/^0+(?=\d)/u, '')
  const rest = fraction.replace(/0+$/u, '')
  return rest ? `${digits}.${rest}` : digits
}

/** An instant as PostgreSQL writes it for connections in UTC. */
const written = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/u

/** JSON form of an instant, whatever the driver made of it; null if there is none. */
export function instantText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  // Lists have hundreds of them, and a Date takes several times as long to read and to write.
  const [, day, time, fraction = ''] = (typeof value === 'string' && written.exec(value)) || []
  if (day !== undefined && time !== undefined) return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
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
