/**
 * Works off a queue in the database, several of its jobs at a time, until `take` finds none. While it is empty, it is asked once and not
 * by all.
 */
export async function workOff<Job>(
  take: () => Promise<Job | undefined>,
  parallel: number,
  handle: (job: Job) => Promise<void>,
): Promise<void> {
  async function from(first: Job | undefined): Promise<void> {
    for (let job = first; job !== undefined; job = await take()) await handle(job)
  }
  const first = await take()
  if (first === undefined) return
  await Promise.all([from(first), ...Array.from({ length: parallel - 1 }, async () => from(await take()))])
}
