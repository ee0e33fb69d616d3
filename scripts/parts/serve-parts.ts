import { setTimeout as wait } from 'node:timers/promises'
import {
  closingServer,
  composeParts,
  connect,
  createLogger,
  createMetrics,
  isMigrated,
  listen,
  measurePool,
  serveMetrics,
  StartError,
  type Part,
} from '@adsite/api'
import { openRegistry } from '@adsite/release'
import { Hono } from 'hono'
import type { PartDefinition, Shared } from './part-definition.ts'
import type { Settings } from './settings.ts'

/** Time for calls in flight to finish, and then for the parts' own work (milliseconds). */
const drainLimit = 10_000
/** How often a part looks whether the schema is migrated (milliseconds). */
const schemaPoll = 500

/** What is open before the parts answer. */
type Opened = Omit<Shared, 'answer'>

/** Opens what the parts of a process share. `name` is that of the part, or `site` for all; `say` hears of problems of the registry. */
export function openShared(name: string, settings: Settings, say: (line: string) => void): Opened & { close(): Promise<void> } {
  const logger = createLogger(settings.logLevel)
  // Workers find each other by the names of their connections (docs/operations/upgrades), and those of a pooler are everybody's.
  const url = name === 'worker' ? settings.directDatabaseUrl : settings.databaseUrl
  const { pool, db } = connect(url, { process: name, onError: (error) => logger.error(error) })
  const metrics = createMetrics()
  measurePool(db, metrics.register)
  const registry = openRegistry(settings.registry, { notify: say, authority: 'caller' })
  return { settings, logger, metrics, db, registry, close: () => pool.end() }
}

/** What answers until the parts have started: alive, and not ready. */
const starting: Part = {
  app: new Hono().all('*', (c) => c.text('The site is starting.\n', 503, { 'Cache-Control': 'no-store', 'Retry-After': '2' })),
  checks: { start: () => Promise.reject(new Error('The parts are starting')) },
  close: async () => {},
}

async function untilMigrated({ db, logger }: Opened, signal: AbortSignal): Promise<void> {
  const reads = () =>
    isMigrated(db).catch((error: unknown) => {
      if (error instanceof StartError) throw error
      logger.warn({ err: error }, 'the schema cannot be read yet')
      return false
    })
  if (await reads()) return
  logger.warn('the database is not migrated yet: waiting')
  while (!signal.aborted && !(await reads())) await wait(schemaPoll, undefined, { signal }).catch(() => {})
}

async function bounded(work: Promise<unknown>): Promise<boolean> {
  const limit = new AbortController()
  const late = wait(drainLimit, true, { signal: limit.signal }).catch(() => true)
  return Promise.race([work.then(() => false), late]).finally(() => limit.abort())
}

export interface ServedParts {
  /** True as soon as all parts answer, false if they were ended before; rejects if one cannot start. */
  readonly up: Promise<boolean>
  /** Ends in order: not ready any more, calls in flight, the parts' own work, each within ten seconds. */
  end(): Promise<void>
}

/** Serves parts behind one port: /healthz at once, everything else when all have started. */
export async function serveParts(definitions: readonly PartDefinition[], opened: Opened): Promise<ServedParts> {
  const shared: Shared = { ...opened, answer: (request, connection) => served.app.fetch(request, connection) }
  const { settings, logger, metrics } = shared
  const ending = new AbortController()
  const front = { ...shared, settings: { ...settings, secureCookies: settings.https } }
  const compose = (parts: readonly Part[]) => composeParts(parts, front)
  let served = compose([starting])
  const server = await listen({ fetch: (...call) => served.app.fetch(...call) }, settings.port, settings.host)
  const close = closingServer(server)
  const metricsServer =
    settings.metricsPort && (await listen(serveMetrics(metrics, settings.metricsToken), settings.metricsPort, settings.host))

  async function start(): Promise<boolean> {
    if (definitions.some(({ needsSchema }) => needsSchema)) await untilMigrated(shared, ending.signal)
    const parts: Part[] = []
    for (const definition of ending.signal.aborted ? [] : definitions) parts.push(await definition.start(shared))
    served = compose(parts)
    return !ending.signal.aborted
  }
  const up = start()

  return {
    up,
    async end() {
      ending.abort()
      await up.catch(() => {})
      served.drain()
      await close(drainLimit)
      if (await bounded(served.close())) logger.warn('ended before its work was finished')
      if (metricsServer) await new Promise((done) => metricsServer.close(done).closeAllConnections())
    },
  }
}
