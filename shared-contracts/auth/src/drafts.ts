import { getDefaultStore } from 'jotai'
import { writableSessionAtom } from './session.ts'
import { createVault, type Vault } from './vault.ts'

const prefix = 'adsite.draft.'
const ownPrefix = (userId: number) => `${prefix}${userId}.`

/**
 * Unsaved input under a name, encrypted in this browser, for the user and the account in use: it outlives the
 * page and a session that ends by itself, never a sign-out. Null while nobody is signed in.
 */
export function openDraft(name: string): Vault | null {
  const session = getDefaultStore().get(writableSessionAtom)
  return session ? createVault(`${ownPrefix(session.user.id)}${session.using_account_id}.${name}`) : null
}

/** Removes what a user has not saved, in whatever account (SPEC section 4: a logout removes the locally stored state). */
export function clearDrafts(userId: number): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix(userId))) localStorage.removeItem(key)
  } catch {
    // A storage that the browser forbids holds nothing either.
  }
}
