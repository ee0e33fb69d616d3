import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, configurationOf, settingsOf, type Machine, type Place } from './configuration.ts'
import { Service } from './service.ts'

export interface Programs {
  readonly etcd: string
  readonly patroni: string
}

type RunAs = { readonly uid: number; readonly gid: number } | undefined

/** Signals a process, unless it has already exited. */
function send(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** A machine with etcd, Patroni and the PostgreSQL that Patroni starts. */
export class DatabaseMachine {
  readonly name: string
  readonly etcd: Service
  readonly patroni: Service
  readonly #rest: string
  readonly #data: string

  private constructor(machine: Machine, place: Place, etcd: Service, patroni: Service) {
    this.name = machine.name
    this.#rest = `http://${addressOf(machine, place)}:8008`
    this.#data = join(machine.directory, 'var/lib/postgresql/adsite')
    this.etcd = etcd
    this.patroni = patroni
  }

  static async prepare(machine: Machine, place: Place, programs: Programs, runAs: RunAs): Promise<DatabaseMachine> {
    const service = (name: 'etcd' | 'patroni', args: readonly string[], env: Record<string, string>) =>
      new Service({
        name: `${name} of ${machine.name}`,
        program: programs[name],
        args,
        env,
        runAs,
        log: join(machine.directory, `${name}.log`),
        restarts: true,
      })
    const configuration = join(machine.directory, 'patroni.yml')
    await writeFile(configuration, await configurationOf('patroni.yml', machine, place))
    return new DatabaseMachine(
      machine,
      place,
      service('etcd', [], settingsOf(await configurationOf('etcd.env', machine, place))),
      service('patroni', [configuration], settingsOf(await configurationOf('patroni.env', machine, place))),
    )
  }

  start(): void {
    this.etcd.start()
    this.patroni.start()
  }

  /** The process id of the server, if it runs. */
  postmaster(): number | undefined {
    const file = join(this.#data, 'postmaster.pid')
    if (!existsSync(file)) return undefined
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    // The id may belong to another process by now.
    const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
    return command.includes(this.#data) ? pid : undefined
  }

  /** The server and its processes. */
  #servers(): number[] {
    const postmaster = this.postmaster()
    if (postmaster === undefined) return []
    const parentOf = (pid: string) => {
      const status = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
      return Number(/\) \S (\d+)/u.exec(status)?.[1])
    }
    const children = readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && parentOf(name) === postmaster)
    return [postmaster, ...children.map(Number)]
  }

  killServer(): void {
    send(this.postmaster(), 'SIGKILL')
  }

  /** Kills everything on the machine at once, as a power failure does. */
  async lose(): Promise<void> {
    const gone = [this.patroni.end('SIGKILL'), this.etcd.end('SIGKILL')]
    this.killServer()
    await Promise.all(gone)
  }

  /** Freezes the machine while its connections stay open; it can be resumed later. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.patroni.signal(signal)
    this.etcd.signal(signal)
    for (const pid of this.#servers()) send(pid, signal)
  }

  /** Stops everything on it. */
  async end(): Promise<void> {
    await Promise.all([this.patroni.end('SIGKILL'), this.etcd.end('SIGKILL')])
    for (let tries = 0; this.postmaster() !== undefined; tries += 1) {
      for (const pid of this.#servers()) send(pid, 'SIGCONT')
      send(this.postmaster(), tries < 100 ? 'SIGQUIT' : 'SIGKILL')
      await wait(100)
    }
  }

  /** Patroni's view of all machines; undefined if it does not answer. */
  async members(): Promise<Member[] | undefined> {
    const answer = await this.#ask('/cluster')
    return answer?.members
  }

  async #ask(path: string): Promise<{ members: Member[] } | undefined> {
    try {
      const response = await fetch(`${this.#rest}${path}`, { signal: AbortSignal.timeout(3000) })
      const body: { members: Member[] } = JSON.parse(await response.text())
      return body
    } catch {
      return undefined
    }
  }

  /** Switches over to another machine, as `patronictl switchover` does. */
  async switchover(): Promise<string> {
    const response = await fetch(`${this.#rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: this.name }),
      signal: AbortSignal.timeout(60_000),
    })
    return `${response.status} ${await response.text()}`
  }
}

/** A machine in Patroni's view. */
export interface Member {
  readonly name: string
  readonly role: 'leader' | 'sync_standby' | 'replica' | 'standby_leader'
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | 'unknown'
}
