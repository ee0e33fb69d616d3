import { getDefaultStore } from 'jotai'
import { expect, test } from 'vitest'
import { answerFactorAsked, askForFactor, factorAskedAtom } from './ask-for-factor.ts'

const isAsked = () => getDefaultStore().get(factorAskedAtom)

test.each([true, false])(
  'calls that need a factor at the same time share one dialog, and all go on or fail with it (%s)',
  async (given) => {
    const waiting = [askForFactor(), askForFactor()]
    expect(isAsked()).toBe(true)
    answerFactorAsked(given)
    expect(await Promise.all(waiting)).toEqual([given, given])
    expect(isAsked()).toBe(false)
  },
)

test('an answer counts for the calls that waited for it alone', async () => {
  const first = askForFactor()
  answerFactorAsked(false)
  const second = askForFactor()
  answerFactorAsked(true)
  expect([await first, await second]).toEqual([false, true])
})
