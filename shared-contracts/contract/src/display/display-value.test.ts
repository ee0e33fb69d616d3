import { expect, test } from 'vitest'
import { share } from '../field/field.ts'
import { displayValue } from './display-value.ts'

const pace = share({
  label: { ja: '消化率', en: 'Spent' },
  access: 'read',
  meter: { share: 'spent_rate', of: 'budget', planned: 'planned_spend', state: 'pace_state' },
})
const record = { id: 5, version: 1, refs: {}, budget: '200000.000000', planned_spend: '90000.000000', spent_rate: '37.5', pace: '83.3' }

test('a meter has amounts, of which what is spent follows from its share in percent', () => {
  expect(displayValue(pace, 'pace', { ...record, pace_state: 'behind' } as never, 'ja')).toMatchObject({
    kind: 'meter',
    spent: 75_000,
    of: 200_000,
    planned: 90_000,
    rate: 83.3,
    state: 'behind',
  })
})
