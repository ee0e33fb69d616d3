import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { backChannelPath, endpoints, type SessionData } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginFailures, securityEvents, sessions } from '../db/schema.ts'
import type { TestClient } from '../testing/index.ts'
import { askedOf, startForgingProvider, type ForgingProvider } from '../testing/sso/forging-provider.ts'
import { clientOfTests } from '../testing/sso/identity-provider.ts'
import { startSsoScene, type MadeProvider, type SsoScene } from '../testing/sso/sso-scene.ts'
import { dataOf } from '../testing/factor-users.ts'
import { whileLocked } from '../testing/while-locked.ts'

let scene: SsoScene
let forger: ForgingProvider
let stranger: ForgingProvider
beforeAll(async () => {
  scene = await startSsoScene()
  forger = await startForgingProvider(clientOfTests.secret)
  stranger = await startForgingProvider(clientOfTests.secret)
})
afterAll(async () => {
  await scene.close()
  await forger.close()
  await stranger.close()
})
beforeEach(async () => {
  await scene.api.db.delete(loginFailures)
  forger.forge({})
})

const { session, single_sign_on } = endpoints
const buyers = () => ({ buyers: [scene.account('agency')] })
const isSignedIn = async (client: TestClient) => (await client.call(session.me)).status === 200

/** What the server of a provider sends, from an address of its own. */
const tell = (id: number | string, body: string, headers: Readonly<Record<string, string>> = {}, address = '198.51.100.7') =>
  scene.api.client(address).request(backChannelPath(id), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
const form = (token: string) => new URLSearchParams({ logout_token: token }).toString()

/** An address that a provider can call, which passes calls on to the site. */
async function siteOnNetwork() {
  const answers: number[] = []
  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => tell(/\d+/u.exec(request.url!)![0], body.toString(), { 'Content-Type': request.headers['content-type']! }))
      .then(({ status }) => {
        answers.push(status)
        response.writeHead(status).end()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The site has no port')
  return { at: (id: number) => `http://127.0.0.1:${bound.port}${backChannelPath(id)}`, answers, close: () => server.close() }
}

test('whoever signs out at the provider is signed out here, in that browser alone', async () => {
  const site = await siteOnNetwork()
  const provider = await scene.setUp({ groups: buyers() })
  const email = scene.person(provider.domain)
  const other = scene.person(provider.domain)
  const { client } = await scene.signIn(provider, email)
  const { client: colleague } = await scene.signIn(provider, other)
  const [own] = await scene.api.db
    .select()
    .from(sessions)
    .where(eq(sessions.sso_subject, scene.idp.people.get(email)!.sub))
  expect(own!.sso_sid).toEqual(expect.any(String))
  await scene.idp.signOutEverywhere(scene.idp.people.get(email)!.sub, site.at(provider.id))
  expect(site.answers).toEqual([200])
  expect([await isSignedIn(client), await isSignedIn(colleague)]).toEqual([false, true])
  const [event] = await scene.api.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.kind, 'session_end'))
    .orderBy(sql`id desc`)
    .limit(1)
  expect(event).toMatchObject({
    outcome: 'DONE',
    actor: expect.stringContaining(email),
    target: `single_sign_on ${provider.id}`,
    detail: expect.stringContaining('1 sessions'),
    address: '198.51.100.7',
  })
  // And they can come in again.
  expect((await scene.signIn(provider, email)).response.status).toBe(200)
  site.close()
})

describe('a logout token', () => {
  let provider: MadeProvider
  beforeAll(async () => {
    provider = await scene.setUp({ issuer: forger.issuer, groups: buyers() })
  })
  let count = 0
  const now = () => Math.floor(Date.now() / 1000)
  const logout = 'http://schemas.openid.net/event/backchannel-logout'
  const honest = () => {
    count += 1
    return { iss: forger.issuer, aud: clientOfTests.id, iat: now(), exp: now() + 120, jti: `token ${count}`, events: { [logout]: {} } }
  }
  type Claims = Readonly<Record<string, unknown>>
  const tokenOf = (claims: Claims, by = forger, header?: Readonly<Record<string, string>>) =>
    by.sign(JSON.parse(JSON.stringify({ ...honest(), ...claims })), header)
  /** A sign-in at the forger: `meanwhile` happens while the browser is there. */
  async function comeBack(client: TestClient, sub: string, sid: string | undefined, at = provider, meanwhile = async () => {}) {
    const { url } = await dataOf<{ url: string }>(await scene.start(client, `x@${at.domain}`))
    const { state, nonce } = askedOf(url)
    const person = { sub, sid, nonce, email: `${sub}@${at.domain}`, email_verified: true, groups: ['buyers'] }
    forger.forge({ claims: { aud: clientOfTests.id, ...person } })
    await meanwhile()
    return scene.finish(client, at.id, `?${new URLSearchParams({ code: 'c', state: state! })}`)
  }
  /** A session that the forger vouches for. */
  async function signedIn(sub: string, sid: string | undefined = undefined, at = provider): Promise<TestClient> {
    const client = scene.api.client()
    expect((await comeBack(client, sub, sid, at)).status).toBe(200)
    return client
  }
  const fault = async (response: Response) => {
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
    const { error, error_description } = (await response.json()) as { error: string; error_description: string }
    expect(error).toBe('invalid_request')
    return error_description
  }

  test('ends what it names: a sign-in by sid, all of a user by sub, one whose sid was never told by both', async () => {
    const [first, second, silent] = [await signedIn('ends', 'one'), await signedIn('ends', 'two'), await signedIn('ends')]
    const colleague = await signedIn('stays', 'three')
    const all = () => Promise.all([first, second, silent, colleague].map(isSignedIn))
    const answer = await tell(provider.id, form(await tokenOf({ sid: 'one' })))
    expect([answer.status, answer.headers.get('Cache-Control'), await answer.text()]).toEqual([200, 'no-store', ''])
    expect(await all()).toEqual([false, true, true, true])
    // A sid of somebody else ends nothing of theirs.
    expect((await tell(provider.id, form(await tokenOf({ sub: 'nobody', sid: 'two' })))).status).toBe(200)
    expect(await all()).toEqual([false, true, true, true])
    expect((await tell(provider.id, form(await tokenOf({ sub: 'ends', sid: 'four' }, forger, { typ: 'logout+jwt' })))).status).toBe(200)
    expect(await all()).toEqual([false, true, false, true])
    expect((await tell(provider.id, form(await tokenOf({ sub: 'ends' })))).status).toBe(200)
    expect(await all()).toEqual([false, false, false, true])
  })

  test.each([
    ['of its sid', { sid: 'late one' }, 'late one', false],
    ['of its user', { sub: 'late' }, 'late two', false],
    ['of its user, whose sid was never told', { sub: 'late', sid: 'unknown' }, undefined, false],
    ['of another sid of its user', { sub: 'late', sid: 'other' }, 'late three', true],
    ['of somebody else', { sub: 'punctual' }, 'late four', true],
  ])('that arrives while a sign-in is on its way back: %s', async (_, claims, sid, comesIn) => {
    const client = scene.api.client()
    const response = await comeBack(client, 'late', sid, provider, async () => {
      expect((await tell(provider.id, form(await tokenOf(claims)))).status).toBe(200)
    })
    const isTold = (await response.text()).includes('ログインの途中で、IDプロバイダーからログアウトされました。')
    expect([response.status, isTold]).toEqual(comesIn ? [200, false] : [422, true])
    expect(await isSignedIn(client)).toBe(comesIn)
    // The next one is of a new sign-in there.
    expect((await comeBack(client, 'late', `${sid} again`)).status).toBe(200)
  })

  test('ends a session that is just going on under a new id', async () => {
    const client = await signedIn('renews')
    const { user, using_account_id: account_id } = await dataOf<SessionData>(await client.call(session.me))
    const token = await tokenOf({ sub: 'renews' })
    const [, ended] = await whileLocked(scene.api.db, user.id, async (hold) => {
      await hold(() => client.call(session.changeRole, { body: { account_id } }))
      await hold(() => tell(provider.id, form(token)))
    })
    expect([ended!.status, await isSignedIn(client)]).toEqual([200, false])
  })

  test('counts once, however many arrive at the same time, and a copy does not end the next session', async () => {
    await signedIn('twice')
    const token = form(await tokenOf({ sub: 'twice' }))
    const answers = await Promise.all([1, 2, 3].map(() => tell(provider.id, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const again = await signedIn('twice')
    expect(await fault(await tell(provider.id, token))).toBe('replayed')
    expect(await isSignedIn(again)).toBe(true)
  })

  test.each([
    ['another audience', { aud: 'another site' }, 'not_trusted'],
    ['more audiences', { aud: ['adsite', 'another site'] }, 'not_trusted'],
    ['no audience', { aud: undefined }, 'not_trusted'],
    ['another issuer', { iss: 'https://accounts.example' }, 'not_trusted'],
    ['a nonce, as a token of a sign-in has', { nonce: 'n' }, 'nonce'],
    ['an empty nonce', { nonce: null }, 'nonce'],
    ['no events', { events: undefined }, 'not_trusted'],
    ['another event', { events: { 'https://schemas.openid.net/secevent/risc/event-type/account-enabled': {} } }, 'no_event'],
    ['an event that is no object', { events: { [logout]: true } }, 'no_event'],
    ['events in a list', { events: [logout] }, 'no_event'],
    ['nobody', { sub: undefined }, 'nobody'],
    ['a subject that is no text', { sub: 7, sid: 'x' }, 'nobody'],
    ['no id', { jti: undefined }, 'not_trusted'],
    ['no end', { exp: undefined }, 'clock'],
    ['no beginning', { iat: undefined }, 'clock'],
    ['an end that is over', { exp: now() - 60 }, 'clock'],
    ['a beginning long ago', { iat: now() - 400, exp: now() + 9000 }, 'clock'],
    ['a beginning to come', { iat: now() + 90 }, 'clock'],
  ])('is refused with %s', async (_, claims, expected) => {
    const client = await signedIn('stays')
    expect(await fault(await tell(provider.id, form(await tokenOf({ sub: 'stays', ...claims }))))).toBe(expected)
    expect(await isSignedIn(client)).toBe(true)
  })

  test('is refused without the signature of this provider, and as a token of another kind', async () => {
    const client = await signedIn('stays')
    const claims = { sub: 'stays' }
    const unsigned = new UnsecuredJWT({ ...honest(), ...claims }).encode()
    const [head, body, mark] = (await tokenOf(claims)).split('.')
    const changed = Buffer.from(JSON.stringify({ ...honest(), ...claims, sid: 'x' })).toString('base64url')
    const refused = [
      unsigned,
      await tokenOf(claims, stranger),
      await tokenOf(claims, forger, { typ: 'at+jwt' }),
      await tokenOf(claims, forger, { kid: 'unknown' }),
      `${head}.${changed}.${mark}`,
    ]
    for (const token of refused) expect(await fault(await tell(provider.id, form(token)))).toBe('not_trusted')
    for (const token of ['x', `${head}.${body}.`, '..'])
      expect(await fault(await tell(provider.id, form(token)))).toMatch(/malformed|not_trusted/u)
    expect(await isSignedIn(client)).toBe(true)
  })

  test('of one provider ends no session of another, whatever subject it names', async () => {
    const other = await scene.setUp({ groups: buyers() })
    const email = scene.person(other.domain)
    const { client } = await scene.signIn(other, email)
    const { sub } = scene.idp.people.get(email)!
    expect((await tell(provider.id, form(await tokenOf({ sub })))).status).toBe(200)
    // Nor at the address of the other.
    expect(await fault(await tell(other.id, form(await tokenOf({ sub }))))).toBe('not_trusted')
    expect(await fault(await tell(other.id, form(await tokenOf({ sub, iss: scene.idp.issuer }))))).toBe('not_trusted')
    expect(await isSignedIn(client)).toBe(true)
  })

  test('is refused by a provider that is off, by none, and in another form; a page of another site cannot send one', async () => {
    const off = await scene.setUp({ issuer: forger.issuer, groups: buyers() })
    const client = await signedIn('stays', 'five', provider)
    const token = form(await tokenOf({ sub: 'stays' }))
    const { version } = await dataOf<{ version: number }>(await scene.admin.call(single_sign_on.get, { params: { id: off.id } }))
    await scene.admin.call(single_sign_on.update, { params: { id: off.id }, body: { version, active: false } })
    for (const id of [off.id, 999_999]) expect(await fault(await tell(id, token))).toBe('malformed')
    for (const id of ['0', 'x', '9'.repeat(30)]) expect((await tell(id, token)).status).toBe(404)
    for (const body of ['', 'logout_token=', `${token}&${token}`, token.replace('logout', 'id')])
      expect(await fault(await tell(provider.id, body))).toBe('malformed')
    const statuses = [
      await tell(provider.id, JSON.stringify({ logout_token: token }), { 'Content-Type': 'application/json' }),
      await tell(provider.id, `${token}&${'x'.repeat(40_000)}`),
      await tell(provider.id, token, { Origin: 'https://evil.example' }),
      await scene.api.client().request(`${backChannelPath(provider.id)}?${token}`),
    ].map(({ status, headers }) => [status, headers.get('Cache-Control')])
    expect(statuses).toEqual([415, 413, 403, 404].map((status) => [status, 'no-store']))
    expect(await isSignedIn(client)).toBe(true)
  })

  test('that cannot be checked because the provider does not answer ends nothing, and counts when it is sent again', async () => {
    const client = await signedIn('later')
    forger.metadata = { jwks_uri: 'https://169.254.169.254/latest/meta-data' }
    await scene.admin.call(single_sign_on.test, { params: { id: provider.id } })
    const token = form(await tokenOf({ sub: 'later' }))
    expect(await fault(await tell(provider.id, token))).toBe('provider_unavailable')
    expect(await isSignedIn(client)).toBe(true)
    forger.metadata = {}
    await scene.admin.call(single_sign_on.test, { params: { id: provider.id } })
    expect((await tell(provider.id, token)).status).toBe(200)
    expect(await isSignedIn(client)).toBe(false)
  })

  test('that is refused is in the audit, and further ones from that address wait, but not those of the provider', async () => {
    const client = await signedIn('flooded')
    const answers: number[] = []
    for (let each = 0; each < 45; each += 1) answers.push((await tell(provider.id, form('x'), {}, '203.0.113.80')).status)
    expect([answers[0], answers.at(-1)]).toEqual([400, 429])
    expect((await tell(provider.id, form(await tokenOf({ sub: 'flooded' })))).status).toBe(200)
    expect(await isSignedIn(client)).toBe(false)
    // From the very address, which a provider may share with others.
    const neighbour = await signedIn('neighbour')
    expect((await tell(provider.id, form(await tokenOf({ sub: 'neighbour' })), {}, '203.0.113.80')).status).toBe(200)
    expect(await isSignedIn(neighbour)).toBe(false)
    expect((await tell(provider.id, form('x'), {}, '203.0.113.80')).status).toBe(429)
    const refused = () => scene.api.db.select().from(securityEvents).where(eq(securityEvents.address, '203.0.113.80'))
    await expect
      .poll(refused)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ outcome: 'REFUSED', target: `single_sign_on ${provider.id}`, detail: 'logout token: malformed' }),
        ]),
      )
  })
})
