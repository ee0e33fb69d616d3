const database = 'adsite'
const keys = 'keys'
const keyName = 'client-state'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

async function openKey(): Promise<CryptoKey> {
  const opening = indexedDB.open(database, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(keys))
  const opened = await settled(opening)
  try {
    const known: unknown = await settled(opened.transaction(keys).objectStore(keys).get(keyName))
    if (known instanceof CryptoKey) return known
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    // Read again inside the write transaction, because another tab may have created it first.
    const store = opened.transaction(keys, 'readwrite').objectStore(keys)
    const first: unknown = await settled(store.get(keyName))
    if (first instanceof CryptoKey) return first
    await settled(store.put(made, keyName))
    return made
  } finally {
    opened.close()
  }
}

let key: Promise<CryptoKey> | undefined

/**
 * The browser's own non-extractable key for local state, kept in IndexedDB. Rejects where IndexedDB is
 * unavailable (private mode, plain http).
 */
export function deviceKey(): Promise<CryptoKey> {
  key ??= openKey().catch((error: unknown) => {
    key = undefined
    throw error
  })
  return key
}
