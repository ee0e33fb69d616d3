import { endpoints } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, loginFailures, mailJobs, passwordResets, sessions, users } from '../db/schema.ts'
import { startTestApi, testSiteUrl, type TestApi, type TestLog } from '../testing/api.ts'
import { emailOf, insertMember, testPassword } from '../testing/fixtures.ts'
import { linkOf, startTestSmtp, tokenOf, type TestSmtp } from '../testing/smtp.ts'
import { whileLocked } from '../testing/while-locked.ts'
import { isEasyToGuess } from './new-password.ts'

const { forgot, reset } = endpoints.password
const { login, me } = endpoints.session

let smtp: TestSmtp
let api: TestApi
const logged: string[] = []
const log: TestLog = { level: 'trace', write: (line) => void logged.push(line) }

beforeAll(async () => {
  smtp = await startTestSmtp()
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test', messageSeconds: 0.1, log })
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})
beforeEach(() => api.db.delete(loginFailures))

const goodPassword = 'three small boats at noon'
const twice = (password: string) => ({ password, password_confirmation: password })
let members = 0

/** Creates a user for one test. */
async function newMember() {
  const email = `member-${++members}@test.example`
  const id = await insertMember(api.db, email, api.fixtures.a.accounts.agency, 'agency')
  return { id, email }
}

const ask = (email: string, address?: string) => api.client(address).call(forgot, { body: { email } })
async function askForToken(email: string, count = 1) {
  await ask(email)
  return tokenOf(await smtp.mailTo(email, count))
}
const use = (token: string, password = goodPassword, address?: string) =>
  api.client(address).call(reset, { body: { token, ...twice(password) } })
const signIn = (email: string, password: string) => api.client().call(login, { body: { email, password } })
const answerOf = async (response: Response) => {
  const { request_id: _, ...body } = JSON.parse((await response.text()) || '{}') as Record<string, unknown>
  return { status: response.status, body }
}

describe('a forgotten password', () => {
  test('is set anew by the mailed link: all sessions end, nobody is signed in, the old password is dead', async () => {
    const { id, email } = await newMember()
    const browsers = [api.client(), api.client()]
    for (const browser of browsers) await browser.call(login, { body: { email, password: testPassword } })
    const third = await api.signIn('admin')
    await ask(email.toUpperCase())
    const received = await smtp.mailTo(email)
    expect(linkOf(received).href).toMatch(new RegExp(`^${testSiteUrl}/auth/forgot/reset_password#token=[\\w-]{43}$`, 'u'))

    const browser = browsers[0]!
    const response = await browser.call(reset, { body: { token: tokenOf(received), ...twice(goodPassword) } })
    expect([response.status, await response.text()]).toEqual([200, ''])
    for (const each of browsers) expect((await each.call(me)).status).toBe(401)
    expect((await third.call(me)).status).toBe(200)
    expect((await signIn(email, testPassword)).status).toBe(422)
    expect((await signIn(email, goodPassword)).status).toBe(200)
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.user_id, id))
    expect(entry).toMatchObject({ entity: 'user', entity_id: id, action: 'update', field: 'password', before: null, after: null })
  })

  test('leaves no session of a sign-in that had checked the old password and was not finished', async () => {
    const { id, email } = await newMember()
    const token = await askForToken(email)
    const [reset, late] = await whileLocked(api.db, id, async (hold) => {
      await hold(() => use(token))
      await hold(() => signIn(email, testPassword))
    })
    expect(reset!.status).toBe(200)
    expect(await answerOf(late!)).toMatchObject({ status: 422, body: { code: 'login_failed' } })
    expect(await api.db.$count(sessions, eq(sessions.user_id, id))).toBe(0)
  })

  test('the mail is in the language of the user', async () => {
    const { id, email } = await newMember()
    await ask(email)
    expect((await smtp.mailTo(email)).mail.subject).toBe('パスワード再設定のご案内')
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, id))
    expect((await use(await askForToken(email, 2))).status).toBe(200)
    expect((await smtp.mailTo(email, 2)).mail.subject).toBe('Set a new password')
    expect((await smtp.mailTo(email, 3)).mail.subject).toBe('Your password was changed')
  })

  test('of 50 attempts at once with one token exactly one wins', async () => {
    const { email } = await newMember()
    const token = await askForToken(email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => use(token, `${goodPassword} ${index}`, `192.0.2.${index + 10}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(49)
    for (const refused of answers.filter(({ status }) => status === 422)) {
      expect(((await refused.json()) as { code: string }).code).toBe('token_invalid')
    }
    expect((await signIn(email, `${goodPassword} ${statuses.indexOf(200)}`)).status).toBe(200)
  })

  test('a new request voids the former links, a use all of them', async () => {
    const { email } = await newMember()
    const first = await askForToken(email)
    const second = await askForToken(email, 2)
    expect((await answerOf(await use(first))).body).toMatchObject({ code: 'token_invalid' })
    expect((await use(second)).status).toBe(200)
    for (const token of [first, second]) expect((await use(token)).status).toBe(422)
  })

  test('a link works for 60 minutes, and the database keeps no token', async () => {
    const { id, email } = await newMember()
    const age = (minutes: number) =>
      api.db
        .update(passwordResets)
        .set({ created_at: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(passwordResets.user_id, id))
    const old = await askForToken(email)
    expect(JSON.stringify(await api.db.select().from(passwordResets))).not.toContain(old)
    await age(61)
    expect((await use(old)).status).toBe(422)
    const fresh = await askForToken(email, 2)
    await age(59)
    expect((await use(fresh)).status).toBe(200)
  })

  test('suspended and deleted users get no mail, and a link sent before does not work', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const { id, email } = await newMember()
      const token = await askForToken(email)
      await api.db.update(users).set({ status }).where(eq(users.id, id))
      expect((await use(token)).status).toBe(422)
      await ask(email)
      // This one was requested after its mail arrived, so the mail before it was skipped.
      const next = await newMember()
      await askForToken(next.email)
      expect(smtp.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
    }
  })

  test('one user gets five mails an hour; the last link goes on working', async () => {
    const { email } = await newMember()
    let token = ''
    for (let count = 1; count <= 5; count++) token = await askForToken(email, count)
    await ask(email, '198.51.100.77')
    const next = await newMember()
    await askForToken(next.email)
    expect(smtp.received.filter(({ to }) => to.includes(email))).toHaveLength(5)
    expect((await use(token)).status).toBe(200)
  })
})

describe('enumeration', () => {
  /** Returns the answers to `count` requests, without what differs between any two. */
  async function answersTo(email: string, address: string, count: number) {
    const answers = []
    for (let at = 0; at < count; at++) {
      const response = await ask(email, address)
      const headers = [...response.headers.keys()].filter((name) => name !== 'retry-after').toSorted()
      answers.push({ ...(await answerOf(response)), headers, waits: response.headers.has('Retry-After') })
    }
    return answers
  }

  test('known and unknown get the same answers: first, again, and when throttled', async () => {
    const { email } = await newMember()
    const known = await answersTo(email, '198.51.100.1', 7)
    const unknown = await answersTo('nobody-1@test.example', '198.51.100.2', 7)
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(known.map(({ waits }) => waits)).toEqual([false, false, false, false, false, true, true])
    expect(unknown).toEqual(known)
  })

  test('the same when the mail fails; its link is none, and counts as no mail', async () => {
    const { id, email } = await newMember()
    smtp.refuse(true)
    const known = await answersTo(email, '198.51.100.3', 2)
    const unknown = await answersTo('nobody-2@test.example', '198.51.100.4', 2)
    const next = await newMember()
    await ask(next.email)
    while (logged.filter((line) => line.includes('mail was not sent')).length < 3) await new Promise((resolve) => setTimeout(resolve, 10))
    try {
      await expect.poll(() => api.db.$count(passwordResets, eq(passwordResets.user_id, id))).toBe(0)
    } finally {
      smtp.refuse(false)
    }
    expect(known.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ])
    expect(unknown).toEqual(known)
  })

  test('the answer is given before anybody looks for the user, so its time tells nothing', async () => {
    const { email } = await newMember()
    const holder = await api.pool.connect()
    await holder.query('begin')
    await holder.query('lock table users in access exclusive mode')
    const statuses = [(await ask(email)).status, (await ask('nobody-3@test.example')).status]
    expect(smtp.received.some(({ to }) => to.includes(email))).toBe(false)
    await holder.query('rollback')
    holder.release()
    expect(statuses).toEqual([200, 200])
    await smtp.mailTo(email)
  })

  test('one address may not try many e-mails', async () => {
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push((await ask(`nobody-${count}@many.example`, '198.51.100.5')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
    expect((await ask('nobody-0@many.example', '198.51.100.6')).status).toBe(200)
  })
})

describe('wrong links', () => {
  test('20 a minute from one address, then 429; another address is not kept waiting', async () => {
    const wrong = 'x'.repeat(43)
    const statuses = []
    for (let count = 0; count < 21; count++) statuses.push((await use(wrong, goodPassword, '198.51.100.7')).status)
    expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true)
    expect(statuses[20]).toBe(429)
    expect((await use(wrong, goodPassword, '198.51.100.8')).status).toBe(422)
  })

  test('one that was cut is told as a fault of the field', async () => {
    const { body } = await answerOf(await use('abc'))
    expect(body).toMatchObject({ code: 'validation_failed', errors: { token: [expect.stringContaining('リンク')] } })
  })
})

describe('new passwords', () => {
  test('short, long, common, the own e-mail, the present one, not the same twice: refused at the field, and the link goes on working', async () => {
    const { email } = await newMember()
    const token = await askForToken(email)
    const send = async (password: string, password_confirmation = password) => {
      const response = await api.client().call(reset, { body: { token, password, password_confirmation } })
      return [response.status, ((await response.json()) as { errors: Record<string, string[]> }).errors]
    }
    const easy = ['推測されやすいパスワードです。別のパスワードを入力してください。']
    expect(await send('seven77')).toEqual([422, { password: ['8文字以上で入力してください。'] }])
    expect(await send('x'.repeat(129))).toEqual([422, { password: ['入力内容が長すぎます。'] }])
    for (const common of [
      'password',
      'PassWord',
      'ｐａｓｓｗｏｒｄ',
      '1234567890',
      'qwertyuiop',
      email,
      email.toUpperCase(),
      email.split('@')[0]!,
    ]) {
      expect(await send(common), common).toEqual([422, { password: easy }])
    }
    expect(await send(testPassword)).toEqual([422, { password: ['現在のパスワードと同じです。別のパスワードを入力してください。'] }])
    expect(await send(goodPassword, `${goodPassword} `)).toEqual([422, { password_confirmation: ['入力されたパスワードが異なります。'] }])
    const response = await use(token, 'あ'.repeat(127) + 'い')
    expect(response.status).toBe(200)
    // Not truncated: the last character counts.
    expect((await signIn(email, 'あ'.repeat(128))).status).toBe(422)
    expect((await signIn(email, 'あ'.repeat(127) + 'い')).status).toBe(200)
    const [user] = await api.db.select().from(users).where(eq(users.email, email))
    expect(user!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
  })

  test('made of the site’s own words, digits and signs alone: easy to guess, whatever the width and case', async () => {
    for (const password of ['Adsite2026!', 'adsite-admin', 'Ｃａｍｐａｉｇｎ２０２６', '広告管理2026', '管理者-adsite-1'])
      expect([password, await isEasyToGuess(password, emailOf('admin'))]).toEqual([password, true])
    // Digits alone are not a word of ours, and a further word makes a difference.
    for (const password of ['83920174650193', 'campaign horse 7', 'readmin-9-lantern'])
      expect(await isEasyToGuess(password, emailOf('admin'))).toBe(false)
  })

  test('the demo’s and ordinary phrases are fine', async () => {
    for (const password of ['Demo-2026-adsite', goodPassword, testPassword])
      expect(await isEasyToGuess(password, emailOf('admin'))).toBe(false)
  })
})

test('what was asked just before the end is not lost with it', async () => {
  // The API of the tests above may still be sending mails of theirs.
  const own = await startTestSmtp()
  const ending = await startTestApi({ SMTP_URL: own.url, MAIL_FROM: 'noreply@ads.test', messageSeconds: 0.1 })
  for (const role of ['admin', 'pg', 'ptd', 'rep', 'agency', 'advertiser'] as const) {
    await ending.client().call(forgot, { body: { email: emailOf(role, 'b') } })
  }
  await ending.api.close()
  const left = await ending.db.select().from(mailJobs)
  expect(own.received.length + left.length).toBe(6)
  await ending.close()
  await own.close()
})

test('no password, token or cookie is in the log', async () => {
  const { email } = await newMember()
  const token = await askForToken(email)
  const browser = await api.signIn('admin')
  await browser.call(reset, { body: { token, ...twice('short') } })
  await browser.call(reset, { body: { token, ...twice(goodPassword) } })
  await browser.call(reset, { body: { token, ...twice(goodPassword) } })
  await browser.call(me)
  const text = logged.join('')
  expect(text).toContain(reset.path)
  const secrets = [
    token,
    goodPassword,
    testPassword,
    'mail server secret',
    ...browser.cookies.values(),
    ...smtp.received.flatMap((mail) => tokenOf(mail) ?? []),
  ]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
