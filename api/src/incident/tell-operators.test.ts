import { endpoints, notificationText, siteName, type Notification } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailJobs, notifications, releaseIncidents } from '../db/schema.ts'
import { sweep } from '../app/housekeeping.ts'
import { startTestApi, testSiteUrl, type TestApi, type TestLog } from '../testing/api.ts'
import { emailOf } from '../testing/fixtures.ts'
import { linkOf, startTestSmtp, type ReceivedMail, type TestSmtp } from '../testing/smtp.ts'
import type { Incident } from './tell-operators.ts'
import { webhookSettingsOf } from '../mail/webhook-settings.ts'

const secret = Buffer.from('a secret of thirty-two bytes 0123').toString('base64')
const [admin, other] = [emailOf('admin'), emailOf('admin', 'b')]
const lines: string[] = []
const log: TestLog = { level: 'warn', write: (line) => void lines.push(line) }

interface Called {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let smtp: TestSmtp
let api: TestApi
/** Where the webhook leads, and how it answers. */
let receiver: Server
let answer: { status: number; headers?: Record<string, string> } | 'never'
let called: Called[]

const webhook = () => {
  const { port } = receiver.address() as AddressInfo
  return webhookSettingsOf({ RELEASE_WEBHOOK_URL: `http://127.0.0.1:${port}/hook/s3cr3t-path`, RELEASE_WEBHOOK_SECRET: `whsec_${secret}` })!
}

beforeAll(async () => {
  smtp = await startTestSmtp()
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      called.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      if (answer !== 'never') response.writeHead(answer.status, answer.headers).end('{}')
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test', messageSeconds: 0.1, log, webhook: webhook() })
  await api.pool.query(`update users set locale = 'en' where email = $1`, [other])
})
afterAll(async () => {
  await api.close()
  await smtp.close()
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})
beforeEach(async () => {
  answer = { status: 204 }
  called = []
  lines.length = 0
  await api.pool.query('delete from mail_jobs; delete from release_incidents; delete from notifications')
})

const measured = (build: string, failed: number) => ({ build, loads: 20, failed, rate: failed / 20, accounts: 5, failing_accounts: 4 })
let since = 0
const rolledBack = (change: Partial<Incident> = {}): Incident => ({
  unit: 'ad',
  build: '1.1.0-b',
  outcome: 'rolled_back',
  since: ++since,
  details: {
    target: '1.0.0-a',
    comparison: { tried: measured('1.1.0-b', 8), against: measured('1.0.0-a', 1), since: '2026-05-02T12:00:00.000Z' },
    why: null,
    command: 'release promote ad 1.1.0-b',
  },
  ...change,
})

const mailed = (email: string) => smtp.received.filter(({ to }) => to.includes(email))
const waiting = () => api.db.select().from(mailJobs)
const makeDue = () => api.db.update(mailJobs).set({ due_at: sql`now()` })
const sent = () => expect.poll(waiting).toEqual([])

/** Tells an incident, and waits for its messages. */
async function told(incident: Incident): Promise<{ ja: ReceivedMail; en: ReceivedMail }> {
  const before = [mailed(admin).length, mailed(other).length]
  expect(await api.housekeeping.tellOperators(incident)).toBe(true)
  const [ja, en] = await Promise.all([smtp.mailTo(admin, before[0]! + 1), smtp.mailTo(other, before[1]! + 1)])
  await sent()
  return { ja, en }
}

describe('a release that was rolled back', () => {
  test('is told to every administrator, on the site and by mail, each in their language, and to nobody else', async () => {
    const before = smtp.received.length
    const { ja, en } = await told(rolledBack())
    expect(ja.mail.subject).toBe('【広告プラットフォーム】「ad」を自動でロールバックしました')
    expect(ja.mail.text).toContain(
      '「ad」のビルド 1.1.0-b は読み込みの40%（20回中8回）で失敗したため、自動で 1.0.0-a にロールバックしました。比較した 1.0.0-a の失敗率は5%です。',
    )
    expect(en.mail.subject).toBe(`${siteName.en}: ad was rolled back automatically`)
    expect(en.mail.text).toContain(
      'Build 1.1.0-b of ad failed in 40% of its loads (8 of 20; 1.0.0-a: 5%) and was rolled back to 1.0.0-a automatically.',
    )
    for (const mail of [ja, en]) {
      expect(linkOf(mail).href).toBe(`${testSiteUrl}/releases`)
      expect(mail.mail.text).toContain('release promote ad 1.1.0-b')
    }
    expect(new Set(smtp.received.slice(before).flatMap(({ to }) => to))).toEqual(new Set([admin, other]))

    const listed = async (role: 'admin' | 'advertiser') => {
      const response = await (await api.signIn(role)).call(endpoints.notification.list)
      return ((await response.json()) as { data: Notification[] }).data
    }
    const [notice] = await listed('admin')
    expect(notice).toMatchObject({ kind: 'message', page: '/releases', created_by: null })
    expect(notificationText(notice!, 'ja')).toContain('自動で 1.0.0-a にロールバックしました')
    await api.pool.query(`update users set locale = 'en' where email = $1`, [admin])
    expect(notificationText((await listed('admin'))[0]!, 'ja')).toContain('was rolled back to 1.0.0-a automatically')
    await api.pool.query(`update users set locale = 'ja' where email = $1`, [admin])
    expect(await listed('advertiser')).toEqual([])
  })

  test('is posted once, signed as Standard Webhooks says, with the figures as numbers', async () => {
    const incident = rolledBack()
    await told(incident)
    expect(called).toHaveLength(1)
    const [{ path, headers, body }] = called as [Called]
    expect(path).toBe('/hook/s3cr3t-path')
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^release_incident_\d+$/u) })
    const { signer } = webhook()
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(signer.verify(body, signed)).toEqual({
      type: 'release.rolled_back',
      timestamp: expect.stringMatching(/Z$/u),
      data: {
        unit: 'ad',
        build: '1.1.0-b',
        ...incident.details,
        text: { ja: expect.stringContaining('ロールバックしました'), en: expect.stringContaining('was rolled back') },
        page: `${testSiteUrl}/releases`,
      },
    })
    expect(() => signer.verify(body.replace('1.0.0-a', '1.0.0-x'), signed)).toThrow('signature')
  })

  test.each([
    ['frozen', 'frozen', '凍結中'],
    ['second', 'within the hour', '1時間以内'],
    ['no_target', 'No earlier build', '以前のビルドがない'],
    ['shell', 'the shell', 'シェル'],
    ['degraded', 'served from the log', '記録をもとに'],
  ] as const)('or one with the outcome %s says so in both languages, without a hole', async (outcome, english, japanese) => {
    const { target: _, ...details } = rolledBack().details
    const { ja, en } = await told(rolledBack({ outcome, details: { ...details, target: null, why: 'ch/stable/ad.json is missing' } }))
    expect(en.mail.text).toContain(english)
    expect(ja.mail.text).toContain(japanese)
    for (const { mail } of [ja, en]) {
      expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain('{{')
      expect(mail.text).toContain('ch/stable/ad.json is missing')
    }
    expect(JSON.parse(called[0]!.body)).toMatchObject({ type: `release.${outcome}` })
  })
})

describe('once', () => {
  test('however many processes tell at the same time', async () => {
    const incident = rolledBack()
    const before = mailed(admin).length
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.housekeeping.tellOperators(incident)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    await sent()
    expect(mailed(admin)).toHaveLength(before + 1)
    expect(called).toHaveLength(1)
    expect(await api.db.select().from(releaseIncidents)).toHaveLength(1)
  })

  test('of a build that is live without a break; another outcome, and a later time of the same build, are others', async () => {
    const incident = rolledBack()
    const tell = (change: Partial<Incident>) => api.housekeeping.tellOperators({ ...incident, ...change })
    expect(await tell({})).toBe(true)
    expect(await tell({ details: { ...incident.details, why: 'other figures' } })).toBe(false)
    for (const change of [{ outcome: 'second' as const }, { since: ++since }, { unit: 'md' }, { build: '1.2.0-c' }])
      expect(await tell(change)).toBe(true)
    await sent()
  })

  test('together with all of its notices and messages, or not at all', async () => {
    const incident = rolledBack()
    for (const table of ['mail_jobs', 'notifications']) {
      await api.pool.query(`alter table ${table} rename to away`)
      await expect(api.housekeeping.tellOperators(incident)).rejects.toThrow('Failed query')
      await api.pool.query(`alter table away rename to ${table}`)
    }
    expect(await api.db.select().from(releaseIncidents)).toEqual([])
    expect(await api.db.select().from(notifications)).toEqual([])
    expect(await api.housekeeping.tellOperators(incident)).toBe(true)
    await sent()
  })

  test('and again after a month, while it goes on', async () => {
    const incident = rolledBack()
    await told(incident)
    await api.pool.query("update release_incidents set created_at = now() - interval '29 days'")
    await sweep(api.db)
    expect(await api.housekeeping.tellOperators(incident)).toBe(false)
    await api.pool.query("update release_incidents set created_at = now() - interval '31 days'")
    await sweep(api.db)
    expect(await api.housekeeping.tellOperators(incident)).toBe(true)
    await sent()
  })
})

describe('where it cannot be told', () => {
  const kinds = async () => (await waiting()).map(({ kind }) => kind).toSorted()

  test('a mail server that refuses holds up no webhook; mails follow when it is back', async () => {
    smtp.refuse(true)
    const before = mailed(admin).length
    await api.housekeeping.tellOperators(rolledBack())
    await expect.poll(() => called.length).toBe(1)
    const refused = () => lines.filter((line) => line.includes('tried again later')).length
    await expect.poll(refused).toBe(2)
    expect(await kinds()).toEqual(['release_incident', 'release_incident'])
    smtp.refuse(false)
    await makeDue()
    await sent()
    expect(mailed(admin)).toHaveLength(before + 1)
    expect(called).toHaveLength(1)
  })

  test('a webhook that fails holds up no mail; it is called again later, with the same id and its secret in no log', async () => {
    answer = { status: 500 }
    const before = mailed(admin).length
    await api.housekeeping.tellOperators(rolledBack())
    await smtp.mailTo(admin, before + 1)
    await expect.poll(kinds).toEqual(['release_webhook'])
    await expect.poll(() => lines.join('')).toContain('The webhook answered 500')
    const [job] = await waiting()
    expect(job).toMatchObject({ attempts: 1 })
    expect(job!.due_at.getTime()).toBeGreaterThan(Date.now() + 10_000)
    answer = { status: 200 }
    await makeDue()
    await sent()
    expect(called.map(({ headers }) => headers['webhook-id'])).toEqual([called[0]!.headers['webhook-id'], called[0]!.headers['webhook-id']])
    expect(JSON.stringify([lines, job])).not.toMatch(/s3cr3t|whsec/u)
  })

  test('a webhook that leads elsewhere is not followed', async () => {
    answer = { status: 307, headers: { Location: '/elsewhere' } }
    await api.housekeeping.tellOperators(rolledBack())
    await expect.poll(() => lines.join('')).toContain('The webhook answered 307')
    expect(called.map(({ path }) => path)).toEqual(['/hook/s3cr3t-path'])
  })

  test('a webhook that never answers is given up for the time being, and tried again', async () => {
    answer = 'never'
    await api.housekeeping.tellOperators(rolledBack())
    await expect.poll(() => lines.join('')).toContain('TimeoutError')
    expect(await waiting()).toMatchObject([{ kind: 'release_webhook', attempts: 1 }])
  })

  test('an administrator who is suspended is not told', async () => {
    await api.pool.query(`update users set status = 'SUSPENDED' where email = $1`, [other])
    const before = mailed(other).length
    await api.housekeeping.tellOperators(rolledBack())
    await sent()
    expect(mailed(other)).toHaveLength(before)
    await api.pool.query(`update users set status = 'ACTIVE' where email = $1`, [other])
  })
})

describe('the settings of the webhook', () => {
  const url = 'https://hooks.example/a'
  test.each([
    ['no address', { RELEASE_WEBHOOK_SECRET: secret }, 'RELEASE_WEBHOOK_URL is missing'],
    [
      'another protocol',
      { RELEASE_WEBHOOK_URL: 'file:///etc/passwd', RELEASE_WEBHOOK_SECRET: secret },
      'RELEASE_WEBHOOK_URL is no address',
    ],
    ['a user', { RELEASE_WEBHOOK_URL: 'https://a:b@hooks.example', RELEASE_WEBHOOK_SECRET: secret }, 'without a user'],
    ['no secret', { RELEASE_WEBHOOK_URL: url }, 'RELEASE_WEBHOOK_SECRET is missing'],
    ['a short secret', { RELEASE_WEBHOOK_URL: url, RELEASE_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, '24 to 64 random bytes'],
    ['a secret that is no base64', { RELEASE_WEBHOOK_URL: url, RELEASE_WEBHOOK_SECRET: 'ü'.repeat(40) }, '24 to 64 random bytes'],
  ])('are refused with %s, without repeating them', (_, environment, said) => {
    expect(() => webhookSettingsOf(environment)).toThrow(said)
    for (const value of Object.values(environment))
      expect(() => webhookSettingsOf(environment)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) }))
  })

  test('may be left out, or name a private address', () => {
    expect(webhookSettingsOf({ RELEASE_WEBHOOK_URL: '', RELEASE_WEBHOOK_SECRET: '' })).toBeUndefined()
    const settings = webhookSettingsOf({ RELEASE_WEBHOOK_URL: 'http://10.0.0.7:9000/hook', RELEASE_WEBHOOK_SECRET: secret })
    expect(settings?.url.href).toBe('http://10.0.0.7:9000/hook')
  })
})
