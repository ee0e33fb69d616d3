export type Job = () => Promise<void>

export interface BackgroundQueue {
  /** Takes a job for later; false when the queue is full or closed, then the job is dropped. */
  add(job: Job): boolean
  /** Takes no more jobs and waits until the taken ones are done, at most `limit` milliseconds; answers how many were left. */
  close(limit: number): Promise<number>
}

interface QueueOptions {
  /** Jobs that may wait. */
  readonly limit: number
  /** Jobs that run at the same time. */
  readonly parallel: number
  readonly onError: (error: unknown) => void
}

/** Work of this process that nobody waits for. It is lost when the process is killed: only for what people can ask for again. */
export function createQueue({ limit, parallel, onError }: QueueOptions): BackgroundQueue {
  const waiting: Job[] = []
  let running = 0
  let closed = false
  let whenIdle = () => {}

  async function work(): Promise<void> {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job().catch(onError)
    running--
    if (running === 0) whenIdle()
  }

  return {
    add(job) {
      if (closed || waiting.length >= limit) return false
      waiting.push(job)
      if (running < parallel) {
        running++
        void work()
      }
      return true
    },
    async close(limit) {
      closed = true
      if (running === 0) return 0
      let timer: NodeJS.Timeout | undefined
      const idle = new Promise<void>((resolve) => {
        whenIdle = resolve
        timer = setTimeout(resolve, limit)
      })
      await idle
      clearTimeout(timer)
      return waiting.splice(0).length + running
    },
  }
}
