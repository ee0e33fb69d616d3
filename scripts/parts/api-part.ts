import { join } from 'node:path'
import { createApi, openStorage, type ReadinessCheck } from '@adsite/api'
import { Hono } from 'hono'
import { checkDisk } from './check-disk.ts'
import { releaseCalls } from '../releases/release-calls.ts'
import { releasesOf } from '../releases/releases.ts'
import type { PartDefinition } from './part-definition.ts'
import type { Settings } from './settings.ts'

/** Local directories that calls write to, so that a full or read-only disk is noticed before a user's work is refused. */
function disks({ uploads, dataDir, mail }: Settings): Record<string, ReadinessCheck> {
  return {
    disk: () => checkDisk(dataDir),
    ...(uploads.startsWith('s3:') ? {} : { uploads: () => checkDisk(uploads) }),
    ...(mail.smtpUrl ? {} : { outbox: () => checkDisk(mail.outbox) }),
  }
}

/** Answers the calls of pages and of the release tools. Files are worked on by processes of its own (docs/decisions/0016). */
export const apiPart: PartDefinition = {
  summary: 'answers the calls of pages and of the release tools',
  needs: ['DATABASE_URL', 'REGISTRY', 'SITE_URL', 'UPLOADS'],
  reads: [
    'DATABASE_DIRECT_URL',
    'TRUSTED_PROXY',
    'DATA_DIR',
    'SMTP_URL',
    'MAIL_FROM',
    'RELEASE_PUBLIC_KEY',
    'RELEASE_PROTECTED',
    'TAG_SCRIPT',
    'FACTOR_KEY',
    'SSO_REACH',
    'DNS_SERVERS',
  ],
  needsSchema: true,
  async start({ settings, logger, metrics, db, registry }) {
    const { origins, protectedUnits, mail, tagScript } = settings
    const api = await createApi({
      db,
      directDatabaseUrl: settings.directDatabaseUrl,
      storage: openStorage(settings.uploads, settings.environment),
      spool: join(settings.dataDir, 'spool'),
      releases: releasesOf(registry, { sites: origins, protectedUnits }),
      settings: {
        secureCookies: settings.https,
        trustedProxy: settings.trustedProxy,
        origins,
        mail,
        factorKeys: settings.factorKeys,
        ssoReach: settings.ssoReach,
        dnsServers: settings.dnsServers,
        ...(tagScript === undefined ? {} : { tagScript }),
      },
      logger,
      register: metrics.register,
      tracing: settings.tracing,
    })
    api.warm()
    const app = new Hono().route('/', api.app).route('/', releaseCalls(registry, api, logger))
    return { app, checks: { ...api.checks, ...disks(settings) }, close: () => api.close() }
  },
}
