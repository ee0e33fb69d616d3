import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, type Role } from '@adsite/contract'
import type { Level } from 'pino'
import { createApi, type Api, type ApiOptions } from '../app/api.ts'
import { composeParts, type Composition, type Part } from '../app/compose-parts.ts'
import { startHousekeeping, type Housekeeping } from '../app/housekeeping.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { measurePool } from '../metrics/measure-pool.ts'
import { measureSite } from '../metrics/measure-site.ts'
import { measureWork } from '../metrics/measure-work.ts'
import { createLogger } from '../trace/create-logger.ts'
import type { TracingSettings } from '../trace/start-tracing.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { Releases } from '../call/releases.ts'
import { releasesInMemory } from './releases.ts'
import { TestClient } from './client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { keptProcesses } from './kept-processes.ts'
import { mailSettingsOf } from '../mail/mail-settings.ts'
import { directoryStorage } from '../upload/storage.ts'
import { ServerErrors } from './server-errors.ts'
import { emailOf, loadFixtures, testPassword, type Fixtures, type Tenant } from './fixtures.ts'

export interface TestApi extends TestDatabase {
  readonly api: ComposedApi
  readonly housekeeping: Housekeeping
  readonly fixtures: Fixtures
  /** Directory of mails, unless the settings name an SMTP server. */
  readonly outbox: string
  /** Directory of uploaded files. */
  readonly uploads: string
  /** Directory of files in transit. */
  readonly spool: string
  client(address?: string): TestClient
  /** Signs in the user with that role and tenant in a new browser. */
  signIn(role: Role | 'multi', tenant?: Tenant): Promise<TestClient>
  close(): Promise<void>
}

/** Receives the lines of the API's log, from this level up. */
export interface TestLog {
  readonly level: Level
  readonly write: (line: string) => void
}

interface TestSettings extends Partial<Omit<ApiSettings, 'mail'>> {
  readonly SMTP_URL?: string
  readonly MAIL_FROM?: string
  readonly webhook?: WebhookSettings
  /** Jobs run in processes that this API starts. */
  readonly ownProcesses?: boolean
  /** {@link HousekeepingOptions}. A tenth for tests that wait for mails or webhooks. */
  readonly messageSeconds?: number
  readonly log?: TestLog
  readonly tracing?: TracingSettings
  readonly releases?: Releases
}

/** The configured address of the site; independent of the requests' Host header. */
export const testSiteUrl = 'https://ads.test'

/** Origin of the tests' pages (testing/client.ts). */
const testOrigin = 'http://site.test'

/** Seals the secrets of authenticator apps. */
export const testFactorKey = 'a key for tests of at least 32 characters'

export type ComposedApi = Api & Composition & { readonly metrics: Metrics }

interface ComposedOptions extends Omit<ApiOptions, 'register' | 'tracing'>, Partial<Pick<ApiOptions, 'tracing'>> {
  readonly metrics?: Metrics
  /** What is beside the API in its process. */
  readonly beside?: readonly Part[]
}

/** The API behind the front of a process, alone unless the options name what is beside it. */
export async function startApi({ metrics = createMetrics(), beside = [], tracing, ...options }: ComposedOptions): Promise<ComposedApi> {
  const { register } = metrics
  const api = await createApi({ ...options, register, tracing })
  measurePool(options.db, register)
  measureSite(options.db, register)
  const { settings, logger } = options
  return { ...api, metrics, ...composeParts([api, ...beside], { settings, logger, metrics }) }
}

interface TestSurroundings {
  /** {@link ApiOptions}. */
  readonly directDatabaseUrl?: string
  /** Those that the database has already. */
  readonly fixtures?: Fixtures | undefined
}

/** Starts the API with the fixtures, on a database of its own unless one is given, for one test file; call `close` in afterAll. */
export async function startTestApi(settings: TestSettings = {}, given?: TestDatabase, around: TestSurroundings = {}): Promise<TestApi> {
  const {
    SMTP_URL,
    MAIL_FROM,
    webhook,
    messageSeconds,
    ownProcesses = false,
    tracing,
    log,
    releases = releasesInMemory(),
    ...rest
  } = settings
  const database = given ?? (await createTestDatabase())
  const fixtures = around.fixtures ?? (await loadFixtures(database.db))
  const outbox = await mkdtemp(join(tmpdir(), 'adsite-outbox-'))
  const uploads = await mkdtemp(join(tmpdir(), 'adsite-uploads-'))
  const spool = await mkdtemp(join(tmpdir(), 'adsite-spool-'))
  const mail = mailSettingsOf({ SMTP_URL, MAIL_FROM }, { outbox, siteUrl: testSiteUrl })
  const errors = new ServerErrors()
  const write = (line: string) => {
    errors.read(line)
    log?.write(line)
  }
  const logger = createLogger(log?.level ?? 'error', { write })
  const metrics = createMetrics()
  const housekeeping = startHousekeeping({
    db: database.db,
    mail,
    webhook,
    webhookReach: rest.webhookReach,
    dnsServers: rest.dnsServers,
    messageSeconds,
    factorKeys: rest.factorKeys ?? [testFactorKey],
    logger,
    seen: measureWork(metrics.register),
  })
  const api = await startApi({
    db: database.db,
    directDatabaseUrl: around.directDatabaseUrl,
    storage: directoryStorage(uploads),
    spool,
    releases,
    settings: {
      secureCookies: false,
      trustedProxy: false,
      origins: [testOrigin],
      mail,
      factorKeys: [testFactorKey],
      ssoReach: 'loopback',
      ...rest,
    },
    logger,
    metrics,
    tracing,
    // A process is traced from its start on.
    jobProcesses: ownProcesses || tracing ? undefined : keptProcesses,
    beside: [housekeeping],
  })
  const client = (address?: string) => new TestClient(api.app, address, errors)
  return {
    ...database,
    api,
    housekeeping,
    fixtures,
    outbox,
    uploads,
    spool,
    client,
    async signIn(role, tenant) {
      const browser = client()
      const response = await browser.call(endpoints.session.login, { body: { email: emailOf(role, tenant), password: testPassword } })
      if (response.status !== 200) throw new Error(`Sign-in of ${role} failed: ${await response.text()}`)
      return browser
    },
    async close() {
      await api.close()
      await database.drop()
      await rm(outbox, { recursive: true, force: true })
      await rm(spool, { recursive: true, force: true })
      await rm(uploads, { recursive: true, force: true })
    },
  }
}
