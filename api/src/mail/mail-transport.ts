import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailContent } from './mail-content.ts'
import type { MailSettings } from './mail-settings.ts'

export interface OutgoingMail extends MailContent {
  /** One bare address. */
  readonly to: string
}

/** Hands a mail over; rejects when it was not taken. */
export type MailTransport = (mail: OutgoingMail) => Promise<void>

/** A mail server has this long, all in all (milliseconds): somebody waits for the answer to an invitation. */
const sendLimit = 10_000

/** The receiver is given as an object, so that no text of it is read as a list or a header. */
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

/** What people read in the outbox to find the newest link. */
export const outboxIndex = 'mails.txt'

/** Files that hold links with tokens: readable by this user alone. */
function outboxTransport(directory: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(from, mail))
    const at = new Date().toISOString()
    const file = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, file), message as Buffer, { flag: 'wx', mode: 0o600 })
    const line = [at, mail.to, mail.subject, mail.link, file].join('  ')
    await appendFile(join(directory, outboxIndex), `${line}\n`, { mode: 0o600 })
  }
}

/** The SMTP server of the settings, or the outbox when there is none. */
export function mailTransport({ smtpUrl, from, outbox }: MailSettings): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl, from) : outboxTransport(outbox, from)
}
