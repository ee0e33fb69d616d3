import { checkFactorKeys, measureSite, measureWork, repeat, startHousekeeping } from '@adsite/api'
import { checkDisk } from './check-disk.ts'
import { releaseWatch } from '../releases/watch-releases.ts'
import type { PartDefinition } from './part-definition.ts'

/** Does what nobody waits for: sends queued mails, settles statuses, sweeps, watches how releases fare. */
export const workerPart: PartDefinition = {
  summary: 'sends mails, settles statuses, removes what is over, watches releases and tells operators',
  needs: ['DATABASE_URL', 'REGISTRY', 'SITE_URL'],
  reads: [
    'DATABASE_DIRECT_URL',
    'DATA_DIR',
    'SMTP_URL',
    'MAIL_FROM',
    'RELEASE_WEBHOOK_URL',
    'RELEASE_WEBHOOK_SECRET',
    'FACTOR_KEY',
    'AUDIT_DAYS',
    'DNS_SERVERS',
    'RELEASE_WATCH_SECONDS',
    'RELEASE_PUBLIC_KEY',
  ],
  needsSchema: true,
  async start({ settings: { mail, webhook, factorKeys, auditDays, watchSeconds, dnsServers }, logger, metrics, db, registry }) {
    // Only the worker measures this, because the figures of the database are the same from every process.
    measureSite(db, metrics.register)
    await checkFactorKeys(db, factorKeys)
    const seen = measureWork(metrics.register)
    const housekeeping = startHousekeeping({ db, mail, webhook, factorKeys, logger, seen, auditDays, dnsServers })
    const run = releaseWatch(registry, db, housekeeping.tellOperators, logger)
    const stopWatching = repeat({ name: 'watching releases', seconds: watchSeconds, run }, logger, seen)
    return {
      checks: { ...housekeeping.checks, ...(mail.smtpUrl ? {} : { outbox: () => checkDisk(mail.outbox) }) },
      async close() {
        await Promise.all([stopWatching(), housekeeping.close()])
      },
    }
  },
}
