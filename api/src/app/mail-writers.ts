import type { Logger } from 'pino'
import type { RootDatabase } from '../db/connect.ts'
import { mailPasswordChanged } from '../password/change.ts'
import { mailPasswordReset } from '../password/reset.ts'
import type { MailKind, MailWriter } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'

/** Composes the queued mails (mail-jobs.ts). */
export function mailWriters(db: RootDatabase, mail: MailService, log: Logger): Readonly<Record<MailKind, MailWriter>> {
  return {
    password_reset: (email) => mailPasswordReset(db, mail, email, log),
    password_changed: (email) => mailPasswordChanged(db, mail, email),
  }
}
