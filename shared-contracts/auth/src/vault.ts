import { deviceKey } from './device-key.ts'

/** One encrypted text in local storage. Nothing here rejects: what cannot be read or kept is discarded (spec/quality "Local state"). */
export interface Vault {
  /** The text; null when there is none or it cannot be read, and then it is removed. */
  readonly read: () => Promise<string | null>
  /** Keeps the text; the last call wins. A full or forbidden storage keeps nothing. */
  readonly write: (text: string) => Promise<void>
  readonly clear: () => void
  /** Whether anything is kept, readable or not, under a name that is known. */
  readonly holds: () => boolean
}

const algorithm = 'AES-GCM'
const ivBytes = 12

async function encrypt(key: CryptoKey, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(text)))
  // Byte by byte: as arguments of one call, a long text would be too many.
  return btoa([...iv, ...sealed].map((byte) => String.fromCharCode(byte)).join(''))
}

async function decrypt(key: CryptoKey, stored: string): Promise<string> {
  const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
  const opened = await crypto.subtle.decrypt({ name: algorithm, iv: bytes.slice(0, ivBytes) }, key, bytes.slice(ivBytes))
  return new TextDecoder().decode(opened)
}

/** `name` may be on its way; a vault that cannot be named keeps nothing. */
export function createVault(name: string | Promise<string>, key: () => Promise<CryptoKey> = deviceKey): Vault {
  let writes = 0

  function remove(known: string): void {
    try {
      localStorage.removeItem(known)
    } catch {
      // A storage that the browser forbids holds nothing either.
    }
  }

  function clear(): void {
    writes += 1
    if (typeof name === 'string') remove(name)
    else name.then(remove, () => undefined)
  }

  function stored(known: string): string | null {
    try {
      return localStorage.getItem(known)
    } catch {
      return null
    }
  }

  return {
    clear,
    holds: () => typeof name === 'string' && stored(name) !== null,
    async read() {
      try {
        const sealed = stored(await name)
        return sealed === null ? null : await decrypt(await key(), sealed)
      } catch {
        clear()
        return null
      }
    },
    async write(text) {
      writes += 1
      const mine = writes
      try {
        const known = await name
        const sealed = await encrypt(await key(), text)
        if (mine === writes) localStorage.setItem(known, sealed)
      } catch {
        if (mine === writes) clear()
      }
    },
  }
}
