import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailContent } from './mail-content.ts'
import type { MailSettings } from './mail-settings.ts'

export interface OutgoingMail extends MailContent {
  /** A single bare address. */
  readonly to: string
}

/** Hands a mail over; rejects if it was not accepted. */
export type MailTransport = (mail: OutgoingMail) => Promise<void>

/** Total time for a mail server (milliseconds), because the sender of an invitation waits for it. */
const sendLimit = 10_000

/** The recipient is passed as an object, so that its text is never parsed as a list or a header. */
const messageOf = (from: string, { to, subject, text, html }: OutgoingMail) => ({
  from,
  subject,
  text,
  html,
  to: { name: '', address: to },
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

function smtpTransport(url: string, from: string): MailTransport {
  const server = createTransport({
    url,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 8_000,
    dnsTimeout: 5_000,
  })
  return async (mail) => {
    await server.sendMail({ ...messageOf(from, mail), signal: AbortSignal.timeout(sendLimit) })
  }
}

/** Index file of the outbox, in which people find the newest link. */
export const outboxIndex = 'mails.txt'

/** Writes files that contain links with tokens, readable by this user only. */
function outboxTransport(directory: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(from, mail))
    const at = new Date().toISOString()
    const file = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, file), message, { flag: 'wx', mode: 0o600 })
    const line = [at, mail.to, mail.subject, mail.link, file].join('  ')
    await appendFile(join(directory, outboxIndex), `${line}\n`, { mode: 0o600 })
  }
}

/** Uses the configured SMTP server, or the outbox. */
export function mailTransport({ smtpUrl, from, outbox }: MailSettings): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl, from) : outboxTransport(outbox, from)
}
