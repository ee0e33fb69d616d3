import { layout } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { snapshotReader, type Snapshot } from './snapshot.ts'

/** For stores without change notifications, and for watches that the system dropped. */
const pollMs = 5_000
/** One change causes several events; a single read covers them. */
const settleMs = 15

/** The latest snapshot of a channel, kept current so that requests do not wait for storage. */
export interface Live {
  /** The latest snapshot; waits only for the first one. */
  current(): Promise<Snapshot>
  /** Reads again now. Rejects if the registry cannot be reached. */
  refresh(): Promise<Snapshot>
  /** The latest snapshot, and how long ago the registry was read (seconds); null before the first time. */
  latest(): { readonly snapshot: Snapshot; readonly age: number } | null
  /** Calls back whenever a pointer moves. Returns the unsubscribe function. */
  subscribe(changed: (snapshot: Snapshot) => void): () => void
  close(): void
}

export function watchLive(registry: Registry, channel: string, report: (problem: string) => void): Live {
  const reader = snapshotReader(registry, channel, report)
  const subscribers = new Set<(snapshot: Snapshot) => void>()
  let newest: Snapshot | null = null
  let readAt = 0
  let reading: Promise<Snapshot> | null = null
  let unreachable = false

  async function read(): Promise<Snapshot> {
    const snapshot = await reader.read()
    const before = newest
    newest = snapshot
    readAt = performance.now()
    unreachable = false
    if (before && JSON.stringify([before.etag, before.revs]) !== JSON.stringify([snapshot.etag, snapshot.revs])) {
      for (const subscriber of subscribers) subscriber(snapshot)
    }
    return snapshot
  }

  /** Reads are serialised; a read requested during another starts after it, so that it sees changes in between. */
  function refresh(): Promise<Snapshot> {
    const next = (reading ?? Promise.resolve()).catch(() => undefined).then(read)
    reading = next
    return next
  }

  function refreshInBackground(): void {
    refresh().catch((error: unknown) => {
      if (!unreachable)
        report(`The registry in ${registry.storage.location} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      unreachable = true
    })
  }

  let settling: NodeJS.Timeout | undefined
  const stopWatching = registry.storage.watch(layout.pointers(channel), () => {
    settling ??= setTimeout(() => {
      settling = undefined
      refreshInBackground()
    }, settleMs)
  })
  const poll = setInterval(refreshInBackground, pollMs).unref()
  refreshInBackground()

  return {
    async current() {
      return newest ?? (reading ? reading.catch(refresh) : refresh())
    },
    refresh,
    latest: () => newest && { snapshot: newest, age: (performance.now() - readAt) / 1000 },
    subscribe(changed) {
      subscribers.add(changed)
      return () => subscribers.delete(changed)
    },
    close() {
      stopWatching()
      clearInterval(poll)
      clearTimeout(settling)
      subscribers.clear()
    },
  }
}
