import { endpoints, freshMinutes, type OwnSession } from '@adsite/contract'
import { and, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityEvents, sessions } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'
import { whileLocked } from '../testing/while-locked.ts'

const { own_session, session } = endpoints

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function signedIn(address: string, agent: string, role: 'rep' | 'ptd' = 'rep'): Promise<TestClient> {
  const client = api.client(address)
  const headers = { 'User-Agent': agent }
  await client.call(session.login, { body: { email: emailOf(role), password: testPassword }, headers })
  return client
}
const sessionsOf = async (client: TestClient) => ((await (await client.call(own_session.list)).json()) as { data: OwnSession[] }).data
const isSignedIn = async (client: TestClient) => (await client.call(session.me)).status === 200

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

test('lists where the user is signed in, this browser first; those that have run out and those of others are not there', async () => {
  await api.db.delete(sessions)
  const phone = await signedIn('198.51.100.20', safari)
  const here = await signedIn('198.51.100.21', firefox)
  await signedIn('198.51.100.22', firefox, 'ptd')
  const listed = await sessionsOf(here)
  expect(listed).toMatchObject([
    { device: 'Firefox 146 · Linux', address: '198.51.100.21', current: true },
    { device: 'Safari 19 · iOS', address: '198.51.100.20', current: false },
  ])
  expect(JSON.stringify(listed)).not.toMatch(/hash|[\da-f]{64}/u)
  await api.db
    .update(sessions)
    .set({ last_seen_at: sql`now() - interval '121 minutes'` })
    .where(sql`id = ${listed[1]!.id}`)
  expect(await sessionsOf(here)).toHaveLength(1)
  expect(await isSignedIn(phone)).toBe(false)
})

test('this browser stands first, also where another was used later; one of twelve hours ago is over', async () => {
  await api.db.delete(sessions)
  const here = await signedIn('198.51.100.60', firefox)
  const phone = await signedIn('198.51.100.61', safari)
  await signedIn('198.51.100.62', safari)
  const idOf = async (client: TestClient) => (await sessionsOf(client)).find(({ current }) => current)!.id
  const at = (what: object, id: number) =>
    api.db
      .update(sessions)
      .set(what)
      .where(sql`id = ${id}`)
  await at({ last_seen_at: sql`now() - interval '50 seconds'` }, await idOf(here))
  await at({ created_at: sql`now() - interval '721 minutes'` }, await idOf(phone))
  expect((await sessionsOf(here)).map(({ address }) => address)).toEqual(['198.51.100.60', '198.51.100.62'])
})

test('the audit says which one was ended, and how many', async () => {
  await api.db.delete(sessions)
  const [last] = await api.db.select({ id: sql<number>`coalesce(max(id), 0)::int` }).from(securityEvents)
  const here = await signedIn('198.51.100.70', firefox)
  for (const address of ['198.51.100.71', '198.51.100.72', '198.51.100.73']) await signedIn(address, safari)
  const { id } = (await sessionsOf(here)).find(({ address }) => address === '198.51.100.71')!
  expect((await here.call(own_session.end, { params: { id } })).status).toBe(204)
  expect((await here.call(own_session.endOthers)).status).toBe(204)
  const told = await api.db
    .select({ target: securityEvents.target, detail: securityEvents.detail })
    .from(securityEvents)
    .where(and(eq(securityEvents.kind, 'session_end'), gt(securityEvents.id, last!.id)))
    .orderBy(securityEvents.id)
  expect(told).toEqual([
    { target: `session ${id}`, detail: 'Safari 19 · iOS 198.51.100.71' },
    { target: 'all other sessions', detail: '2 ended' },
  ])
})

test('ends none without a fresh factor: a stolen session cannot shut out its owner', async () => {
  await api.db.delete(sessions)
  const [stolen, owner] = [await signedIn('198.51.100.40', firefox), await signedIn('198.51.100.41', safari)]
  const { id } = (await sessionsOf(stolen)).find(({ current }) => !current)!
  await api.db.update(sessions).set({ factor_at: sql`now() - make_interval(mins => ${freshMinutes})` })
  for (const answer of [await stolen.call(own_session.end, { params: { id } }), await stolen.call(own_session.endOthers)])
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'factor_needed' }])
  expect(await isSignedIn(owner)).toBe(true)
  await owner.call(endpoints.factor.confirm, { body: { kind: 'password', password: testPassword } })
  expect((await owner.call(own_session.endOthers)).status).toBe(204)
  expect(await isSignedIn(stolen)).toBe(false)
})

test('ends one, and then all others: at once, and never those of somebody else', async () => {
  await api.db.delete(sessions)
  const here = await signedIn('198.51.100.30', firefox)
  const [one, two, three] = [
    await signedIn('198.51.100.31', safari),
    await signedIn('198.51.100.32', safari),
    await signedIn('198.51.100.33', safari),
  ]
  const stranger = await signedIn('198.51.100.34', firefox, 'ptd')
  const { id } = (await sessionsOf(here)).find(({ address }) => address === '198.51.100.31')!
  expect((await stranger.call(own_session.end, { params: { id } })).status).toBe(404)
  expect(await isSignedIn(one)).toBe(true)
  expect((await here.call(own_session.end, { params: { id } })).status).toBe(204)
  expect(await isSignedIn(one)).toBe(false)
  expect(await isSignedIn(two)).toBe(true)
  expect((await here.call(own_session.endOthers)).status).toBe(204)
  expect([await isSignedIn(here), await isSignedIn(two), await isSignedIn(three), await isSignedIn(stranger)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('ends one that is just going on under a new id', async () => {
  await api.db.delete(sessions)
  const [here, stolen] = [await signedIn('198.51.100.50', firefox), await signedIn('198.51.100.51', safari)]
  const { users, accounts } = api.fixtures.a
  const [, ended] = await whileLocked(api.db, users.rep, async (hold) => {
    await hold(() => stolen.call(session.changeRole, { body: { account_id: accounts.rep } }))
    await hold(() => here.call(own_session.endOthers))
  })
  expect(ended!.status).toBe(204)
  expect([await isSignedIn(here), await isSignedIn(stolen)]).toEqual([true, false])
})
