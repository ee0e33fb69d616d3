import { chosenHours } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { columnOf, everyCell, isChosen, moved, presets, rowOf, withCells } from './hours.ts'

describe('the week', () => {
  test('cells are switched on and off, in order, and a day without any is left out', () => {
    const some = withCells(
      { MON: [9] },
      [
        { day: 'MON', hour: 3 },
        { day: 'SUN', hour: 23 },
      ],
      true,
    )
    expect(some).toEqual({ MON: [3, 9], SUN: [23] })
    expect(withCells(some, [{ day: 'SUN', hour: 23 }], false)).toEqual({ MON: [3, 9] })
    expect(withCells(some, everyCell, false)).toEqual({})
    expect(isChosen(some, { day: 'MON', hour: 4 })).toBe(false)
  })

  test('rows and columns are whole', () => {
    expect(chosenHours(withCells({}, rowOf('WED'), true))).toBe(24)
    expect(chosenHours(withCells({}, columnOf(0), true))).toBe(7)
    expect(chosenHours(withCells({}, everyCell, true))).toBe(168)
  })

  test.each([
    ['preset_all', 168],
    ['preset_business', 45],
    ['preset_evening', 42],
    ['preset_weekend', 48],
    ['preset_none', 0],
  ] as const)('%s is %d hours', (name, count) => {
    expect(chosenHours(presets[name]())).toBe(count)
  })

  test.each([
    ['ArrowLeft', 'MON 0'],
    ['ArrowRight', 'MON 1'],
    ['ArrowUp', 'MON 0'],
    ['ArrowDown', 'TUE 0'],
    ['End', 'MON 23'],
  ])('%s from the first cell leads to %s', (key, cell) => {
    const { day, hour } = moved({ day: 'MON', hour: 0 }, key)!
    expect(`${day} ${hour}`).toBe(cell)
  })

  test('other keys lead nowhere', () => {
    expect(moved({ day: 'MON', hour: 0 }, 'a')).toBeNull()
  })
})
