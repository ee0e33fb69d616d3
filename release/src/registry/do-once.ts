/** Does the work when it is first asked for, and keeps what came of it. A failure is not kept: the next call tries again. */
export function doOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
