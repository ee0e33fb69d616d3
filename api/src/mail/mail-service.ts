import type { Logger } from 'pino'
import { RequestError } from '../error/request-error.ts'
import type { MailSettings } from './mail-settings.ts'
import { mailTransport, type OutgoingMail } from './mail-transport.ts'

export interface MailService {
  /** A link to a page of the site that carries a token. */
  link(path: `/${string}`, token: string): string
  /** The address of a page of the site. */
  page(path: `/${string}`): string
  /** Sends now, never inside a transaction; throws `mail_failed` after writing the cause to the log. */
  send(mail: OutgoingMail): Promise<void>
}

/** What a mail server's error may say in the log: no command, for that may hold credentials. */
function causeOf(error: unknown) {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number }
  return { cause: message, code, response_code: responseCode }
}

export function createMailService(settings: MailSettings, log: Logger): MailService {
  const transport = mailTransport(settings)
  return {
    link(path, token) {
      const url = new URL(path, settings.siteUrl)
      url.searchParams.set('token', token)
      return url.href
    },
    page: (path) => new URL(path, settings.siteUrl).href,
    async send(mail) {
      try {
        await transport(mail)
      } catch (error) {
        log.error(causeOf(error), 'mail was not sent')
        throw new RequestError('mail_failed')
      }
    },
  }
}
