import { expect, test } from 'vitest'
import { exclusionSides, isOfOtherSide, restoreRefusal } from './exclusion.ts'
import { roles } from '../../role/role.ts'

test('an exclusion is taken back by the side that made it, or the administrator', () => {
  const takenBackBy = (side: string) => roles.map(({ key }) => key).filter((role) => restoreRefusal(role, side) === null)
  expect(Object.fromEntries(exclusionSides.keys.map((side) => [side, takenBackBy(side)]))).toEqual({
    ADMIN: ['admin'],
    DEMAND: ['advertiser', 'agency', 'rep', 'admin'],
    SUPPLY: ['ptd', 'pg', 'admin'],
  })
  expect(restoreRefusal('pg', 'DEMAND')!.ja).toBe('広告主側が除外しているため、変更できません。')
})

test('an exclusion of the other side alone can become both sides’', () => {
  const ofOthers = exclusionSides.keys.map((side) => [side, exclusionSides.keys.filter((by) => isOfOtherSide(side, by))])
  expect(Object.fromEntries(ofOthers)).toEqual({ ADMIN: ['DEMAND', 'SUPPLY'], DEMAND: ['SUPPLY'], SUPPLY: ['DEMAND'] })
  expect(isOfOtherSide('SUPPLY', null)).toBe(false)
})
