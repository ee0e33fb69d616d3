import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { creativeStates, frameStates } from '../index.ts'
import { actionBodySchema, mayAct, type StateAction, type StateRules } from './state.ts'

const rules = { field: 'status', actions: { stop: { from: ['RUNNING', 'WAITING'] } } } as unknown as StateRules

test.each([
  ['stop', 'RUNNING', true],
  ['stop', 'WAITING', true],
  ['stop', 'STOPPED', false],
  ['stop', '', false],
  ['restart', 'RUNNING', false],
])('%s in the state %s: %s', (action, state, allowed) => expect(mayAct(rules, action, state)).toBe(allowed))

describe('the body of an action', () => {
  const plain = { from: [], to: '' } as unknown as StateAction
  const codes = { name: 'code', items: [], keys: ['ONE', 'OTHER'] as const }
  const asking = { ...plain, reason: { label: { ja: '', en: '' }, maxLength: 5 } } as unknown as StateAction
  const coded = { ...plain, reason: { ...asking.reason, codes } } as unknown as StateAction
  const fits = (action: StateAction, body: unknown) => v.is(actionBodySchema(action), body)

  test('is the version, and nothing that is not asked for', () => {
    expect(fits(plain, { version: 1 })).toBe(true)
    for (const body of [{}, { version: 0 }, { version: 1, reason: 'why' }, { version: 1, reason_code: 'ONE' }])
      expect(fits(plain, body)).toBe(false)
  })

  test('has a reason that says something, of the length that fits, where one is asked for', () => {
    for (const reason of ['why', ' a ', '12345']) expect(fits(asking, { version: 1, reason })).toBe(true)
    for (const reason of [undefined, '', ' \n', '\u200b', '123456', 7]) expect(fits(asking, { version: 1, reason })).toBe(false)
    expect(v.parse(actionBodySchema(asking), { version: 1, reason: '\u3000a\n\u202eb\u200b' })).toEqual({ version: 1, reason: 'a\nb' })
    expect(fits(asking, { version: 1, reason: 'why', reason_code: 'ONE' })).toBe(false)
  })

  test('has one of the codes where there are some', () => {
    expect(fits(coded, { version: 1, reason: 'why', reason_code: 'OTHER' })).toBe(true)
    for (const reason_code of [undefined, '', 'NONE']) expect(fits(coded, { version: 1, reason: 'why', reason_code })).toBe(false)
  })
})

test('of the product: frames stop and restart, creatives are reviewed after they were handed in', () => {
  expect([mayAct(frameStates, 'stop', 'RUNNING'), mayAct(frameStates, 'stop', 'STOPPED')]).toEqual([true, false])
  expect([mayAct(creativeStates, 'approve', 'APPLIED'), mayAct(creativeStates, 'approve', 'DRAFT')]).toEqual([true, false])
})
