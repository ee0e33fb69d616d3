import { getDefaultStore } from 'jotai'
import { writableSessionAtom } from './session.ts'
import { createVault, type Vault } from './vault.ts'

const prefix = 'adsite.d.'
/** As earlier builds named theirs: with user, account and page to read. */
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
    // A storage that the browser forbids holds nothing.
    return []
  }
}

/**
 * Unsaved input under a name, encrypted in this browser, for the user and the account in use: it outlives the page, a
 * session that ends, and a sign-out, and goes as soon as somebody else signs in here. Neither its name nor what
 * is in it can be read in the storage. Null while nobody is signed in.
 */
export function openDraft(name: string): Vault | null {
  const session = getDefaultStore().get(writableSessionAtom)
  if (!session) return null
  const { user, using_account_id } = session
  const key = Promise.all([ownPrefix(user.id), digest(`${user.id} ${using_account_id} ${name}`)]).then((parts) => parts.join(''))
  return createVault(key)
}

/** Whether anybody's unsaved input is kept: after {@link keepOwnDrafts} it can only be that of who was here last. */
export function holdsDrafts(): boolean {
  return keysFrom(prefix).length > 0
}

/** Removes what others have not saved in this browser. */
export async function keepOwnDrafts(userId: number): Promise<void> {
  const own = await ownPrefix(userId).catch(() => null)
  for (const key of [...keysFrom(prefix), ...keysFrom(formerPrefix)]) if (own === null || !key.startsWith(own)) localStorage.removeItem(key)
}
