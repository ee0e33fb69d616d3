/** Records processed concurrently; the rest of the pool stays available to others. */
const workers = 4

/** Runs `work` on every item with limited concurrency; returns the results in order. */
export async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  async function worker(): Promise<void> {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}
