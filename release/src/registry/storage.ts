/** One stored object. `etag` changes whenever the bytes do. */
export interface StoredObject {
  readonly body: Buffer
  readonly etag: string
}

/**
 * What the registry needs of a store: a directory here, a bucket with conditional writes elsewhere.
 * Keys are slash-separated and made by `layout`. Writes are durable when they return.
 */
export interface Storage {
  /** Where it is, for messages. */
  readonly location: string
  read(key: string): Promise<StoredObject | null>
  /** Writes an object that must not exist yet, all or nothing. False: it exists, nothing was written. */
  create(key: string, body: Uint8Array): Promise<boolean>
  /** Replaces an object that must still have this ETag (null: must not exist), and answers its new one. Null: somebody else was faster. */
  compareAndSwap(key: string, body: Uint8Array, etag: string | null): Promise<string | null>
  /** Names directly below a key, sorted; none when there is nothing. */
  list(key: string): Promise<string[]>
  /** Removes an object; fine when it is not there. Only `prune` does that. */
  remove(key: string): Promise<void>
  /** Calls `changed` soon after something below the key changed, where the store can tell. Returns how to stop. */
  watch(key: string, changed: () => void): () => void
}
