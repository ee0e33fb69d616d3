import { required } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import { JobProcess } from './job-process.ts'
import type { JobDependencies } from './message.ts'

/** Longest that a job waits for its turn (seconds). */
const longestWait = 60

interface Waiting {
  readonly account: number
  readonly begin: (process: JobProcess) => void
}

/** A few processes with one line before them: first come, first served, but never two of one account at a time. */
export class JobLane {
  readonly #processes: readonly JobProcess[]
  readonly #free: JobProcess[]
  readonly #busy = new Set<number>()
  #waiting: Waiting[] = []

  constructor(count: number, entry: URL, dependencies: JobDependencies) {
    this.#processes = Array.from({ length: count }, () => new JobProcess(entry, dependencies))
    this.#free = [...this.#processes]
  }

  /** Does `work` with a process when it is the account's turn. Refused when that does not come in a minute; a caller who leaves gives it up. */
  async turn<T>(account: number, signal: AbortSignal, work: (process: JobProcess) => Promise<T>): Promise<T> {
    const process = await this.#wait(account, signal)
    try {
      return await work(process)
    } finally {
      this.#busy.delete(account)
      // The one that was used last is used first: the others need not be started.
      this.#free.push(process)
      this.#next()
    }
  }

  #wait(account: number, signal: AbortSignal): Promise<JobProcess> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        settle()
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(error as Error)
      }
      const late = setTimeout(() => leave(new RequestError('unavailable', { retryAfter: 30 })), longestWait * 1000)
      const gone = () => leave(signal.reason)
      const settle = () => {
        clearTimeout(late)
        signal.removeEventListener('abort', gone)
      }
      const waiting: Waiting = {
        account,
        begin(process) {
          settle()
          resolve(process)
        },
      }
      signal.addEventListener('abort', gone)
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  #next(): void {
    for (const waiting of Array.from(this.#waiting)) {
      if (this.#free.length === 0) return
      if (this.#busy.has(waiting.account)) continue
      this.#waiting = this.#waiting.filter((other) => other !== waiting)
      this.#busy.add(waiting.account)
      waiting.begin(required(this.#free.pop(), 'an entry of free'))
    }
  }

  /** Starts the first process before anybody waits for it. */
  start(): void {
    this.#free.at(-1)?.start()
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.end()))
  }
}
