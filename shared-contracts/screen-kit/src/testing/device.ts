import { vi } from 'vitest'

function answering<T>(result: T): EventTarget & { result: T } {
  const request = Object.assign(new EventTarget(), { result })
  queueMicrotask(() => request.dispatchEvent(new Event('success')))
  return request
}

/** jsdom lacks IndexedDB, which holds the key of the local state; this in-memory stub implements what that needs. */
export function stubDevice(): void {
  const kept = new Map<string, unknown>()
  const objectStore = () => ({
    get: (key: string) => answering(kept.get(key)),
    put: (value: unknown, key: string) => answering(kept.set(key, value)),
  })
  vi.stubGlobal('indexedDB', { open: () => answering({ transaction: () => ({ objectStore }), close: () => {} }) })
}

/** jsdom has no layout, but the editor of rich text measures text positions; here everything is nowhere. */
export function stubLayout(): void {
  const nowhere = () => ({ length: 0, item: () => null, [Symbol.iterator]: [][Symbol.iterator] }) as unknown as DOMRectList
  Range.prototype.getClientRects = nowhere
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Element.prototype.getClientRects = nowhere
  document.elementFromPoint = () => null
}

/** jsdom opens no dialog of the browser. */
export function stubDialog(): void {
  let opener: Element | null = null
  HTMLDialogElement.prototype.showModal = function showModal() {
    opener = document.activeElement
    this.open = true
    this.querySelector('button')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    if (opener instanceof HTMLElement) opener.focus()
  }
}
