import { endpoints, type Notification, type NoticeSetting } from '@adsite/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accounts, auditLog, mailJobs, memberships, noticeChoices, notifications, ssoProviders, users } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import type { NoticeKind } from '../db/schema/people/notification.ts'
import { notify } from '../notify/notify.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { insertMember, testPassword } from '../testing/fixtures.ts'
import { linkOf, startTestSmtp, type ReceivedMail, type TestSmtp } from '../testing/smtp.ts'
import { noticeMail } from './mail-notices.ts'

const { notice_setting: setting, notification } = endpoints

let smtp: TestSmtp
let api: TestApi
let ids: TestApi['fixtures']['a']
beforeAll(async () => {
  smtp = await startTestSmtp()
  api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test', messageSeconds: 0.1 })
  ids = api.fixtures.a
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})
afterEach(async () => {
  for (const table of [mailJobs, noticeChoices]) await api.db.delete(table)
})

let made = 0
/** A user of the advertiser who gets mails that no other test gets. */
async function reader(account = ids.accounts.advertiser, role: 'advertiser' | 'admin' = 'advertiser') {
  const email = `reader-${++made}@test.example`
  return { email, id: await insertMember(api.db, email, account, role) }
}

/** Tells an advertiser; returns the id of the notification. */
async function tell(
  kind: NoticeKind = 'order_approved',
  params: Record<string, string> = { name: '春の広告' },
  by: number | null = null,
  account = ids.accounts.advertiser,
) {
  const notice = { kind, entity: 'order', entity_id: 7_000_000 + made, params, created_by: by }
  const [id] = await api.db.transaction((transaction) => notify(transaction, notice, eq(accounts.id, account)))
  return id!
}

const queuedFor = async (email: string) => (await api.db.select().from(mailJobs).where(eq(mailJobs.recipient, email))).length
/** The mails to an address, once nothing waits for it any more. */
async function mailsTo(email: string) {
  await api.db
    .update(mailJobs)
    .set({ due_at: sql`now()` })
    .where(eq(mailJobs.recipient, email))
  await vi.waitFor(async () => expect(await queuedFor(email)).toBe(0), 60_000)
  return smtp.received.filter(({ to }) => to.includes(email))
}
/** The path that a mail leads to. */
function linkTo(received: ReceivedMail): string {
  const { pathname, searchParams } = linkOf(received)
  return searchParams.size === 0 ? pathname : `${pathname}?${decodeURIComponent(searchParams.toString())}`
}
/** The browser of a user whom no fixture names. */
async function signInAs(email: string): Promise<TestClient> {
  const browser = api.client()
  expect((await browser.call(endpoints.session.login, { body: { email, password: testPassword } })).status).toBe(200)
  return browser
}
async function choose(browser: TestClient, topic: NoticeSetting['topic'], channel: 'site' | 'mail', on: boolean) {
  expect((await browser.call(setting.update, { body: { topic, channel, on } as never })).status).toBe(204)
}
async function settingsOf(browser: TestClient): Promise<NoticeSetting[]> {
  return ((await (await browser.call(setting.list)).json()) as { data: NoticeSetting[] }).data
}
async function listed(browser: TestClient, query = {}): Promise<Notification[]> {
  return ((await (await browser.call(notification.list, { query })).json()) as { data: Notification[] }).data
}

test('a notice is mailed to the users of its account in their language, with the way to turn it off; not to whoever caused it, nor to others', async () => {
  const [japanese, english, causer] = [await reader(), await reader(), await reader()]
  const other = await reader(api.fixtures.b.accounts.advertiser)
  await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, english.id))
  await tell('order_approved', { name: '春の広告' }, causer.id)
  // It waits a minute for others.
  expect(await Promise.all([japanese, english, causer, other].map(({ email }) => queuedFor(email)))).toEqual([1, 1, 0, 0])
  const [[ja], [en]] = [await mailsTo(japanese.email), await mailsTo(english.email)]
  expect([ja?.mail.subject, en?.mail.subject]).toEqual([
    expect.stringMatching(/^【.+】「春の広告」の申込が承認されました。$/u),
    expect.stringContaining('The order for “春の広告” was approved.'),
  ])
  expect(ja?.mail.text).toContain('・［advertiser a］「春の広告」の申込が承認されました。')
  expect(ja?.mail.text).toMatch(/マイアカウントで変更できます: \S+\/account/u)
  // In whichever account the reader is, it leads to that of the notice.
  expect(linkTo(ja!)).toMatch(new RegExp(`^/reflection\\?account_id=${ids.accounts.advertiser}&route=order\\.detail&id=7\\d{6}$`, 'u'))
})

test('a mail leads to the page that its only notice is about, and to the home page of the account in use for notices of several', async () => {
  const { id, email } = await reader()
  const other = api.fixtures.b.accounts.advertiser
  await api.db.insert(memberships).values({ user_id: id, account_id: other, role: 1 })
  await tell('webhook_gone', { name: '経理' }, null, ids.accounts.advertiser)
  expect((await mailsTo(email)).map(linkTo)).toEqual([`/reflection?account_id=${ids.accounts.advertiser}&to=/integrations`])
  await tell('order_approved')
  await tell('order_approved', { name: '夏の広告' }, null, other)
  expect((await mailsTo(email)).map(linkTo).at(-1)).toBe('/')
})

test('many notices are one mail, which says how many more there are', async () => {
  const { email } = await reader()
  for (let index = 0; index < 25; index++) await tell('creative_approved', { name: `画像${index}` })
  const mails = await mailsTo(email)
  expect(mails.map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('通知が25件あります')])
  expect(mails[0]?.mail.text).toContain('画像19')
  expect(mails[0]?.mail.text).not.toContain('画像20')
  expect(mails[0]?.mail.text).toContain('ほかに5件の通知があります。')
})

test('what is read, done, or no longer theirs when the mail is due is not mailed', async () => {
  const [read, settled, left, suspended] = [await reader(), await reader(), await reader(), await reader()]
  const browser = await signInAs(read.email)
  const id = await tell('order_disapproved')
  expect((await browser.call(notification.confirm, { params: { id } })).status).toBe(204)
  // Still a user of the site, in another account.
  await api.db.update(memberships).set({ account_id: api.fixtures.b.accounts.advertiser }).where(eq(memberships.user_id, left.id))
  await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, suspended.id))
  for (const { email } of [read, left, suspended]) expect([email, await mailsTo(email)]).toEqual([email, []])
  expect(await mailsTo(settled.email)).toHaveLength(1)
  await tell('order_disapproved')
  await api.db.update(notifications).set({ settled_at: sql`now()` })
  expect(await mailsTo(settled.email)).toHaveLength(1)
})

test('nobody is told of what happens to an account that is deleted, or was when the mail is due', async () => {
  const [former] = await api.db.select().from(accounts).where(eq(accounts.id, ids.accounts.advertiser))
  const { id: _, ...values } = former!
  const [account] = await api.db
    .insert(accounts)
    .values({ ...values, ...named('解約した広告主') })
    .returning()
  const { email } = await reader(account!.id)
  await tell('order_approved', { name: '春の広告' }, null, account!.id)
  expect(await queuedFor(email)).toBe(1)
  await api.db
    .update(accounts)
    .set({ deleted_at: sql`now()` })
    .where(eq(accounts.id, account!.id))
  expect(await mailsTo(email)).toEqual([])
  await tell('order_approved', { name: '夏の広告' }, null, account!.id)
  expect(await queuedFor(email)).toBe(0)
})

test('somebody whom a provider of single sign-on brought gets none while it is turned off', async () => {
  const { email, id } = await reader()
  const [company] = await api.db.select({ id: accounts.company_id }).from(accounts).where(eq(accounts.id, ids.accounts.advertiser))
  const values = {
    name: 'IdP',
    name_norm: 'idp',
    company_id: company!.id,
    issuer: 'https://idp.test',
    client_id: 'x',
    groups_claim: 'groups',
  }
  const [provider] = await api.db
    .insert(ssoProviders)
    .values({ ...values, second_factor: false, active: true })
    .returning()
  await api.db.update(memberships).set({ sso_provider_id: provider!.id }).where(eq(memberships.user_id, id))
  await tell()
  expect(await queuedFor(email)).toBe(1)
  await api.db.update(ssoProviders).set({ active: false })
  expect(await mailsTo(email)).toEqual([])
  await tell()
  expect(await queuedFor(email)).toBe(0)
})

test('each user chooses by topic and channel, for themselves; the history says so', async () => {
  const [one, other] = [await reader(), await reader()]
  const [browser, second] = [await signInAs(one.email), await signInAs(other.email)]
  const own = await settingsOf(browser)
  expect(own.map(({ topic }) => topic)).not.toContain('release')
  expect(own.find(({ topic }) => topic === 'order')).toEqual({ topic: 'order', site: true, mail: true })
  expect(own.find(({ topic }) => topic === 'campaign')).toEqual({ topic: 'campaign', site: true, mail: false })
  await choose(browser, 'order', 'mail', false)
  await choose(browser, 'review', 'site', false)
  await choose(browser, 'campaign', 'mail', true)
  expect((await settingsOf(browser)).filter(({ topic }) => ['order', 'review', 'campaign'].includes(topic))).toEqual([
    { topic: 'order', site: true, mail: false },
    { topic: 'review', site: false, mail: true },
    { topic: 'campaign', site: true, mail: true },
  ])
  expect(await settingsOf(second)).toEqual(own)
  await tell('order_approved')
  expect([await queuedFor(one.email), await queuedFor(other.email)]).toEqual([0, 1])
  await tell('campaign_paused')
  expect([await queuedFor(one.email), await queuedFor(other.email)]).toEqual([1, 1])
  const id = await tell('creative_approved')
  for (const query of [{}, { unconfirmed: 'true' }]) {
    expect((await listed(browser, query)).map((each) => each.id)).not.toContain(id)
    expect((await listed(second, query)).map((each) => each.id)).toContain(id)
  }
  // The link of a mail still opens it.
  expect((await browser.call(notification.get, { params: { id } })).status).toBe(200)
  await choose(browser, 'review', 'site', true)
  expect((await listed(browser)).map((each) => each.id)).toContain(id)
  const log = await api.db
    .select({ field: auditLog.field, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(sql`${auditLog.entity} = 'user' and ${auditLog.entity_id} = ${one.id}`)
    .orderBy(auditLog.id)
  expect(log.map(({ field }) => field)).toEqual(['notice_mail', 'notice_site', 'notice_mail', 'notice_site'])
  expect(log[0]?.before).toContain('order')
  expect(log[0]?.after).not.toContain('order')
})

test('messages, and who looked at one’s data, stay on the site: such a choice is refused, and a stored one has no effect', async () => {
  const { email, id } = await reader()
  const browser = await signInAs(email)
  for (const topic of ['message', 'access']) {
    const response = await browser.call(setting.update, { body: { topic, channel: 'site', on: false } as never })
    expect([response.status, await response.json()]).toMatchObject([422, { errors: { channel: [expect.any(String)] } }])
    await api.db.insert(noticeChoices).values({ user_id: id, topic: topic as 'access', channel: 'site', is_on: false })
  }
  const viewed = await tell('viewed_as', { name: 'x', reason: 'y' })
  expect((await listed(browser)).map((each) => each.id)).toContain(viewed)
  expect((await settingsOf(browser)).filter(({ site }) => !site)).toEqual([])
  for (const body of [{ topic: 'nothing', channel: 'mail', on: true }, { topic: 'order', channel: 'sms', on: true }, { topic: 'order' }])
    expect((await browser.call(setting.update, { body: body as never })).status).toBe(422)
})

test('administrators get mails of releases unless they have turned them off', async () => {
  const [on, off] = [await reader(ids.accounts.admin, 'admin'), await reader(ids.accounts.admin, 'admin')]
  const browser = await signInAs(off.email)
  expect((await settingsOf(browser)).map(({ topic }) => topic)).toContain('release')
  await choose(browser, 'release', 'mail', false)
  const details = { target: 'b1', comparison: null, why: null, command: null }
  await api.housekeeping.tellOperators({ unit: 'ad', build: 'b2', outcome: 'rolled_back', since: 7, details })
  const told = await api.db
    .select()
    .from(mailJobs)
    .where(inArray(mailJobs.recipient, [on.email, off.email]))
  expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([['release_incident', on.email]])
})

test('a message cannot add headers, receivers or markup to its mail', async () => {
  const { email } = await reader()
  await tell('message', { text: 'x\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script>{{settings}}' })
  const [mail] = await mailsTo(email)
  expect(mail?.to).toEqual([email])
  expect(mail?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/imu)
  expect(mail?.mail.html).not.toContain('<script>')
  expect(mail?.mail.text).toContain('{{settings}}')
})

test('a long notice is cut in the subject alone', () => {
  const links = { site: 'https://ads.test/', settings: 'https://ads.test/account' }
  const { subject, text } = noticeMail([{ account: 'a', text: '長'.repeat(200) }], '青葉', links, 'ja')
  expect([...subject].filter((character) => character === '長')).toHaveLength(60)
  expect(subject).toMatch(/…$/u)
  expect(text).toContain('長'.repeat(200))
})
