import { atom, getDefaultStore, type Atom } from 'jotai'

const name = 'adsite.leaving'

function kept(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

const writableAtom = atom(kept())

/**
 * Whether the user has signed out but the server has not confirmed it. Until it does, or until somebody signs
 * in, this browser shows nobody as signed in.
 */
export const leavingAtom: Atom<boolean> = atom((get) => get(writableAtom))

/** The state shared by all tabs of this browser. */
export function isLeaving(): boolean {
  return kept() || getDefaultStore().get(writableAtom)
}

export function setLeaving(leaving: boolean): void {
  getDefaultStore().set(writableAtom, leaving)
  try {
    if (leaving) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
  } catch {
    // If the browser forbids storage, the state applies to this page only.
  }
}
