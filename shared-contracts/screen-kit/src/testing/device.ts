import { vi } from 'vitest'

function answering<T>(result: T): EventTarget & { result: T } {
  const request = Object.assign(new EventTarget(), { result })
  queueMicrotask(() => request.dispatchEvent(new Event('success')))
  return request
}

/** jsdom has no IndexedDB, where the browser keeps the key of its local state: one store in memory, as far as that needs it. */
export function stubDevice(): void {
  const kept = new Map<string, unknown>()
  const objectStore = () => ({
    get: (key: string) => answering(kept.get(key)),
    put: (value: unknown, key: string) => answering(kept.set(key, value)),
  })
  vi.stubGlobal('indexedDB', { open: () => answering({ transaction: () => ({ objectStore }), close: () => {} }) })
}
