import { atom, getDefaultStore } from 'jotai'

/** What the screen on show is called in the browser's tab; null: what its route is. */
export const tabNameAtom = atom<{ readonly name: string } | null>(null)

/** The name stays until the returned function is called, or another one takes its place. */
export function nameTab(name: string): () => void {
  const named = { name }
  const store = getDefaultStore()
  store.set(tabNameAtom, named)
  return () => store.set(tabNameAtom, (now) => (now === named ? null : now))
}
