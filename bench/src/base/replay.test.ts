import { expect, test } from 'vitest'
import { wavesOf } from './replay.ts'

test('statements that were under way together are one wave', () => {
  const statement = (text: string, began: number, ended: number) => ({ config: { text, values: [] }, began, ended })
  const session = statement('session', 0, 2)
  const page = statement('page', 3, 9)
  const count = statement('count', 4, 5)
  const late = statement('second half of the page', 6, 8)
  const names = statement('names', 10, 11)
  // In order of completion.
  const waves = wavesOf([session, count, late, page, names])
  expect(waves.map((wave) => wave.map(({ config }) => config.text))).toEqual([
    ['session'],
    ['page', 'count', 'second half of the page'],
    ['names'],
  ])
  expect(wavesOf([])).toEqual([])
})
