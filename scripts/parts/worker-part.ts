import { startHousekeeping } from '@adsite/api'
import { checkDisk } from './check-disk.ts'
import { startWatching } from '../releases/watch-releases.ts'
import type { PartDefinition } from './part-definition.ts'

/** Does what nobody waits for: sends queued mails, settles statuses, sweeps, watches how releases fare. */
export const workerPart: PartDefinition = {
  summary: 'sends mails, settles statuses, removes what is over, watches releases and tells operators',
  needs: ['DATABASE_URL', 'REGISTRY', 'SITE_URL'],
  reads: [
    'DATA_DIR',
    'SMTP_URL',
    'MAIL_FROM',
    'RELEASE_WEBHOOK_URL',
    'RELEASE_WEBHOOK_SECRET',
    'AUDIT_DAYS',
    'RELEASE_WATCH_SECONDS',
    'RELEASE_PUBLIC_KEY',
  ],
  needsSchema: true,
  async start({ settings: { mail, webhook, auditDays, watchSeconds }, logger, db, registry }) {
    const housekeeping = startHousekeeping({ db, mail, webhook, logger, auditDays })
    const stopWatching = startWatching(registry, db, housekeeping.tellOperators, logger, watchSeconds)
    return {
      checks: { ...housekeeping.checks, ...(mail.smtpUrl ? {} : { outbox: () => checkDisk(mail.outbox) }) },
      async close() {
        stopWatching()
        await housekeeping.close()
      },
    }
  },
}
