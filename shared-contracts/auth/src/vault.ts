import { deviceKey } from './device-key.ts'

/** One encrypted text in local storage. No method rejects: what cannot be read or stored is discarded (spec/quality "Local state"). */
export interface Vault {
  /** Returns the text; null when there is none or it is unreadable, in which case it is removed. */
  readonly read: () => Promise<string | null>
  /** Stores the text; the last call wins. Stores nothing if the storage is full or forbidden. */
  readonly write: (text: string) => Promise<void>
  readonly clear: () => void
  /** Whether anything is stored, readable or not, under an already resolved name. */
  readonly holds: () => boolean
}

const algorithm = 'AES-GCM'
const ivBytes = 12

async function encrypt(key: CryptoKey, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(text)))
  // Converted byte by byte, because a long text would exceed the argument limit of a single call.
  return btoa([...iv, ...sealed].map((byte) => String.fromCharCode(byte)).join(''))
}

async function decrypt(key: CryptoKey, stored: string): Promise<string> {
  const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
  const opened = await crypto.subtle.decrypt({ name: algorithm, iv: bytes.slice(0, ivBytes) }, key, bytes.slice(ivBytes))
  return new TextDecoder().decode(opened)
}

/** `name` may still be pending; if it rejects, the vault stores nothing. */
export function createVault(name: string | Promise<string>, key: () => Promise<CryptoKey> = deviceKey): Vault {
  let writes = 0

  function remove(known: string): void {
    try {
      localStorage.removeItem(known)
    } catch {
      // The browser may forbid storage; treat it as empty.
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
