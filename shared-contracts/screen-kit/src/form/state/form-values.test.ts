import { ad, company, frame, rate, space } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { companyRecord } from '../../testing/samples.ts'
import { bodyOf, changedBody, formFields, formValues, groupThousands, normalisedInput } from './form-values.ts'

const names = formFields(company, companyRecord, 'admin')
const values = formValues(company.fields, names, companyRecord)

test('fields of the server are not on offer', () => {
  expect(names).not.toContain('credit_status')
  expect(formFields(space, {}, 'admin')).not.toContain('medium_id')
  expect(formFields(space, null, 'admin')).toContain('medium_id')
})

test('what is given once is on offer until it is', () => {
  const offered = (record: object | null) => formFields(ad, record && { ...record }, 'advertiser').includes('product_id')
  expect([null, { product_id: null }, { product_id: 3 }].map(offered)).toEqual([true, true, false])
})

test('fields of other roles are not on offer', () => {
  const offered = (role: 'admin' | 'pg' | null) => formFields(frame, {}, role)
  expect(offered('admin')).toContain('default_creative_id')
  expect(offered('pg')).toContain('reserve_price')
  expect(offered('pg')).not.toContain('default_creative_id')
  expect(offered(null)).toEqual([])
})

test('values of a record become inputs and the same body again', () => {
  expect(values['credit_limit']).toBe('2200000')
  expect(values['url']).toBe('')
  expect(bodyOf(company.fields, values)).toMatchObject({ name: '青葉食品', url: null, credit_limit: '2200000' })
})

describe('changes', () => {
  test('are what differs in value, not what was touched', () => {
    expect(changedBody(company.fields, values, { ...values })).toEqual({})
    expect(
      changedBody(company.fields, values, { ...values, name: ' 青葉食品 ', phone: '０３-００００-０００１', credit_limit: '2,200,000' }),
    ).toEqual({})
    expect(changedBody(company.fields, values, { ...values, city: '港区', contact_name: '' })).toEqual({ city: '港区' })
  })
})

test.each([
  ['phone', '０３－１２３４－５６７８', '0312345678'],
  ['zip', '１０００００５', '100-0005'],
  ['credit_limit', '３，０００', '3000'],
  ['name', '　株式会社Ａ ', '株式会社Ａ'],
])('%s is normalised when it is left', (name, typed, shown) => {
  expect(normalisedInput(company.fields[name as 'phone'], typed)).toBe(shown)
})

test('whole numbers are sent as numbers, other input as it is so that its fault is found', () => {
  expect(bodyOf(space.fields, { width: '３００', height: 'x' })).toEqual({ width: 300, height: 'x' })
})

test.each([
  ['１２．５％', '12.5'],
  [' 0.125 ', '0.125'],
])('a rate typed as %s is %s', (typed, shown) => {
  expect(normalisedInput(rate({ label: company.label }), typed)).toBe(shown)
})

test.each([
  ['1234567.5', '1,234,567.5'],
  ['999', '999'],
  ['0.123456', '0.123456'],
  ['1,2', '1,2'],
])('%s is grouped as %s', (amount, grouped) => {
  expect(groupThousands(amount)).toBe(grouped)
})
