/** How long the first item of a batch waits for others, unless the page is left (milliseconds). */
const patience = 3000

export interface Batch<T> {
  add(item: T): void
  /** Sends what waits as soon as the page is hidden or left. */
  sendWhenLeft(): void
}

/** Collects what a page reports, so that it goes out in few calls: the newest `limit` items each time. */
export function batched<T>(limit: number, sendAll: (items: T[]) => void): Batch<T> {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    const items = waiting.slice(-limit)
    waiting = []
    if (items.length > 0) sendAll(items)
  }

  return {
    add(item) {
      waiting.push(item)
      timer ??= setTimeout(send, patience)
    },
    sendWhenLeft() {
      window.addEventListener('pagehide', send)
      document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
    },
  }
}
