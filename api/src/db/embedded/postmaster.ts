import { isAlive } from './is-alive.ts'
import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run, type Place } from './embedded-place.ts'
import { superuser } from './site-role.ts'
import { StartError } from '../start-error.ts'

const program = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)
const binary = (place: Place, name: string) => join(place.native, 'bin', program(name))
export const cluster = (place: Place) => join(place.home, 'cluster')
const log = (place: Place) => join(place.home, 'server.log')

/** Contents of postmaster.pid: line 1 process id, line 4 port, line 8 `ready` once connections are accepted. */
interface Running {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

function pidFile(place: Place): Running | undefined {
  try {
    const lines = readFileSync(join(cluster(place), 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** After a crash or a reboot the process id may belong to another program. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? ''
      return command.includes('postgres')
    } catch {
      return false
    }
  }
  return (await run('ps', ['-p', String(pid), '-o', 'comm='])).output.includes('postgres')
}

/** Finds the running server of this location, including one that a killed process left behind. */
export async function findRunning(place: Place): Promise<Running | undefined> {
  const known = pidFile(place)
  if (!known) return undefined
  const status = await run(binary(place, 'pg_ctl'), ['status', '-D', cluster(place)], place.runAs)
  if (status.code === 0 && (await isPostgres(known.pid))) return known
  if (status.code === 0) await rm(join(cluster(place), 'postmaster.pid'), { force: true })
  return undefined
}

interface KnownFailure {
  readonly pattern: RegExp
  readonly sentence: (home: string) => string
}

/** Failures that a retry cannot resolve. */
const lastingFailures: readonly KnownFailure[] = [
  {
    pattern: /No space left|disk quota/iu,
    sentence: (home) => `PostgreSQL has no space left on the disk of ${home}: free some and start again.`,
  },
  {
    pattern: /incompatible with server|was initialized by PostgreSQL version|not compatible with this version/iu,
    sentence: (home) =>
      `The database in ${home} was made by another version of PostgreSQL: dump it with that version, or set another DATA_DIR.`,
  },
  {
    pattern: /Permission denied|has wrong ownership|has invalid permissions/iu,
    sentence: (home) => `PostgreSQL may not use its own directory ${home}: check who owns it and its permissions.`,
  },
  {
    pattern: /error while loading shared libraries|not found \(required by|ENOENT|ENOEXEC/iu,
    sentence: () => 'The embedded PostgreSQL does not run on this system: set DATABASE_URL to a PostgreSQL server.',
  },
]

function lastingFailure(place: Place, output: string): StartError | undefined {
  const fault = lastingFailures.find(({ pattern }) => pattern.test(output))
  return fault && new StartError(`${fault.sentence(place.home)} Its log: ${log(place)}`)
}

function explain(place: Place, output: string): StartError {
  const last = output.trim().split('\n').at(-1) || 'none'
  return lastingFailure(place, output) ?? new StartError(`PostgreSQL did not start. Its log: ${log(place)}. Last words: ${last}`)
}

/** Creates the data directory once. An interrupted initialisation leaves nothing that would be mistaken for one. */
export async function initialise(place: Place, passwordFile: string, durable: boolean): Promise<void> {
  if (existsSync(cluster(place))) return
  const unfinished = `${cluster(place)}.new`
  await rm(unfinished, { recursive: true, force: true })
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'password_encryption=scram-sha-256', 'timezone=UTC']
  const args = [
    '-D',
    unfinished,
    '-U',
    superuser,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const made = await run(binary(place, 'initdb'), args, place.runAs)
  if (made.code !== 0) throw explain(place, made.output)
  await rename(unfinished, cluster(place))
}

/** Returns a port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No address after listening'))))
    })
  })
}

function readLog(place: Place): string {
  return existsSync(log(place)) ? readFileSync(log(place), 'latin1') : ''
}

const logLimit = 10_000_000

/** A quarter of the memory, as PostgreSQL's manual advises, but at most 1 GB; the server's default is 128 MB. */
const sharedBuffers = () => `${Math.min(Math.floor(totalmem() / 4 / 2 ** 20), 1024)}MB`

/** Settings of a server whose data nobody keeps. The files of a run of tests have a pool each. */
const throwaway = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

/**
 * Starts the server, waits until it accepts connections and returns its port. Retries for `patience`
 * milliseconds, because a killed server may hold its memory or port for a moment.
 */
export async function startServer(
  place: Place,
  { port, durable, patience }: { port?: number | undefined; durable: boolean; patience: number },
): Promise<number> {
  const until = Date.now() + patience
  if (existsSync(log(place)) && (await stat(log(place))).size > logLimit) await rename(log(place), `${log(place)}.1`)
  for (;;) {
    const running = await findRunning(place)
    if (running?.ready) return running.port
    if (!running) {
      const chosen = port ?? (await freePort())
      const before = readLog(place).length
      const settings = durable ? [`shared_buffers=${sharedBuffers()}`] : throwaway
      const options = [`-p ${chosen}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
      const args = ['start', '-w', '-t', '60', '-s', '-D', cluster(place), '-l', log(place), '-o', options]
      const started = await run(binary(place, 'pg_ctl'), args, place.runAs)
      if (started.code === 0) return chosen
      const output = started.output + readLog(place).slice(before)
      if (Date.now() > until || lastingFailure(place, output)) throw explain(place, output)
    } else if (Date.now() > until + 60_000) {
      throw new StartError(`PostgreSQL (process ${running.pid}) runs but takes no connections. Its log: ${log(place)}`)
    }
    await wait(300)
  }
}

/** Stops the server and waits for its process to exit, since it releases its files just before that. */
export async function stopServer(place: Place): Promise<void> {
  const running = await findRunning(place)
  if (!running) return
  const stopped = await run(binary(place, 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-t', '60', '-s', '-D', cluster(place)], place.runAs)
  if (stopped.code !== 0 && (await findRunning(place))) throw new Error(`PostgreSQL did not stop: ${stopped.output.trim()}`)
  for (let tries = 0; tries < 40 && isAlive(running.pid); tries++) await wait(50)
}
