import { atom, getDefaultStore } from 'jotai'

const running = atom(0)

/** Whether the loader is visible (spec/site "Client state"): while any action runs. */
export const loaderShownAtom = atom((get) => get(running) > 0)

/** Shows the loader until the promise settles. */
export async function trackLoading<T>(work: Promise<T>): Promise<T> {
  const store = getDefaultStore()
  store.set(running, (count) => count + 1)
  try {
    return await work
  } finally {
    store.set(running, (count) => count - 1)
  }
}
