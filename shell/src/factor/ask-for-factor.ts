import { atom, getDefaultStore } from 'jotai'

/** Whether a call waits for a fresh factor of the user. */
export const factorAskedAtom = atom(false)

let waiting: ((given: boolean) => void)[] = []

/** Opens the dialog that asks for a factor; resolves to whether it was given. Calls that need one at the same time share it. */
export function askForFactor(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    getDefaultStore().set(factorAskedAtom, true)
  })
}

/** Lets the waiting calls go on, or fail. */
export function answerFactorAsked(given: boolean): void {
  const answered = waiting
  waiting = []
  getDefaultStore().set(factorAskedAtom, false)
  for (const resolve of answered) resolve(given)
}
