import type { Logger } from 'pino'
import type { RootDatabase } from '../db/connect.ts'
import { callWebhook } from '../incident/call-webhook.ts'
import { mailIncident } from '../incident/mail-incident.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'
import { mailFactorChange } from '../factor/mail-factor-change.ts'
import { mailNotices } from '../notification/mail-notices.ts'
import { mailPasswordChanged } from '../password/change.ts'
import { mailPasswordReset } from '../password/reset.ts'
import type { MailKind, MailWriter } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'

/** Composes the queued mails (mail-jobs.ts). */
export function mailWriters(
  db: RootDatabase,
  mail: MailService,
  webhook: WebhookSettings | undefined,
  log: Logger,
): Readonly<Record<MailKind, MailWriter>> {
  return {
    password_reset: ({ recipient }) => mailPasswordReset(db, mail, recipient, log),
    password_changed: ({ recipient }) => mailPasswordChanged(db, mail, recipient),
    factor_added: ({ recipient }) => mailFactorChange(db, mail, 'factor_added', recipient),
    factor_removed: ({ recipient }) => mailFactorChange(db, mail, 'factor_removed', recipient),
    recovery_code_used: ({ recipient }) => mailFactorChange(db, mail, 'recovery_code_used', recipient),
    factor_reset_asked: ({ recipient }) => mailFactorChange(db, mail, 'factor_reset_asked', recipient),
    factor_reset_done: ({ recipient }) => mailFactorChange(db, mail, 'factor_reset_done', recipient),
    release_incident: (job) => mailIncident(db, mail, job),
    notice: (message) => mailNotices(db, mail, message),
    release_webhook: (job) => callWebhook(db, mail, webhook, job),
  }
}
