import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../db/start-error.ts'
import { linkOf, startSilentServer, startTestSmtp, type TestSmtp } from '../testing/smtp.ts'
import { createMailService } from './mail-service.ts'
import { mailSettingsOf } from './mail-settings.ts'
import { invitationMail, passwordResetMail } from './mails.ts'
import { outboxIndex } from './mail-transport.ts'

const MAIL_FROM = '広告サイト <noreply@ads.test>'
const rest = { outbox: '/nowhere', siteUrl: 'https://ads.test' }

let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startTestSmtp()
})
afterAll(() => smtp.close())

function serviceAt(SMTP_URL: string) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { mail: createMailService(mailSettingsOf({ SMTP_URL, MAIL_FROM }, rest), log), lines }
}

const until = new Date('2026-11-26T00:53:20Z')

describe('over SMTP', () => {
  test('a Japanese and an English mail: subject, sender, text and HTML say the same, the link leads to the site', async () => {
    const { mail } = serviceAt(smtp.url)
    const link = mail.link('/auth/forgot/reset_password', 'abc')
    await mail.send({ to: 'ja@test.example', ...passwordResetMail({ name: '青葉 太郎', link }, 'ja') })
    await mail.send({ to: 'en@test.example', ...passwordResetMail({ name: 'Taro', link }, 'en') })
    const ja = await smtp.mailTo('ja@test.example')
    const en = await smtp.mailTo('en@test.example')
    expect([ja.mail.subject, en.mail.subject]).toEqual(['パスワード再設定のご案内', 'Set a new password'])
    expect(ja.mail.from).toMatchObject({ name: '広告サイト', address: 'noreply@ads.test' })
    expect(ja.from).toBe('noreply@ads.test')
    expect(ja.mail.text).toContain('青葉 太郎 様')
    expect(ja.mail.text).toContain('60分以内')
    expect(en.mail.text).toContain('within 60 minutes')
    expect(ja.mail.html).toContain('<html lang="ja">')
    expect(ja.mail.html).toContain('青葉 太郎 様')
    expect(linkOf(ja).href).toBe('https://ads.test/auth/forgot/reset_password#token=abc')
    expect(linkOf(en).href).toBe(linkOf(ja).href)
    // Headers are ASCII on the wire.
    expect(ja.raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]*$/u)
  })

  test('names cannot add headers, receivers or markup', async () => {
    const { mail } = serviceAt(smtp.url)
    const account = 'x\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script>\u2028{{inviter}}'
    const content = invitationMail(
      { inviter: '"><img src=x>', account, role: 'pg', link: 'https://ads.test/invitation#token=a', until },
      'en',
    )
    await mail.send({ to: 'inject@test.example', ...content })
    const received = await smtp.mailTo('inject@test.example')
    expect(received.to).toEqual(['inject@test.example'])
    expect(received.mail.bcc).toBeUndefined()
    expect(received.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(received.mail.subject).toBe('Ad Platform: invitation to "x Bcc: evil@evil.example <script>alert(1)</script> {{inviter}}"')
    expect(received.mail.html).not.toMatch(/<script|<img/u)
    expect(linkOf(received).host).toBe('ads.test')
  })

  test('a server that is down, refuses or never answers: mail_failed, and the log says why without the password', async () => {
    const silent = await startSilentServer()
    const content = passwordResetMail({ name: 'x', link: 'https://ads.test/secret-link' }, 'en')
    smtp.refuse(true)
    for (const url of ['smtp://u:hidden-pass@127.0.0.1:1', smtp.url, smtp.url.replace('secret', 'hidden-pass'), silent.url]) {
      const { mail, lines } = serviceAt(url)
      await expect(mail.send({ to: 'a@test.example', ...content }), url).rejects.toMatchObject({ code: 'mail_failed' })
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('"cause"')
      expect(lines[0]).not.toMatch(/hidden-pass|secret/u)
    }
    smtp.refuse(false)
    await silent.close()
  })
})

describe('outbox', () => {
  test('every mail is a file, and a line with its link; for nobody else to read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'adsite-outbox-test-'))
    const outbox = join(directory, 'outbox')
    const mail = createMailService(mailSettingsOf({}, { ...rest, outbox }), pino({ level: 'silent' }))
    const link = mail.link('/invitation', 'abc')
    const content = invitationMail({ inviter: '花子', account: '青葉', role: 'advertiser', link, until }, 'ja')
    await mail.send({ to: 'one@test.example', ...content })
    await mail.send({ to: 'two@test.example', ...content })
    const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).toSorted()
    const lines = (await readFile(join(outbox, outboxIndex), 'utf8')).trim().split('\n')
    expect(files).toHaveLength(2)
    expect(lines.map((line) => line.split('  ').slice(1))).toEqual([
      ['one@test.example', '【広告プラットフォーム】「青葉」への招待', 'https://ads.test/invitation#token=abc', files[0]],
      ['two@test.example', '【広告プラットフォーム】「青葉」への招待', 'https://ads.test/invitation#token=abc', files[1]],
    ])
    const parsed = await PostalMime.parse(await readFile(join(outbox, files[0]!)))
    expect(parsed).toMatchObject({ subject: '【広告プラットフォーム】「青葉」への招待', to: [{ address: 'one@test.example' }] })
    expect(parsed.text).toContain('花子 さんから、広告プラットフォームの「青葉」(広告主)に招待されました。')
    expect(parsed.text).toContain('有効期限は2026年11月26日木曜日 9:53（日本時間）です。')
    for (const name of [...files, outboxIndex]) expect((await stat(join(outbox, name))).mode & 0o077).toBe(0)
    expect((await stat(outbox)).mode & 0o077).toBe(0)
    await rm(directory, { recursive: true })
  })

  test('that cannot be written: mail_failed', async () => {
    const mail = createMailService(mailSettingsOf({}, { ...rest, outbox: '/dev/null/outbox' }), pino({ level: 'silent' }))
    const content = passwordResetMail({ name: 'x', link: 'https://ads.test/' }, 'en')
    await expect(mail.send({ to: 'a@test.example', ...content })).rejects.toMatchObject({ code: 'mail_failed' })
  })
})

describe('settings', () => {
  test('wrong ones are named, and a password in them is not repeated', () => {
    const faults = [
      { SMTP_URL: 'mail.example:secret', MAIL_FROM },
      { SMTP_URL: 'https://u:secret@mail.example', MAIL_FROM },
      { SMTP_URL: smtp.url },
      { MAIL_FROM: 'nobody' },
      { MAIL_FROM: 'a@x.example, b@x.example' },
      { MAIL_FROM: 'x\r\nBcc: <a@x.example>' },
    ].map((environment) => {
      try {
        return mailSettingsOf(environment, rest)
      } catch (error) {
        return error instanceof StartError ? error.message.split(' ')[0] : error
      }
    })
    expect(faults).toEqual(['SMTP_URL', 'SMTP_URL', 'MAIL_FROM', 'MAIL_FROM', 'MAIL_FROM', 'MAIL_FROM'])
    expect(() => mailSettingsOf({ SMTP_URL: 'https://u:secret@mail.example', MAIL_FROM }, rest)).not.toThrow(/secret/u)
  })

  test('an empty one counts as none', () => {
    expect(mailSettingsOf({ SMTP_URL: '', MAIL_FROM: '' }, rest)).toEqual({ ...rest, from: 'adsite <noreply@adsite.example>' })
  })
})
