import { Resolver } from 'node:dns'
import { join, resolve } from 'node:path'
import {
  factorKeysOf,
  mailSettingsOf,
  StartError,
  tracingEndpoint,
  webhookSettingsOf,
  type MailSettings,
  type TracingSettings,
  type WebhookSettings,
} from '@adsite/api'
import { auditDays } from '@adsite/contract'
import { shellUnit } from '@adsite/release'
import { ownOrigins } from './own-origins.ts'

/** The environment variables that parts read, as `--help` tells them. README "Run" has them with their defaults. */
export const settingNames = {
  PORT: 'port that the part listens on (8080)',
  HOST: 'address that the part listens on (127.0.0.1)',
  METRICS_PORT: 'port of its own for GET /metrics, as in 9464 (without one there are no metrics)',
  METRICS_TOKEN: 'what Prometheus has to send there (without one, nothing)',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector that traces are sent to, as in http://10.0.0.31:4318 (none)',
  OTEL_TRACES_SAMPLER_ARG: 'share of the calls that are traced, from 0 to 1 (1)',
  LOG_LEVEL: 'warn, info (a line for each request) or debug (info)',
  DATABASE_URL: 'the PostgreSQL, as in postgres://user:password@10.0.0.21/adsite',
  DATABASE_DIRECT_URL: 'the same PostgreSQL itself, where DATABASE_URL leads to a pooler in transaction mode',
  REGISTRY: 'where releases come from: a directory, or s3://bucket/prefix',
  RELEASE_PUBLIC_KEY: 'keys that releases have to be signed with',
  SITE_URL: 'address that people type, as in https://ads.example',
  TRUSTED_PROXY: '"on": X-Forwarded-For of the proxy in front is believed (off)',
  API_URL: 'where the API listens, as in http://10.0.0.11:8080',
  UPLOADS: 'where uploaded files are kept: a directory, or s3://bucket/prefix',
  DATA_DIR: 'spool of files in transit, and the outbox of mails without SMTP_URL (./data)',
  SMTP_URL: 'mail server, as in smtps://user:password@mail.example:465',
  MAIL_FROM: 'address that mails come from; needed with SMTP_URL',
  RELEASE_WEBHOOK_URL: 'address that is called when operators are told of a release',
  RELEASE_WEBHOOK_SECRET: 'secret that signs the call; needed with RELEASE_WEBHOOK_URL',
  FACTOR_KEY:
    'key that secrets of authenticator apps, webhooks and single sign-on are encrypted with; former ones follow, separated by commas (none: nobody can add one)',
  SSO_REACH: '"loopback": providers of single sign-on may be on this machine, for development (public)',
  DNS_SERVERS: 'name servers that prove domains for single sign-on, separated by commas (those of the system)',
  AUDIT_DAYS: `days that the audit of security is kept (${auditDays.default})`,
  RELEASE_WATCH_SECONDS: 'how often the releases are looked at, for the automatic rollback (60)',
  RELEASE_PROTECTED: `units that the releases page does not promote (${shellUnit})`,
  FONT_STYLESHEET: 'style sheet of a font provider',
  FONT_FILES: 'origin of its font files',
  PREVIEW_SCRIPT: 'preview script of the ad-serving host',
  TAG_SCRIPT: 'script of the ad server that media load with their tags',
  SECURITY_CONTACT: 'where weaknesses are reported, as in mailto:security@ads.example, for /.well-known/security.txt',
  DEFAULT_LANGUAGE: 'for browsers that ask for neither ja nor en (en)',
  DEMO: '"on": load demo data into an empty database (off)',
} as const

export type SettingName = keyof typeof settingNames
export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment says, checked. */
export interface Settings {
  readonly environment: Environment
  readonly port: number
  readonly host: string
  readonly metricsPort: number | undefined
  readonly metricsToken: string | undefined
  readonly tracing: TracingSettings | undefined
  readonly logLevel: string
  /** For calls. */
  readonly databaseUrl: string
  /** URL for what needs a connection of its own: migrations, demo data, work on files. */
  readonly directDatabaseUrl: string
  /** A directory or s3://…. */
  readonly registry: string
  /** Public address of the site; undefined for a site of this machine alone. */
  readonly siteUrl: string | undefined
  /** Address of the site for whoever runs it. */
  readonly address: string
  readonly origins: readonly string[]
  readonly https: boolean
  readonly trustedProxy: boolean
  readonly apiUrl: URL | undefined
  /** A directory or s3://…. */
  readonly uploads: string
  readonly dataDir: string
  readonly mail: MailSettings
  readonly webhook: WebhookSettings | undefined
  readonly factorKeys: readonly string[]
  readonly ssoReach: 'public' | 'loopback'
  readonly dnsServers: readonly string[]
  readonly auditDays: number
  readonly watchSeconds: number
  readonly protectedUnits: readonly string[]
  readonly font: { readonly stylesheet: string; readonly filesOrigin: string } | undefined
  readonly previewScript: string | undefined
  readonly tagScript: string | undefined
  readonly securityContact: URL | undefined
  readonly defaultLanguage: string
  readonly demo: boolean
}

/** Reads the settings. `environment` has every setting without which the caller cannot be. Throws a StartError that names the wrong one. */
export function readSettings(environment: Environment): Settings {
  const text = (name: SettingName) => environment[name] || undefined

  function wholeNumber(name: SettingName, fallback: number, min: number, max: number, what: string): number {
    const value = Number(text(name) ?? fallback)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    throw new StartError(`${name} is "${environment[name]}": set it to ${what}, or leave it out.`)
  }
  function addressOf(name: SettingName): URL | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    const parsed = URL.parse(value)
    if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed
    throw new StartError(`${name} is "${value}": set it to an address that begins with https://, or leave it out.`)
  }

  function securityContactOf(): URL | undefined {
    const value = text('SECURITY_CONTACT')
    if (value === undefined) return undefined
    const parsed = URL.parse(value)
    if (parsed && ['https:', 'mailto:'].includes(parsed.protocol) && parsed.href.length > parsed.protocol.length) return parsed
    throw new StartError(
      `SECURITY_CONTACT is "${value}": set it to an address such as mailto:security@ads.example or https://ads.example/security, or leave it out.`,
    )
  }

  function tracingOf(): TracingSettings | undefined {
    if (!addressOf(tracingEndpoint)) return undefined
    const share = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
    if (share >= 0 && share <= 1) return { share }
    const given = environment['OTEL_TRACES_SAMPLER_ARG']
    throw new StartError(`OTEL_TRACES_SAMPLER_ARG is "${given}": set it to a number from 0 to 1, or leave it out.`)
  }

  function ssoReachOf(): 'public' | 'loopback' {
    const value = text('SSO_REACH') ?? 'public'
    if (value === 'public' || value === 'loopback') return value
    throw new StartError(`SSO_REACH is "${value}": set it to public or, for development, to loopback, or leave it out.`)
  }
  function dnsServersOf(): readonly string[] {
    const servers = (text('DNS_SERVERS') ?? '').split(',').flatMap((server) => server.trim() || [])
    try {
      new Resolver().setServers(servers)
    } catch {
      throw new StartError(`DNS_SERVERS is "${text('DNS_SERVERS')}": set it to addresses such as 203.0.113.53, or leave it out.`)
    }
    return servers
  }

  const port = wholeNumber('PORT', 8080, 1, 65_535, 'a number from 1 to 65535')
  const metricsPort = text('METRICS_PORT') === undefined ? undefined : wholeNumber('METRICS_PORT', 0, 1, 65_535, 'a number from 1 to 65535')
  if (metricsPort === port) throw new StartError(`METRICS_PORT is ${port}, as PORT is: set it to another one, or leave it out.`)
  const host = text('HOST') ?? '127.0.0.1'
  const siteUrl = text('SITE_URL')
  const databaseUrl = text('DATABASE_URL') ?? ''
  const directDatabaseUrl = text('DATABASE_DIRECT_URL')
  if (directDatabaseUrl && !databaseUrl)
    throw new StartError('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or leave both out.')
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const address = siteUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const stylesheet = addressOf('FONT_STYLESHEET')
  return {
    environment,
    port,
    host,
    metricsPort,
    metricsToken: text('METRICS_TOKEN'),
    tracing: tracingOf(),
    logLevel: text('LOG_LEVEL') ?? 'info',
    databaseUrl,
    directDatabaseUrl: directDatabaseUrl ?? databaseUrl,
    registry: text('REGISTRY') ?? join(dataDir, 'registry'),
    siteUrl,
    address,
    origins: ownOrigins(siteUrl, host, port),
    https: siteUrl?.startsWith('https:') ?? false,
    trustedProxy: text('TRUSTED_PROXY') === 'on',
    apiUrl: addressOf('API_URL'),
    uploads: text('UPLOADS') ?? join(dataDir, 'uploads'),
    dataDir,
    mail: mailSettingsOf(environment, { outbox: join(dataDir, 'outbox'), siteUrl: address }),
    webhook: webhookSettingsOf(environment),
    factorKeys: factorKeysOf(text('FACTOR_KEY')),
    ssoReach: ssoReachOf(),
    dnsServers: dnsServersOf(),
    auditDays: wholeNumber('AUDIT_DAYS', auditDays.default, auditDays.min, 1_000_000, `whole days, ${auditDays.min} at the least`),
    watchSeconds: wholeNumber('RELEASE_WATCH_SECONDS', 60, 1, 3600, 'whole seconds from 1 to 3600'),
    protectedUnits: (environment['RELEASE_PROTECTED'] ?? shellUnit).split(',').flatMap((unit) => (unit.trim() === '' ? [] : [unit.trim()])),
    font: stylesheet && { stylesheet: stylesheet.href, filesOrigin: (addressOf('FONT_FILES') ?? stylesheet).origin },
    previewScript: addressOf('PREVIEW_SCRIPT')?.href,
    // A local site shows example tags; a public one must name its ad server.
    tagScript: addressOf('TAG_SCRIPT')?.href ?? (siteUrl ? undefined : 'https://adserver.example/tag.js'),
    securityContact: securityContactOf(),
    defaultLanguage: text('DEFAULT_LANGUAGE') ?? 'en',
    demo: text('DEMO') === 'on',
  }
}
