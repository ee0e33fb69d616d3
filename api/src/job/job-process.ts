import type { ChildProcess } from 'node:child_process'
import { killProcess, tellProcess, type JobProcesses } from './job-processes.ts'
import type { FromProcess, Job, JobDependencies } from './message.ts'

/** Time that a cancelled job has to stop (milliseconds). */
const grace = 10_000

/** Reasons for which a job was ended from outside. */
export class JobEnded extends Error {
  readonly reason: 'time' | 'died' | 'cancelled'
  constructor(reason: JobEnded['reason']) {
    super(`The job was ended: ${reason}`)
    this.reason = reason
  }
}

/** A process for one job at a time. Started with the first job, and again after it had to be ended. */
export class JobProcess {
  readonly #processes: JobProcesses
  readonly #dependencies: JobDependencies
  #child: ChildProcess | null = null
  #isBusy = false
  readonly #exited = () => {
    this.#child = null
  }

  constructor(processes: JobProcesses, dependencies: JobDependencies) {
    this.#processes = processes
    this.#dependencies = dependencies
  }

  /** Starts the process if it is not running. */
  start(): ChildProcess {
    this.#child ??= this.#processes.start(this.#dependencies).once('exit', this.#exited)
    return this.#child
  }

  /** The next job gets a new process. */
  #leave(child: ChildProcess): void {
    child.off('exit', this.#exited)
    if (this.#child === child) this.#child = null
  }

  /** Passes the job's messages to `onMessage` until its end. Throws JobEnded if the process exits early or exceeds `seconds`. */
  carryOut(job: Job, seconds: number, signal: AbortSignal, onMessage: (message: FromProcess) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = this.start()
      let ended: JobEnded['reason'] = 'died'
      let hard: NodeJS.Timeout | undefined
      const kill = (reason: JobEnded['reason']) => {
        ended = reason
        // Further messages are ignored, and the next job gets a new process.
        child.off('message', hear)
        this.#leave(child)
        child.kill('SIGKILL')
      }
      const limit = setTimeout(kill, seconds * 1000, 'time')
      const cancel = () => {
        tellProcess(child, { cancel: true })
        hard = setTimeout(kill, grace, 'cancelled')
      }
      const settle = () => {
        this.#isBusy = false
        clearTimeout(limit)
        clearTimeout(hard)
        signal.removeEventListener('abort', cancel)
        child.off('message', hear).off('exit', die)
        child.unref()
        child.channel?.unref()
      }
      const die = () => {
        settle()
        reject(new JobEnded(ended))
      }
      const hear = (message: FromProcess) => {
        if (message.kind !== 'end') return onMessage(message)
        settle()
        resolve()
      }
      this.#isBusy = true
      child.ref()
      child.channel?.ref()
      child.on('message', hear).once('exit', die)
      signal.addEventListener('abort', cancel)
      tellProcess(child, { job })
    })
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#leave(child)
    await (this.#isBusy ? killProcess(child) : this.#processes.end(child))
  }
}
