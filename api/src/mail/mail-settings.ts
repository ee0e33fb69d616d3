import { StartError } from '../db/start-error.ts'

/** How mails are sent, and where their links lead. */
export interface MailSettings {
  /** `smtp://` or `smtps://` with user and password. Default: mails are written to the outbox. */
  readonly smtpUrl?: string
  /** Sender address, with or without a name: `adsite <noreply@ads.example>`. */
  readonly from: string
  /** Directory for mails when there is no SMTP server. */
  readonly outbox: string
  /** Public address of the site. Links in mails start with it, never with a request's Host. */
  readonly siteUrl: string
}

interface MailEnvironment {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
}

const outboxSender = 'adsite <noreply@adsite.example>'
const sender = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u

function checkSmtpUrl(text: string): void {
  const url = URL.parse(text)
  // The value is not repeated, because it may contain a password.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new StartError('SMTP_URL is no address of a mail server: give one like smtps://user:password@mail.example:465.')
  }
}

/** Reads SMTP_URL and MAIL_FROM; throws a StartError that names the wrong one. */
export function mailSettingsOf(environment: MailEnvironment, rest: Pick<MailSettings, 'outbox' | 'siteUrl'>): MailSettings {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = environment
  if (smtpUrl) checkSmtpUrl(smtpUrl)
  if (smtpUrl && !from) throw new StartError('MAIL_FROM is missing: with SMTP_URL, give the address that mails come from.')
  if (from && !sender.test(from.trim())) {
    throw new StartError(`MAIL_FROM is "${from}": give one address, as in adsite <noreply@ads.example>.`)
  }
  return { ...rest, ...(smtpUrl ? { smtpUrl } : {}), from: from?.trim() || outboxSender }
}
