/** Where one kind of value is cached by key, and how it is fetched. */
interface Source<T> {
  readonly known: (key: string) => T | undefined
  readonly keep: (key: string, value: T) => void
  readonly ask: (key: string) => Promise<T>
}

/**
 * Loads on demand and caches (spec/site "Client state"): each page fetches once; `again` refetches, which costs
 * a 304 if nothing changed. A value kept by an earlier page is returned at once and refetched in the background.
 * Rejects with ApiError when there is no value to return; the next call retries.
 */
export function onDemand<T>({ known, keep, ask }: Source<T>): (key: string, again?: boolean) => Promise<T> {
  const loading = new Map<string, Promise<T>>()
  const loaded = new Set<string>()

  async function read(key: string): Promise<T> {
    try {
      const value = await ask(key)
      keep(key, value)
      loaded.add(key)
      return value
    } finally {
      loading.delete(key)
    }
  }

  return async (key, again = false) => {
    const had = known(key)
    if (had !== undefined && loaded.has(key) && !again) return had
    const reading = loading.get(key) ?? read(key)
    loading.set(key, reading)
    if (had === undefined || again) return reading
    reading.catch(() => undefined)
    return had
  }
}
