import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

export interface ServiceOptions {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The user to run as. */
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined
  readonly log: string
  /** Whether it is restarted a second after it ends, as its unit does (deploy/high-availability/restart.conf). */
  readonly restarts: boolean
}

/** A process on this machine, in its own process group. */
export class Service {
  readonly name: string
  readonly #options: ServiceOptions
  #child: ChildProcess | undefined
  #wanted = false
  #starts = 0

  constructor(options: ServiceOptions) {
    this.name = options.name
    this.#options = options
  }

  /** Number of starts. */
  get starts(): number {
    return this.#starts
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  start(): void {
    const { program, args, env = {}, runAs, log } = this.#options
    this.#wanted = true
    this.#starts += 1
    const base = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' }
    // Its own process group, so that Ctrl-C reaches only the test, which then shuts everything down in order.
    const child = spawn(program, args, { ...runAs, cwd: '/', env: { ...base, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const written = createWriteStream(log, { flags: 'a' })
    child.stdout.pipe(written, { end: false })
    child.stderr.pipe(written, { end: false })
    child.once('close', () => {
      written.end()
      if (this.#wanted && this.#options.restarts) setTimeout(() => this.#wanted && this.start(), 1000)
    })
    child.on('error', (error) => written.write(`${error.message}\n`))
    this.#child = child
  }

  /** Sends a signal to the process only; it is restarted if its unit says so. */
  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal)
  }

  /** Stops it until the next start: with this signal, and by SIGKILL if it does not react. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#wanted = false
    if (!this.#child || !this.isRunning) return
    const ended = once(this.#child, 'exit')
    // A frozen process would not receive the signal.
    this.#child.kill('SIGCONT')
    this.#child.kill(signal)
    const late = new AbortController()
    await Promise.race([ended, wait(25_000, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    if (this.isRunning) this.#child.kill('SIGKILL')
  }

  /** The last lines of its log. */
  async lastWords(lines = 15): Promise<string> {
    const text = await readFile(this.#options.log, 'utf8').catch(() => '')
    return text.trim().split('\n').slice(-lines).join('\n')
  }
}
