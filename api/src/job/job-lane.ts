import { required } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import { JobProcess } from './job-process.ts'
import type { JobProcesses } from './job-processes.ts'
import type { JobDependencies } from './message.ts'

/** Longest wait for its turn of a job that only asks (seconds). */
const longestWait = 60

interface Waiting {
  readonly account: number
  readonly begin: (process: JobProcess) => void
}

/** A few processes with one queue: first come, first served, but never two jobs of one account at a time. */
export class JobLane {
  readonly #processes: readonly JobProcess[]
  readonly #free: JobProcess[]
  readonly #busy = new Set<number>()
  #waiting: Waiting[] = []

  constructor(count: number, processes: JobProcesses, dependencies: JobDependencies) {
    this.#processes = Array.from({ length: count }, () => new JobProcess(processes, dependencies))
    this.#free = [...this.#processes]
  }

  /**
   * Runs `work` with a process at the account's turn. One that only asks is cancelled when `signal` aborts, and refused after a
   * minute. A change (null) waits for as long as it takes, since its page may be closed and nobody would be told.
   */
  async turn<T>(account: number, signal: AbortSignal | null, work: (process: JobProcess) => Promise<T>): Promise<T> {
    const process = await this.#wait(account, signal)
    try {
      return await work(process)
    } finally {
      this.#busy.delete(account)
      // Reused first, so that the other processes need not be started.
      this.#free.push(process)
      this.#next()
    }
  }

  #wait(account: number, signal: AbortSignal | null): Promise<JobProcess> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        settle()
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(error)
      }
      const refuse = () => leave(new RequestError('unavailable', { retryAfter: 30 }))
      const late = signal ? setTimeout(refuse, longestWait * 1000) : undefined
      const gone = () => leave(signal?.reason)
      const settle = () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', gone)
      }
      const waiting: Waiting = {
        account,
        begin(process) {
          settle()
          resolve(process)
        },
      }
      signal?.addEventListener('abort', gone)
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

  /** Starts the first process in advance. */
  start(): void {
    this.#free.at(-1)?.start()
  }

  /** Jobs that are worked on now, and those that wait for their turn. */
  figures(): { readonly running: number; readonly waiting: number } {
    return { running: this.#processes.length - this.#free.length, waiting: this.#waiting.length }
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.end()))
  }
}
