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

/** Whether the user has left but the server does not know yet: nobody is signed in here until it does, or until somebody signs in. */
export const leavingAtom: Atom<boolean> = atom((get) => get(writableAtom))

/** As it stands for every tab of this browser. */
export function isLeaving(): boolean {
  return kept() || getDefaultStore().get(writableAtom)
}

export function setLeaving(leaving: boolean): void {
  getDefaultStore().set(writableAtom, leaving)
  try {
    if (leaving) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
  } catch {
    // A storage that the browser forbids: then it holds for this page.
  }
}
