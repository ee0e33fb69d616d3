import { fork, type ChildProcess } from 'node:child_process'
import type { FromProcess, Job, JobDependencies, ToProcess } from './message.ts'

/** V8 heap limit of one job (megabytes); exceeding it ends the job's process. */
const heap = 768
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
  readonly #entry: URL
  readonly #dependencies: JobDependencies
  #child: ChildProcess | null = null

  /** `entry`: the module that it runs. */
  constructor(entry: URL, dependencies: JobDependencies) {
    this.#entry = entry
    this.#dependencies = dependencies
  }

  /** Starts the process if it is not running. */
  start(): ChildProcess {
    if (this.#child) return this.#child
    const child = fork(this.#entry, {
      // Flags of the parent process are not inherited; V8 needs no helper threads beside the working one.
      execArgv: ['--v8-pool-size=0', `--max-old-space-size=${heap}`, '--heap-growing-percent=50'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    // A failed send to an exiting process shows in its exit event.
    child.on('error', () => {})
    child.unref()
    child.channel?.unref()
    this.#child = child
    this.#send({ dependencies: this.#dependencies })
    return child
  }

  #send(message: ToProcess): void {
    this.#child?.send(message, () => {})
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
        if (this.#child === child) this.#child = null
        child.kill('SIGKILL')
      }
      const limit = setTimeout(kill, seconds * 1000, 'time')
      const cancel = () => {
        this.#send({ cancel: true })
        hard = setTimeout(kill, grace, 'cancelled')
      }
      const settle = () => {
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
      child.ref()
      child.channel?.ref()
      child.on('message', hear).once('exit', die)
      signal.addEventListener('abort', cancel)
      this.#send({ job })
    })
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child) return
    await new Promise((done) => {
      child.once('exit', done)
      child.kill('SIGKILL')
    })
  }
}
