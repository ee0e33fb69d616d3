import { atom, getDefaultStore } from 'jotai'

/** Browser tab name of the current screen; null: the title of its route. */
export const tabNameAtom = atom<{ readonly name: string } | null>(null)

/** Sets the tab name until the returned function is called or another name replaces it. */
export function nameTab(name: string): () => void {
  const named = { name }
  const store = getDefaultStore()
  store.set(tabNameAtom, named)
  return () => store.set(tabNameAtom, (now) => (now === named ? null : now))
}
