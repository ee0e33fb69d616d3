import { Command } from 'commander'
import { expect, it } from 'vitest'
import { basesOf, pairsOf } from './basis.ts'

const command = () => new Command().exitOverride().configureOutput({ writeErr: () => {} })

it('what a change was decided on is given for each unit, in their order', () => {
  const words = ['ad', '1.1.0-b', 'md', '2.0.0-c']
  expect(pairsOf(words, { from: ['1.0.0-a', '1.9.0-z'], rev: [3, 7] }, command())).toEqual([
    { unit: 'ad', build: '1.1.0-b', from: '1.0.0-a', decidedOn: 3 },
    { unit: 'md', build: '2.0.0-c', from: '1.9.0-z', decidedOn: 7 },
  ])
  expect(basesOf(2, {}, command())).toEqual([{}, {}])
})

it.each([
  ['--from', { from: ['1.0.0-a'] }],
  ['--rev', { rev: [1, 2, 3] }],
])('%s for other units than there are is wrong usage', (flag, given) => {
  expect(() => basesOf(2, given, command())).toThrow(`${flag} has`)
})
