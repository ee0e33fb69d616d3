import type { Logger } from 'pino'
import { withoutValues } from '../db/database-error.ts'
import { Refusal } from '../http/refusal.ts'
import { createQueue, type Job } from './background-queue.ts'
import type { MailSettings } from './mail-settings.ts'
import { mailTransport, type OutgoingMail } from './mail-transport.ts'

export interface MailService {
  /** A link to a page of the site that carries a token. */
  link(path: `/${string}`, token: string): string
  /** Sends now, never inside a transaction; throws `mail_failed` after writing the cause to the log. */
  send(mail: OutgoingMail): Promise<void>
  /** Runs `job` after the answer; when too much waits already, it is dropped and the log says so. */
  later(job: Job): void
  /** Ends with what waits, within its limit. */
  close(): Promise<void>
}

const waitingLimit = 1_000
const parallelJobs = 4
/** Milliseconds that the end of the process waits for queued mails. */
const closeLimit = 10_000

/** What a mail server's error may say in the log: no command, for that may hold credentials. */
function causeOf(error: unknown) {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number }
  return { cause: message, code, response_code: responseCode }
}

export function createMailService(settings: MailSettings, log: Logger): MailService {
  const transport = mailTransport(settings)
  const queue = createQueue({
    limit: waitingLimit,
    parallel: parallelJobs,
    onError(error) {
      // `send` has told the log already.
      if (!(error instanceof Refusal)) log.error({ err: withoutValues(error) }, 'background work failed')
    },
  })
  return {
    link(path, token) {
      const url = new URL(path, settings.siteUrl)
      url.searchParams.set('token', token)
      return url.href
    },
    async send(mail) {
      try {
        await transport(mail)
      } catch (error) {
        log.error(causeOf(error), 'mail was not sent')
        throw new Refusal('mail_failed')
      }
    },
    later(job) {
      if (!queue.add(job)) log.error('too much background work: a mail was dropped')
    },
    async close() {
      const left = await queue.close(closeLimit)
      if (left > 0) log.error({ left }, 'mails were not sent before the end')
    },
  }
}
