import { fork, type ChildProcess } from 'node:child_process'
import type { FromProcess, Job, JobDependencies, ToProcess } from './message.ts'

/** Memory of V8 for one job (megabytes); what takes more ends its own process. */
const heap = 768
/** A job that is cancelled gets this long to notice (milliseconds). */
const grace = 10_000

/** Why a job came to no end of its own. */
export class JobEnded extends Error {
  readonly reason: 'time' | 'died' | 'cancelled'
  constructor(reason: JobEnded['reason']) {
    super(`The job was ended: ${reason}`)
    this.reason = reason
  }
}

/** A process for one job at a time. It is started when the first one comes, and again after it had to be ended. */
export class JobProcess {
  readonly #entry: URL
  readonly #dependencies: JobDependencies
  #child: ChildProcess | null = null

  /** `entry`: the module that it runs. */
  constructor(entry: URL, dependencies: JobDependencies) {
    this.#entry = entry
    this.#dependencies = dependencies
  }

  /** Starts the process if it does not run, so that the next job finds it ready. */
  start(): ChildProcess {
    if (this.#child) return this.#child
    const child = fork(this.#entry, {
      // None of the flags that whoever started the site was given; V8 needs no threads of its own beside the one that works.
      execArgv: ['--v8-pool-size=0', `--max-old-space-size=${heap}`, '--heap-growing-percent=50'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    // What cannot be sent to a process that just ended shows in its exit.
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

  /** Tells `onMessage` what the job says, until its end; throws JobEnded when it has none, or takes longer than `seconds`. */
  carryOut(job: Job, seconds: number, signal: AbortSignal, onMessage: (message: FromProcess) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = this.start()
      let ended: JobEnded['reason'] = 'died'
      let hard: NodeJS.Timeout | undefined
      const kill = (reason: JobEnded['reason']) => {
        ended = reason
        // What it still says is not heard, and the next job gets another one.
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
