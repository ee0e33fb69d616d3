import type { Logger } from 'pino'
import { RequestError } from '../error/request-error.ts'
import type { MailSettings } from './mail-settings.ts'
import { mailTransport, type OutgoingMail } from './mail-transport.ts'

export interface MailService {
  /** A link to a page of the site with a token, in the fragment, so that it is in no log of what stands in front of the site. */
  link(path: `/${string}`, token: string): string
  /** The address of a page of the site. */
  page(path: `/${string}`): string
  /** Sends at once, and must not be called inside a transaction. Throws `mail_failed` after logging the cause. */
  send(mail: OutgoingMail): Promise<void>
}

/** Loggable parts of a mail server's error, without the command, which may contain credentials. */
function causeOf(error: unknown) {
  const { message, code, responseCode }: { message?: unknown; code?: unknown; responseCode?: unknown } = error ?? {}
  return { cause: message, code, response_code: responseCode }
}

export function createMailService(settings: MailSettings, log: Logger): MailService {
  const transport = mailTransport(settings)
  return {
    link(path, token) {
      const url = new URL(path, settings.siteUrl)
      url.hash = new URLSearchParams({ token }).toString()
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
