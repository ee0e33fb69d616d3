import { ReleaseError } from '../error/release-error.ts'

/** A stored object. `etag` changes whenever the bytes do. */
export interface StoredObject {
  readonly body: Buffer
  readonly etag: string
}

/**
 * What the registry needs of a store: a directory, or a bucket with conditional writes. Keys are slash-separated
 * and made by `layout`. Writes are durable when they return.
 */
export interface Storage {
  /** The location, for messages. */
  readonly location: string
  read(key: string): Promise<StoredObject | null>
  /** Writes a new object atomically. False if it already exists; nothing is written. */
  create(key: string, body: Uint8Array): Promise<boolean>
  /**
   * Replaces an object if it still has this ETag (null: if it does not exist), and returns the new one. null if
   * somebody else was faster.
   */
  compareAndSwap(key: string, body: Uint8Array, etag: string | null): Promise<string | null>
  /** Names directly below a key, sorted; empty if there are none. */
  list(key: string): Promise<string[]>
  /** Removes an object; succeeds if it does not exist. Only `prune` uses it. */
  remove(key: string): Promise<void>
  /** When an object was written, by the time of the store; null if it does not exist. */
  modified(key: string): Promise<Date | null>
  /** The time of the store, which everybody who uses it shares; the clocks of their machines may be wrong. */
  now(): Promise<Date>
  /** Calls `changed` soon after a change below the key, if the store supports it. Returns the unsubscribe function. */
  watch(key: string, changed: () => void): () => void
}

/** The error of a write where only reading is allowed. */
export function storageReadOnly(location: string): ReleaseError {
  return new ReleaseError('storage_read_only', {
    what: `Nothing was changed in ${location}`,
    why: 'it can be read here, and not written',
    advice: 'Give this user or key write access, or do it where there is one',
  })
}
