// The site as one process: the API host, the gateway with its registry, and the embedded database. Run by `npm start`
// (docs/decisions/0002).
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import {
  connect,
  createApi,
  openStorage,
  readAccount,
  readDevelopment,
  readPreview,
  demoLogins,
  listen,
  demoPassword,
  loadDemo,
  mailSettingsOf,
  migrate,
  startDatabase,
  StartError,
  webhookSettingsOf,
  type ApiSettings,
  type MailSettings,
  type RunningDatabase,
  type Storage,
} from '@adsite/api'
import { auditDays } from '@adsite/contract'
import { openRegistry, ReleaseError, shellUnit, type Registry } from '@adsite/release'
import { createGateway } from '@adsite/release/gateway'
import { Hono } from 'hono'
import { pino, type Logger } from 'pino'
import { checkDisk } from './check-disk.ts'
import { ownOrigins } from './own-origins.ts'
import { releaseBuilt } from './release-built.ts'
import { releaseCalls } from './releases/release-calls.ts'
import { releasesOf } from './releases/releases.ts'
import { upMessage } from './supervise.mjs'
import { startWatching } from './releases/watch-releases.ts'

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? '127.0.0.1'
const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
/** Public address of the site behind a proxy. */
const siteUrl = process.env.SITE_URL

// Requests allocate short-lived objects. By default V8 lets several times the live heap accumulate before a collection;
// this setting saves some 100 MB under load at the same speed (docs/benchmarks.md, "Sessions" and "Downloads").
setFlagsFromString('--heap-growing-percent=50')

/** Time for requests in flight to finish after SIGTERM (milliseconds). */
const drainLimit = 10_000

/** Parses an address from the environment; undefined if it is not set. */
function addressOf(name: string): URL | undefined {
  const value = process.env[name]
  if (!value) return undefined
  const parsed = URL.parse(value)
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed
  throw new StartError(`${name} is "${value}": set it to an address that begins with https://, or leave it out.`)
}

/** The configured font provider (spec/api "Font"); FONT_FILES names the origin of its files if it differs. */
function fontProvider(): { stylesheet: string; filesOrigin: string } | undefined {
  const stylesheet = addressOf('FONT_STYLESHEET')
  return stylesheet && { stylesheet: stylesheet.href, filesOrigin: (addressOf('FONT_FILES') ?? stylesheet).origin }
}

/** Units that the releases page does not move forward: the shell, unless a setting says otherwise. */
function protectedUnits(): string[] {
  return (process.env.RELEASE_PROTECTED ?? shellUnit).split(',').flatMap((unit) => (unit.trim() === '' ? [] : [unit.trim()]))
}

/** Interval of the release checks; a minute by default. */
function watchSeconds(): number {
  const value = Number(process.env.RELEASE_WATCH_SECONDS || 60)
  if (Number.isInteger(value) && value >= 1 && value <= 3600) return value
  throw new StartError(
    `RELEASE_WATCH_SECONDS is "${process.env.RELEASE_WATCH_SECONDS}": set it to whole seconds from 1 to 3600, or leave it out.`,
  )
}

/** Days that security events are kept. */
function auditDaysOf(): number {
  const value = Number(process.env.AUDIT_DAYS || auditDays.default)
  if (Number.isInteger(value) && value >= auditDays.min) return value
  throw new StartError(`AUDIT_DAYS is "${process.env.AUDIT_DAYS}": set it to whole days, ${auditDays.min} at the least, or leave it out.`)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function loadDemoData(url: string, uploads: Storage, logger: Logger): Promise<void> {
  if (process.env.DEMO === 'off') return
  const { pool, db } = connect(url, { work: 'command', onError: (error) => logger.error(error) })
  try {
    const loaded = await loadDemo(db, uploads, { onProgress: (line) => say(`  ${line}`) })
    if (loaded) say('  demo data is loaded')
  } finally {
    await pool.end()
  }
}

async function releaseOwnBuilds(registry: Registry): Promise<void> {
  say('Releasing what was built …')
  for (const { unit, build, promoted, running, refused } of await releaseBuilt(registry, root)) {
    const kept = running === build ? ' (unchanged)' : ` (kept by operations; built: ${build})`
    say(`  ${unit.padEnd(5)} ${running}${promoted ? '' : kept}`)
    if (refused) say(`        ${refused}`)
  }
}

/** Readiness checks of local directories, so that a full or read-only disk is noticed before a user's work is refused. */
function disks({ smtpUrl, outbox }: MailSettings): Record<string, () => Promise<void>> {
  const uploads = process.env.UPLOADS || join(dataDir, 'uploads')
  return {
    disk: () => checkDisk(dataDir),
    ...(uploads.startsWith('s3:') ? {} : { uploads: () => checkDisk(resolve(uploads)) }),
    ...(smtpUrl ? {} : { outbox: () => checkDisk(outbox) }),
  }
}

interface Messages {
  readonly mail: MailSettings
  readonly webhook: ApiSettings['webhook']
}

/** Serves API and gateway on one port; returns the function that stops them. */
async function serveSite(
  database: RunningDatabase,
  uploads: Storage,
  { mail, webhook }: Messages,
  logger: Logger,
): Promise<() => Promise<void>> {
  const registry = openRegistry(process.env.REGISTRY || join(dataDir, 'registry'), { notify: say, authority: 'caller' })
  // A configured registry is filled by pipelines, not by starting a site.
  if (!process.env.REGISTRY) await releaseOwnBuilds(registry)

  const { pool, db } = connect(database.url, { onError: (error) => logger.error(error) })
  const https = siteUrl?.startsWith('https:') ?? false
  const gateway = createGateway({
    registry,
    settings: { defaultLanguage: process.env.DEFAULT_LANGUAGE ?? 'en' },
    font: fontProvider(),
    previewScript: addressOf('PREVIEW_SCRIPT')?.href,
    https,
    readAccount: (cookies) => readAccount(db, cookies, https),
    readDevelopment: (cookies) => readDevelopment(db, cookies, https),
    readPreview: (cookies) => readPreview(db, cookies, https),
    report: (problem) => logger.error(problem),
  })
  // A local site shows example tags; a public one must name its ad server.
  const tagScript = addressOf('TAG_SCRIPT')?.href ?? (process.env.SITE_URL ? undefined : 'https://adserver.example/tag.js')
  const api = await createApi({
    db,
    storage: uploads,
    spool: join(dataDir, 'spool'),
    releases: releasesOf(registry, { sites: ownOrigins(siteUrl, host, port), protectedUnits: protectedUnits() }),
    settings: {
      secureCookies: https,
      trustedProxy: process.env.TRUSTED_PROXY === 'on',
      origins: ownOrigins(siteUrl, host, port),
      mail,
      ...(webhook && { webhook }),
      ...(tagScript ? { tagScript } : {}),
      ...(process.env.METRICS_TOKEN ? { metricsToken: process.env.METRICS_TOKEN } : {}),
      auditDays: auditDaysOf(),
    },
    logger,
    checks: {
      registry: async () => {
        const { ready, reason, degraded } = await gateway.gatewayReady()
        if (!ready) throw new Error(reason ?? 'not ready')
        return degraded
      },
      ...disks(mail),
    },
  })
  const app = new Hono()
  app.route('/', api.app)
  app.route('/', releaseCalls(registry, api, logger))
  app.route('/', gateway.app)
  const server = await listen(app, port, host)
  api.warm()
  const stopWatching = startWatching(registry, db, api.tellOperators, logger, watchSeconds())

  return async () => {
    stopWatching()
    api.drain()
    gateway.close()
    const closed = new Promise((done) => server.close(done))
    server.closeIdleConnections()
    const limit = setTimeout(() => server.closeAllConnections(), drainLimit)
    await closed
    clearTimeout(limit)
    await api.close()
    await pool.end()
  }
}

function sayWhatToTry({ smtpUrl, outbox }: MailSettings): void {
  say(`
Site: ${siteUrl ?? address}
`)
  if (!smtpUrl) say(`Mails are kept in ${outbox}: mails.txt lists them with their links (SMTP_URL sends them instead).\n`)
  if (process.env.DEMO !== 'off') {
    say(`Demo logins (password ${demoPassword}):
${demoLogins.map(({ email, accounts }) => `  ${email.padEnd(26)} ${accounts.map(([role]) => role).join(', ')}`).join('\n')}

Try:
  sign in as admin@demo.example and open 広告管理 → 配信結果 (Advertising → Delivery results)
  change a text in remote-ad, run npm start again, then: npm run release -- rollback ad --reason "…"
  read the API: ${address}/api/docs
`)
  }
  say('Ctrl-C ends it.')
}

async function main(): Promise<void> {
  // Checked before anything is started, because it may require SITE_URL.
  ownOrigins(siteUrl, host, port)
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'info' })
  // Uploaded files: attachments, and materials of creatives.
  const uploads = openStorage(process.env.UPLOADS || join(dataDir, 'uploads'), process.env)
  const mail = mailSettingsOf(process.env, { outbox: join(dataDir, 'outbox'), siteUrl: siteUrl ?? address })
  const webhook = webhookSettingsOf(process.env)

  // Set when the site is stopped while it starts; the steps below check it.
  let ending = false
  let end = async () => {}
  const stop = () => {
    if (ending) return
    ending = true
    say('\nEnding …')
    void end().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The supervising process is gone.
  process.on('disconnect', stop)

  say('Starting the database …')
  const database = await startDatabase({ dataDir, databaseUrl: process.env.DATABASE_URL })
  end = () => database.stop()
  try {
    say(database.kind === 'embedded' ? `  PostgreSQL in ${join(dataDir, 'postgres')}` : '  PostgreSQL of DATABASE_URL')
    await migrate(database.url, say)
    await loadDemoData(database.url, uploads, logger)
    const endSite = await serveSite(database, uploads, { mail, webhook }, logger)
    end = async () => {
      await endSite()
      await database.stop()
    }
  } catch (error) {
    if (!ending) await database.stop()
    throw error
  }
  if (ending) return
  sayWhatToTry(mail)
  process.send?.(upMessage)
}

main().catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ReleaseError
  process.stderr.write(`\n${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
