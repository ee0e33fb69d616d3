import { expect, test } from 'vitest'
import { campaign } from '../index.ts'
import { viewParameters } from './list-address.ts'

test('a saved view keeps what its list shows, neither the page nor how exactly it was counted', () => {
  const kept = viewParameters(campaign)
  expect(kept).toEqual(expect.arrayContaining(['q', 'sort', 'limit', 'columns', 'period', 'compare', 'serving_status']))
  for (const momentary of ['after', 'before', 'count', 'figures']) expect(kept).not.toContain(momentary)
})
