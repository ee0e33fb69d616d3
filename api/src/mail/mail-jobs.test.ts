import { endpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { mailJobs, passwordResets } from '../db/schema.ts'
import { startTestApi, type TestApi, type TestLog } from '../testing/api.ts'
import { createTestDatabase } from '../testing/database.ts'
import { emailOf } from '../testing/fixtures.ts'
import { startTestSmtp, tokenOf, type TestSmtp } from '../testing/smtp.ts'
import { dropLateMails, mailDelivery, queueMail, type MailKind, type MailWriter, type MessagesSeen } from './mail-jobs.ts'

const { forgot, check } = endpoints.password
const lines: string[] = []
const log: TestLog = { level: 'warn', write: (line) => void lines.push(line) }
const logger = pino({ level: log.level }, log)
const seen = vi.fn<MessagesSeen>()

let smtp: TestSmtp
let api: TestApi
beforeAll(async () => {
  smtp = await startTestSmtp()
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test', log })
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})
afterEach(() => api.db.delete(mailJobs))

const waiting = () => api.db.select().from(mailJobs)
const makeDue = () => api.db.update(mailJobs).set({ due_at: sql`now()` })
const nobody: MailWriter = async () => {}
const nobodies: Readonly<Record<MailKind, MailWriter>> = {
  password_changed: nobody,
  password_reset: nobody,
  factor_added: nobody,
  factor_removed: nobody,
  recovery_code_used: nobody,
  factor_reset_asked: nobody,
  factor_reset_done: nobody,
  release_incident: nobody,
  release_webhook: nobody,
  notice: nobody,
}

test('a password mail is not lost while the mail server is down: it is tried again, and its link works', async () => {
  const email = emailOf('rep')
  smtp.refuse(true)
  const statuses = [(await api.client().call(forgot, { body: { email } })).status]
  statuses.push((await api.client().call(forgot, { body: { email: 'nobody@test.example' } })).status)
  expect(statuses).toEqual([200, 200])
  // An attempt is counted when it starts; a mail that is made due before it ended is sent twice.
  await vi.waitFor(() => expect(lines.join('')).toContain('mail was not sent'), 60_000)
  // The other mail is dropped at its own time.
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ recipient: email, attempts: 1 }]), 60_000)
  const [{ due_at } = { due_at: new Date(0) }] = await waiting()
  expect(due_at.getTime()).toBeGreaterThan(Date.now() + 20_000)
  // A link whose mail was not accepted does not exist and is not counted.
  await vi.waitFor(async () => expect(await api.db.select().from(passwordResets)).toEqual([]), 60_000)
  smtp.refuse(false)
  await makeDue()
  const token = tokenOf(await smtp.mailTo(email))
  expect((await api.client().call(check, { body: { token } })).status).toBe(200)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), 60_000)
})

test('what was asked for is kept or refused: where it cannot be written down, nobody is told that it was', async () => {
  await api.pool.query('alter table mail_jobs rename to gone')
  const statuses = []
  for (const email of [emailOf('rep'), 'nobody@test.example'])
    statuses.push((await api.client('192.0.2.99').call(forgot, { body: { email } })).status)
  await api.pool.query('alter table gone rename to mail_jobs')
  expect(statuses).toEqual([500, 500])
})

test('of many processes one sends a mail; what one of them died with is taken over', async () => {
  const sent: string[] = []
  const writers = {
    ...nobodies,
    password_changed: async ({ recipient }: { recipient: string }) => void sent.push(recipient),
  }
  for (let index = 0; index < 20; index++) await queueMail(api.db, 'password_changed', `many-${index}@test.example`)
  // The API of this test also delivers mails and knows none of these users, so it would drop what it takes.
  await Promise.all(Array.from({ length: 5 }, () => mailDelivery(api.db, writers, logger, seen)()))
  expect(new Set(sent).size).toBe(sent.length)
  expect(await waiting()).toEqual([])
})

test('a mail that was accepted while the database went away is not sent again', async () => {
  // A database of its own: the API of this test also delivers mails.
  const { db, pool, drop } = await createTestDatabase()
  const sent: string[] = []
  async function write({ recipient }: { recipient: string }): Promise<void> {
    sent.push(recipient)
    await pool.query('create rule kept as on delete to mail_jobs do instead select 1 / 0')
  }
  const writers = {
    ...nobodies,
    password_changed: write,
  }
  const deliver = mailDelivery(db, writers, logger, seen)
  await queueMail(db, 'password_changed', 'once@test.example')
  await deliver()
  expect([sent, await db.select().from(mailJobs)]).toMatchObject([['once@test.example'], [{ attempts: 1 }]])
  await pool.query('drop rule kept on mail_jobs')
  await db.update(mailJobs).set({ due_at: sql`now()` })
  await deliver()
  expect([sent, await db.select().from(mailJobs)]).toEqual([['once@test.example'], []])
  await drop()
})

test('the notices of a reader are one message, which one sender has; what the mail server refused comes later, all of it', async () => {
  const { db, drop } = await createTestDatabase()
  const sent: [string, readonly number[]][] = []
  let refusing = true
  async function notice({ recipient, notification_ids }: Parameters<MailWriter>[0]): Promise<void> {
    if (refusing) throw new Error('refused')
    sent.push([recipient, notification_ids])
  }
  const writers = { ...nobodies, notice }
  const readers = Array.from({ length: 10 }, (_, index) => `reader-${index}@test.example`)
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1)
  const jobs = readers.flatMap((recipient, index) => numbers.map((each) => ({ recipient, notification_id: 1000 * index + each })))
  // One of them is due: the mail of a reader has the others too.
  const later = (id: number) => (id % 1000 === 1 ? {} : { due_at: sql`now() + interval '1 minute'` })
  await db.insert(mailJobs).values(jobs.map((job) => ({ kind: 'notice' as const, ...job, ...later(job.notification_id) })))
  const send = () => Promise.all(Array.from({ length: 5 }, () => mailDelivery(db, writers, logger, seen)()))
  await send()
  expect([sent, await db.$count(mailJobs)]).toEqual([[], jobs.length])
  refusing = false
  await db.update(mailJobs).set({ due_at: sql`clock_timestamp()` })
  await send()
  expect(sent.map(([recipient]) => recipient).toSorted()).toEqual(readers)
  expect(sent.flatMap(([, notes]) => notes).toSorted((a, b) => a - b)).toEqual(jobs.map(({ notification_id }) => notification_id))
  for (const [recipient, notes] of sent)
    expect(notes.map((id) => `reader-${Math.floor(id / 1000)}@test.example`)).toEqual(notes.map(() => recipient))
  expect(await db.$count(mailJobs)).toBe(0)
  await drop()
})

test('a notice that somebody is sending is not sent with a later one of its reader', async () => {
  const { db, drop } = await createTestDatabase()
  const sent: (readonly number[])[] = []
  const held = Promise.withResolvers<void>()
  async function notice({ notification_ids }: Parameters<MailWriter>[0]): Promise<void> {
    sent.push(notification_ids)
    if (notification_ids.includes(1)) await held.promise
  }
  const send = mailDelivery(db, { ...nobodies, notice }, logger, seen)
  const queue = (notification_id: number) =>
    db.insert(mailJobs).values({ kind: 'notice', recipient: 'reader@test.example', notification_id })
  await queue(1)
  const sending = send()
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000)
  await queue(2)
  await mailDelivery(db, { ...nobodies, notice }, logger, seen)()
  held.resolve()
  await sending
  expect(sent).toEqual([[1], [2]])
  expect(await db.$count(mailJobs)).toBe(0)
  await drop()
})

test('a mail is promised by the transaction that needs it, or not at all', async () => {
  const failing = api.db.transaction(async (transaction) => {
    await queueMail(transaction, 'password_changed', 'never@test.example')
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await waiting()).toEqual([])
})

test('what is of no use any more is given up, and the log says so', async () => {
  const later = sql`now() + interval '1 hour'`
  const ago = (hours: number) => ({ due_at: later, created_at: sql`now() - make_interval(hours => ${hours})`, recipient: 'x@test.example' })
  await api.db.insert(mailJobs).values([
    { kind: 'password_reset', ...ago(2) },
    { kind: 'password_changed', ...ago(2) },
    // Whoever did not make the change has to hear of it, however long the mail server is away.
    { kind: 'password_changed', ...ago(71) },
    { kind: 'factor_added', ...ago(71) },
    { kind: 'factor_removed', ...ago(71) },
    { kind: 'factor_reset_asked', ...ago(71) },
    { kind: 'recovery_code_used', ...ago(71) },
  ])
  seen.mockClear()
  await dropLateMails(api.db, logger, seen)
  expect(seen.mock.calls).toEqual([['password_reset', 'given_up', 1]])
  const kinds = (await waiting()).map(({ kind }) => kind).toSorted()
  expect(kinds).toEqual([
    'factor_added',
    'factor_removed',
    'factor_reset_asked',
    'password_changed',
    'password_changed',
    'recovery_code_used',
  ])
  expect(lines.join('')).toContain('given up')
})
