import { getDefaultStore } from 'jotai'
import { writableSessionAtom } from './session.ts'
import { createVault, type Vault } from './vault.ts'

const prefix = 'adsite.d.'
/** Prefix used by earlier builds, whose names revealed user, account and page. */
const formerPrefix = 'adsite.draft.'

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ownPrefix = async (userId: number) => `${prefix}${await digest(`user ${userId}`)}.`

function keysFrom(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    // The browser may forbid storage; treat it as empty.
    return []
  }
}

/**
 * An encrypted store for unsaved input under a name, for the current user and account. It survives the page, the
 * end of the session and a sign-out, and is removed as soon as another user signs in. Neither its name nor its
 * content is readable in the storage. Null while nobody is signed in,
 * and while an administrator views the site as somebody else.
 */
export function openDraft(name: string): Vault | null {
  const session = getDefaultStore().get(writableSessionAtom)
  if (!session || session.viewing) return null
  const { user, using_account_id } = session
  const key = Promise.all([ownPrefix(user.id), digest(`${user.id} ${using_account_id} ${name}`)]).then((parts) => parts.join(''))
  return createVault(key)
}

/** Whether any unsaved input is kept; after {@link keepOwnDrafts} it can only belong to the last user. */
export function holdsDrafts(): boolean {
  return keysFrom(prefix).length > 0
}

/** Removes the unsaved input of other users from this browser. */
export async function keepOwnDrafts(userId: number): Promise<void> {
  const own = await ownPrefix(userId).catch(() => null)
  for (const key of [...keysFrom(prefix), ...keysFrom(formerPrefix)]) if (own === null || !key.startsWith(own)) localStorage.removeItem(key)
}
