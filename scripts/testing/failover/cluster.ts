import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomInt } from 'node:crypto'
import { addressOf, configurationOf, folders, settingsOf, type Machine, type Place } from './configuration.ts'
import { DatabaseMachine, type Member, type Programs as DatabasePrograms } from './database-machine.ts'
import { Service } from './service.ts'

const root = dirname(dirname(dirname(import.meta.dirname)))

export interface Programs extends DatabasePrograms {
  readonly haproxy: string
  readonly pgbouncer: string
  /** The directory with initdb and postgres. */
  readonly postgresql: string
}

/** A machine with parts of the site, HAProxy and PgBouncer. */
export interface SiteMachine {
  readonly name: string
  readonly haproxy: Service
  readonly pgbouncer: Service
  readonly parts: readonly Service[]
  /** Addresses of its parts, the API's first. */
  readonly urls: readonly string[]
  /** Where its worker stores mails. */
  readonly outbox: string
  /** DATABASE_URL and DATABASE_DIRECT_URL. */
  readonly settings: Readonly<Record<string, string>>
}

const databaseMachines = [1, 2, 3].map((number) => ({ name: `db${number}`, address: `10.0.0.${20 + number}` }))
const siteMachines = [1, 2].map((number) => ({ name: `app${number}`, address: `10.0.0.${10 + number}` }))
const userOf = async (folder: string, runAs: Cluster['runAs']) => (runAs ? chown(folder, runAs.uid, runAs.gid) : undefined)

/** Five machines on loopback, configured by the files of deploy/high-availability. */
export class Cluster {
  readonly directory: string
  /** Directory for mails, releases and files, shared by all machines. */
  readonly shared: string
  readonly runAs: { readonly uid: number; readonly gid: number } | undefined
  databases: readonly DatabaseMachine[] = []
  sites: readonly SiteMachine[] = []
  readonly #place: Place
  readonly #programs: Programs

  private constructor(directory: string, programs: Programs, runAs: Cluster['runAs']) {
    this.directory = directory
    this.shared = join(directory, 'shared')
    this.runAs = runAs
    this.#programs = programs
    this.#place = { network: `127.${randomInt(16, 250)}.${randomInt(0, 250)}.`, programs: programs.postgresql }
  }

  /** Writes the files of every machine without starting anything. */
  static async prepare(programs: Programs, runAs: Cluster['runAs']): Promise<Cluster> {
    const directory = await mkdtemp(join(tmpdir(), 'adsite-failover-'))
    await chmod(directory, 0o755)
    const cluster = new Cluster(directory, programs, runAs)
    await mkdir(cluster.shared)
    cluster.databases = await Promise.all(
      databaseMachines.map(async (machine) => DatabaseMachine.prepare(await cluster.#furnish(machine), cluster.#place, programs, runAs)),
    )
    cluster.sites = await Promise.all(siteMachines.map(async (machine) => cluster.#prepareSite(await cluster.#furnish(machine))))
    return cluster
  }

  async #furnish(machine: Omit<Machine, 'directory'>): Promise<Machine> {
    const directory = join(this.directory, machine.name)
    await mkdir(directory)
    await userOf(directory, this.runAs)
    for (const folder of folders) {
      await mkdir(join(directory, folder), { recursive: true })
      await userOf(join(directory, folder), this.runAs)
    }
    return { ...machine, directory }
  }

  async #prepareSite(machine: Machine): Promise<SiteMachine> {
    const { directory, name } = machine
    const written = async (file: string, as: string) => {
      await writeFile(join(directory, as), await configurationOf(file, machine, this.#place))
      return join(directory, as)
    }
    const service = (program: 'haproxy' | 'pgbouncer', args: readonly string[]) =>
      new Service({
        name: `${program} of ${name}`,
        program: this.#programs[program],
        args,
        runAs: this.runAs,
        log: join(directory, `${program}.log`),
        restarts: true,
      })
    await written('userlist.txt', 'etc/pgbouncer/userlist.txt')
    const settings = settingsOf(await configurationOf('adsite.env', machine, this.#place))
    const host = addressOf(machine, this.#place)
    const part = (what: 'api' | 'worker', port: number) =>
      new Service({
        name: `${what} of ${name}`,
        program: process.execPath,
        args: [join(root, 'scripts/part.ts'), what],
        env: this.partSettings(settings, { HOST: host, PORT: String(port), DATA_DIR: join(this.shared, what, name) }),
        log: join(directory, `${what}.log`),
        restarts: false,
      })
    return {
      name,
      settings,
      outbox: join(this.shared, 'worker', name, 'outbox'),
      haproxy: service('haproxy', ['-db', '-f', await written('haproxy.cfg', 'haproxy.cfg')]),
      pgbouncer: service('pgbouncer', [await written('pgbouncer.ini', 'etc/pgbouncer/pgbouncer.ini')]),
      parts: [part('api', 8080), part('worker', 8081)],
      urls: [8080, 8081].map((port) => `http://${host}:${port}`),
    }
  }

  /** Combines the settings of a part with those of its machine. */
  partSettings(settings: SiteMachine['settings'], more: Readonly<Record<string, string>>): Record<string, string> {
    return {
      ...settings,
      REGISTRY: join(this.shared, 'registry'),
      UPLOADS: join(this.shared, 'uploads'),
      SITE_URL: 'http://site.test',
      TRUSTED_PROXY: 'on',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(root, '.cache/compile'),
      ...more,
    }
  }

  get services(): readonly Service[] {
    return [
      ...this.databases.flatMap(({ etcd, patroni }) => [etcd, patroni]),
      ...this.sites.flatMap(({ haproxy, pgbouncer, parts }) => [haproxy, pgbouncer, ...parts]),
    ]
  }

  /** Patroni's view of all machines, from the first one that answers. */
  async members(): Promise<Member[]> {
    for (const machine of this.databases) {
      const members = await machine.members()
      if (members) return members
    }
    return []
  }

  /** The primary that every machine agrees on; undefined while there is none. */
  async leader(): Promise<DatabaseMachine | undefined> {
    const leaders = (await this.members()).filter(({ role, state }) => role === 'leader' && state === 'running')
    return this.databases.find(({ name }) => leaders.length === 1 && leaders[0]?.name === name)
  }

  /** True if every machine is up: a primary, a synchronous standby, and one more standby. */
  async isWhole(): Promise<boolean> {
    const members = await this.members()
    const roles = members.map(({ role }) => role).toSorted()
    const [timeline] = members.map((member) => member.timeline)
    const streams = members.every(
      ({ state, timeline: own, lag = 0 }) => /^(?:running|streaming)$/u.test(state) && own === timeline && lag === 0,
    )
    return streams && roles.join() === 'leader,replica,sync_standby'
  }

  /** Stops everything that was started, and deletes the files unless they are to be kept. */
  async end(keep: boolean): Promise<void> {
    await Promise.all(this.sites.flatMap(({ parts }) => parts.map((part) => part.end('SIGTERM'))))
    await Promise.all(this.sites.flatMap(({ haproxy, pgbouncer }) => [haproxy.end('SIGKILL'), pgbouncer.end('SIGKILL')]))
    await Promise.all(this.databases.map((machine) => machine.end()))
    await wait(100)
    if (!keep) await rm(this.directory, { recursive: true, force: true, maxRetries: 5 })
  }
}
