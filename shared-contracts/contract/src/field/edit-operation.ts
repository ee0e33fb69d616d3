import * as v from 'valibot'
import type { Field, FieldKind } from './field-type.ts'
import { normaliseValue } from './normalise.ts'
import { message } from '../text/message.ts'
import { grouped } from '../value/grouped.ts'
import { fromMicros, micros } from '../value/micros.ts'
import { parseAmount } from '../value/parse-amount.ts'

/** What an edit of many records does to a field: set a value, add a percentage, add an amount, move by days. */
export const editOperations = ['set', 'percent', 'add', 'shift'] as const
export type EditOperation = (typeof editOperations)[number]

/** Operations by kind of field. A text has none, because many records of one name help nobody; it is edited one by one. */
const operationsByKind: Partial<Record<FieldKind, readonly EditOperation[]>> = {
  text: [],
  integer: ['set', 'percent', 'add'],
  money: ['set', 'percent', 'add'],
  datetime: ['set', 'shift'],
}

type Edited = Pick<Field, 'kind' | 'schema' | 'decimals' | 'end'>

/** The operations on fields of a kind; null if lists do not edit such fields. */
export function editOperationsOf({ kind }: Pick<Field, 'kind'>): readonly EditOperation[] | null {
  return operationsByKind[kind] ?? null
}

const percentLimits = { min: '-100', max: '1000' } as const
/** Ten years. */
const daysLimit = 3650
const dayLength = 86_400_000

/** A decimal, possibly negative, between limits. */
function decimal(decimals: number, { min, max }: { readonly min: string; readonly max: string }, fraction: string) {
  const form = new RegExp(`^-?\\d{1,12}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`, 'u')
  return v.pipe(
    v.string(message('number')),
    v.regex(form, ({ input }) => (/^-?\d{1,12}\.\d+$/u.test(input) ? fraction : message('number'))),
    v.check((value) => !form.test(value) || micros(value) >= micros(min), message('min', grouped(min))),
    v.check((value) => !form.test(value) || micros(value) <= micros(max), message('max', grouped(max))),
  )
}

/** What an operation on a field takes: percent and amounts as decimal strings, days as a number, and what is set as the field does. */
export function operandSchema({ kind, schema, decimals = 0 }: Edited, operation: EditOperation): v.GenericSchema {
  switch (operation) {
    case 'set':
      return schema
    case 'percent':
      return decimal(3, percentLimits, message('decimals', 3))
    case 'add': {
      const fraction = decimals > 0 ? message('decimals', decimals) : message(kind === 'money' ? 'whole_yen' : 'integer')
      return decimal(decimals, { min: '-999999999999', max: '999999999999' }, fraction)
    }
    case 'shift':
      return v.pipe(
        v.number(message('number')),
        v.integer(message('integer')),
        v.minValue(-daysLimit, message('min', -daysLimit)),
        v.maxValue(daysLimit, message('max', daysLimit)),
      )
  }
}

/** The operand as users write it (`+10%`, `△1万円`, `７日`) in its stored form; what cannot be read stays as it is. */
export function normaliseOperand(field: Edited, operation: EditOperation, value: unknown): unknown {
  if (operation === 'set') return normaliseValue(field, value)
  if (typeof value !== 'string') return value
  if (operation === 'percent') return parseAmount(value, 'rate') ?? value
  if (operation === 'shift') return normaliseValue({ kind: 'integer' }, value)
  return parseAmount(value, field.kind === 'money' ? 'money' : 'integer') ?? value
}

/** Half a unit counts as a whole one, away from zero. */
function rounded(numerator: bigint, divisor: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const whole = (size * 2n + divisor) / (divisor * 2n)
  return numerator < 0n ? -whole : whole
}

/**
 * The value of a field after an operation; `operand` has passed `operandSchema`. Percentages are exact in decimals and then
 * rounded to what the field holds: a sum to whole yen, a price to its decimals, a number to a whole one. A field without a
 * value stays without one unless it is set.
 */
export function editedValue({ kind, decimals = 0 }: Edited, operation: EditOperation, operand: unknown, before: unknown): unknown {
  if (operation === 'set') return operand
  if (before === null || before === undefined) return null
  if (operation === 'shift') return new Date(Date.parse(String(before)) + Number(operand) * dayLength).toISOString()
  const now = micros(String(before))
  const by = micros(String(operand))
  const unit = 10n ** BigInt(6 - (kind === 'money' ? decimals : 0))
  const hundred = micros('100')
  const after = operation === 'add' ? now + by : rounded(now * (hundred + by), hundred * unit) * unit
  return kind === 'integer' ? Number(fromMicros(after)) : fromMicros(after)
}
