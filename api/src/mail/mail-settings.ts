import { StartError } from '../db/start-error.ts'

/** How mails leave, and where their links lead. */
export interface MailSettings {
  /** `smtp://` or `smtps://` with user and password; absent: mails are kept in the outbox. */
  readonly smtpUrl?: string
  /** Address that mails come from, with or without a name: `adsite <noreply@ads.example>`. */
  readonly from: string
  /** Directory that mails are written to when there is no SMTP server. */
  readonly outbox: string
  /** Address of the site as people reach it: links in mails start with it, never with a request's Host. */
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
  // The value may hold a password: it is not repeated here.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new StartError('SMTP_URL is no address of a mail server: give one like smtps://user:password@mail.example:465.')
  }
}

/** Reads SMTP_URL and MAIL_FROM; a StartError says which of them is wrong. */
export function mailSettingsOf(environment: MailEnvironment, rest: Pick<MailSettings, 'outbox' | 'siteUrl'>): MailSettings {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = environment
  if (smtpUrl) checkSmtpUrl(smtpUrl)
  if (smtpUrl && !from) throw new StartError('MAIL_FROM is missing: with SMTP_URL, give the address that mails come from.')
  if (from && !sender.test(from.trim())) {
    throw new StartError(`MAIL_FROM is "${from}": give one address, as in adsite <noreply@ads.example>.`)
  }
  return { ...rest, ...(smtpUrl ? { smtpUrl } : {}), from: from?.trim() || outboxSender }
}
