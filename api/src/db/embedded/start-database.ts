import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { preparePlace, type Place } from './embedded-place.ts'
import { cluster, initialise, startServer, stopServer } from './postmaster.ts'
import { databaseName, provideDatabase, sitePassword, siteRole, superuser } from './site-role.ts'
import { fileError, StartError } from '../start-error.ts'
import { newClient } from '../connect.ts'

export interface StartOptions {
  /** Directory of the embedded server's files: `postgres`, `postgres-password`. */
  readonly dataDir: string
  /** A PostgreSQL server to use instead; it is neither started nor stopped. */
  readonly databaseUrl?: string | undefined
  /** false is faster but unsafe against power loss; for tests. */
  readonly durable?: boolean
  /** PostgreSQL's binaries (a directory with bin, lib, share), instead of those that npm installed. */
  readonly nativeDirectory?: string
  /** Called after the server was found dead and restarted. */
  readonly onRevived?: () => void
}

export interface RunningDatabase {
  readonly kind: 'external' | 'embedded'
  /** URL of the site's database. On the embedded server, its role owns this database and has no other right. */
  readonly url: string
  /** URL of the same database for the superuser of the embedded server. */
  readonly superuserUrl?: string
  /** Stops the embedded server, unless another process uses it too. */
  stop(): Promise<void>
}

/** Advisory lock that every process using the embedded server holds in shared mode; whoever gets it exclusively is the last one. */
const inUse = 4_207_137_002

async function readOrCreatePassword(dataDir: string, fresh: boolean): Promise<string> {
  const file = join(dataDir, 'postgres-password')
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  if (!fresh) throw new StartError(`${file} is gone, without it the database cannot be opened: put it back, or set another DATA_DIR.`)
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

async function initialiseOnce(place: Place, password: string, durable: boolean): Promise<void> {
  if (existsSync(cluster(place))) return
  const passwordFile = join(place.home, 'initial-password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    if (place.runAs) await chown(passwordFile, place.runAs.uid, place.runAs.gid)
    await initialise(place, passwordFile, durable)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function urlOf(port: number, role: string, password: string, name: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${name}`
}

/** Opens the connection that holds the in-use lock, and provides the site's role and database. */
async function openKeeper(port: number, password: string): Promise<pg.Client> {
  const keeper = newClient({
    connectionString: urlOf(port, superuser, password, 'postgres'),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  await keeper.connect()
  await keeper.query('select pg_advisory_lock_shared($1)', [inUse])
  await provideDatabase(keeper, urlOf(port, superuser, password, databaseName), sitePassword(password))
  return keeper
}

async function startEmbedded(options: StartOptions): Promise<RunningDatabase> {
  const dataDir = resolve(options.dataDir)
  const durable = options.durable ?? true
  const place = await preparePlace(dataDir, options.nativeDirectory).catch((error: unknown) => {
    throw fileError(error, dataDir)
  })
  const password = await readOrCreatePassword(dataDir, !existsSync(cluster(place))).catch((error: unknown) => {
    throw fileError(error, dataDir)
  })
  await initialiseOnce(place, password, durable).catch((error: unknown) => {
    throw fileError(error, place.home)
  })
  const port = await startServer(place, { durable, patience: 10_000 })
  let stopping = false
  let keeper = await openKeeper(port, password)
  let reviving = Promise.resolve()

  /** Restarts a killed server on the same port, so that every pool finds it again. */
  async function revive(): Promise<void> {
    while (!stopping) {
      try {
        await startServer(place, { port, durable, patience: 0 })
        keeper = await openKeeper(port, password)
        watch()
        options.onRevived?.()
        return
      } catch {
        await wait(500)
      }
    }
  }
  function watch(): void {
    keeper.once('end', () => {
      if (!stopping) reviving = revive()
    })
  }
  watch()

  return {
    kind: 'embedded',
    url: urlOf(port, siteRole, sitePassword(password), databaseName),
    superuserUrl: urlOf(port, superuser, password, databaseName),
    async stop() {
      if (stopping) return
      stopping = true
      await reviving
      const free = await keeper
        .query('select pg_advisory_unlock_shared($1)', [inUse])
        .then(() => keeper.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [inUse]))
        .then(({ rows }) => rows[0]?.free ?? false)
        .catch(() => true)
      if (free) await stopServer(place)
      await keeper.end().catch(() => {})
    },
  }
}

/**
 * Starts PostgreSQL in `dataDir` (or uses `databaseUrl`) and returns its address. Adopts a server that a killed
 * process left behind, and restarts one that dies.
 * @throws StartError with a sentence for the terminal when the database cannot run.
 */
export async function startDatabase(options: StartOptions): Promise<RunningDatabase> {
  if (!options.databaseUrl) {
    await mkdir(options.dataDir, { recursive: true }).catch((error: unknown) => {
      throw fileError(error, options.dataDir)
    })
    return startEmbedded(options)
  }
  const probe = newClient({ connectionString: options.databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await probe.connect()
    await probe.query('select 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The database of DATABASE_URL cannot be reached (${reason}): check the address and that the server runs.`)
  } finally {
    await probe.end().catch(() => {})
  }
  return { kind: 'external', url: options.databaseUrl, stop: async () => {} }
}
