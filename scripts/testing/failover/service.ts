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
  /** The user that it runs as. */
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined
  readonly log: string
  /** Whether it is started again a second after it ended, as its unit says (deploy/high-availability/restart.conf). */
  readonly restarts: boolean
}

/** An ordinary process of this machine, in a group of its own. */
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

  /** How often it was started. */
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
    // In a group of its own, so that Ctrl-C reaches the test alone, which ends everything in order.
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

  /** Sends a signal to the process alone; it is started again where its unit says so. */
  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal)
  }

  /** Ends it for good, until it is started: with this signal, and without a word where it does not listen. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#wanted = false
    if (!this.#child || !this.isRunning) return
    const ended = once(this.#child, 'exit')
    // A frozen process would not hear it.
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
