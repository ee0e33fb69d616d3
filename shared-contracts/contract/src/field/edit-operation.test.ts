import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { campaign } from '../entities/demand/campaign.ts'
import { editOperationsOf, editedValue, normaliseOperand, operandSchema, type EditOperation } from './edit-operation.ts'
import { datetime, integer, money } from './field.ts'

const label = { ja: '項目', en: 'Field' }
const sum = money({ label, min: 1 })
const price = money({ label, decimals: 6 })
const weight = integer({ label, min: 1, max: 100 })
const end = datetime({ label, end: true })

const edited = (
  field: typeof sum | typeof price | typeof weight | typeof end,
  operation: EditOperation,
  operand: unknown,
  before: unknown,
) => editedValue(field, operation, operand, before)

describe('percent', () => {
  test('is exact in decimals and rounded half up to what the field holds', () => {
    expect(edited(sum, 'percent', '10', '1000')).toBe('1100')
    expect(edited(sum, 'percent', '10', '5')).toBe('6')
    expect(edited(sum, 'percent', '-10', '5')).toBe('5')
    expect(edited(sum, 'percent', '9.9', '5')).toBe('5')
    expect(edited(sum, 'percent', '-33.333', '100000')).toBe('66667')
    // 0.1 + 0.2 of floats: 1.005 × 100 is 100.49999999999999 there.
    expect(edited(sum, 'percent', '0.5', '100')).toBe('101')
    expect(edited(sum, 'percent', '0.001', '999999999999')).toBe('1000009999999')
    expect(edited(price, 'percent', '10', '0.000005')).toBe('0.000006')
    expect(edited(price, 'percent', '0.5', '1.1')).toBe('1.1055')
    expect(edited(weight, 'percent', '50', 5)).toBe(8)
    expect(edited(sum, 'percent', '-100', '100')).toBe('0')
  })

  test('takes ten times at most, and nothing away that is not there', () => {
    const fits = (value: unknown) => v.is(operandSchema(sum, 'percent'), normaliseOperand(sum, 'percent', value))
    expect(['10', '+10%', '－１０％', '△5', '0.125', '1000', '-100'].map(fits)).toEqual(Array.from({ length: 7 }, () => true))
    expect(['', '1000.001', '-100.001', '0.1234', 'x', '1e2', 5, null].map(fits)).toEqual(Array.from({ length: 8 }, () => false))
  })
})

test('an amount is added as it is written', () => {
  const read = (value: string) => normaliseOperand(sum, 'add', value)
  expect(['1万円', '△1,000', '＋５００', '-1万'].map(read)).toEqual(['10000', '-1000', '500', '-10000'])
  expect(edited(sum, 'add', '-1000', '2500')).toBe('1500')
  expect(edited(sum, 'add', '999999999999', '999999999999')).toBe('1999999999998')
  expect(edited(weight, 'add', '-3', 5)).toBe(2)
  expect(v.is(operandSchema(sum, 'add'), '0.5')).toBe(false)
  expect(v.is(operandSchema(price, 'add'), '0.5')).toBe(true)
})

test('dates move by whole days and keep their time', () => {
  expect(edited(end, 'shift', 7, '2026-12-20T15:00:00.000Z')).toBe('2026-12-27T15:00:00.000Z')
  expect(edited(end, 'shift', -1, '2026-03-01T00:30:00.000Z')).toBe('2026-02-28T00:30:00.000Z')
  expect(normaliseOperand(end, 'shift', '-７日')).toBe(-7)
})

test('what has no value stays without one unless it is set', () => {
  for (const operation of ['percent', 'add', 'shift'] as const) expect(edited(sum, operation, '5', null)).toBeNull()
  expect(edited(sum, 'set', '5', null)).toBe('5')
})

test('operations are those that the kind of a field allows', () => {
  expect(editOperationsOf(campaign.fields.name)).toEqual([])
  expect(editOperationsOf(campaign.fields.end_at)).toEqual(['set', 'shift'])
  expect(editOperationsOf(campaign.fields.lifetime_budget)).toEqual(['set', 'percent', 'add'])
  expect(editOperationsOf(campaign.fields.goal)).toBeNull()
})
