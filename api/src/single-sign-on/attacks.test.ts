import { endpoints, keysOf } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginFailures, memberships, securityEvents, users } from '../db/schema.ts'
import { startTestApi, type TestClient } from '../testing/index.ts'
import { askedOf, startForgingProvider, type ForgingProvider } from '../testing/sso/forging-provider.ts'
import { clientOfTests, ProviderBrowser } from '../testing/sso/identity-provider.ts'
import { startSsoScene, type MadeProvider, type SsoScene } from '../testing/sso/sso-scene.ts'
import { dataOf } from '../testing/factor-users.ts'
import { faults } from './faults.ts'

const { session, single_sign_in, single_sign_on } = endpoints

let scene: SsoScene
let evil: ForgingProvider
let logged = ''
beforeAll(async () => {
  scene = await startSsoScene({ log: { level: 'info', write: (line) => (logged += line) } })
  evil = await startForgingProvider(clientOfTests.secret)
})
afterAll(async () => {
  await scene.close()
  await evil.close()
})
beforeEach(async () => {
  await scene.api.db.delete(loginFailures)
  evil.metadata = {}
  evil.forge({})
})

const buyers = () => ({ buyers: [scene.account('agency')] })

/** Why it was refused; the answer has no more than that. */
async function faultOf(response: Response): Promise<string> {
  const body = (await response.json()) as { code: string; message: string }
  expect([response.status, body.code, Object.keys(body).toSorted()]).toEqual([422, 'login_failed', ['code', 'message', 'request_id']])
  return keysOf(faults).find((key) => faults[key].ja === body.message) ?? body.message
}

const isSignedIn = async (client: TestClient) => (await client.call(session.me)).status === 200

describe('an answer that was not asked for', () => {
  test('is refused: another state, none, that of another browser, of another provider, of before, or after its time', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const other = await scene.setUp({ groups: buyers() })
    const email = scene.person(provider.domain)
    const client = scene.api.client()
    const back = await scene.walk(client, email)
    const changed = (name: string, value: string | null) => {
      const url = new URL(back)
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
      return url
    }
    const state = back.searchParams.get('state')!
    const [until, nonce, mark] = state.split('.')
    for (const forged of [null, '', 'x', `${Number(until) + 60}.${nonce}.${mark}`, `${until}.${nonce}.${mark?.toLowerCase()}`])
      expect(await faultOf(await scene.finish(client, provider.id, changed('state', forged)))).toBe('expired')
    // The attacker's own sign-in, finished in the browser of the victim.
    expect(await faultOf(await scene.finish(scene.api.client(), provider.id, back))).toBe('expired')
    expect(await faultOf(await scene.finish(client, other.id, back))).toBe('expired')
    expect(await faultOf(await scene.finish(client, 999_999, back))).toBe('expired')
    expect(await isSignedIn(client)).toBe(false)
    expect((await scene.finish(client, provider.id, back)).status).toBe(200)
    // The same answer again, in the same browser or with the same code under another state.
    expect(await faultOf(await scene.finish(client, provider.id, back))).toBe('expired')
    const again = scene.api.client()
    const second = await scene.walk(again, email)
    second.searchParams.set('code', back.searchParams.get('code')!)
    expect(await faultOf(await scene.finish(again, provider.id, second))).toBe('code_refused')
    expect(await isSignedIn(again)).toBe(false)
  })

  test('of another issuer is refused, although the state is right', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const client = scene.api.client()
    const back = await scene.walk(client, scene.person(provider.domain))
    expect(back.searchParams.get('iss')).toBe(scene.idp.issuer)
    back.searchParams.set('iss', evil.issuer)
    expect(await faultOf(await scene.finish(client, provider.id, back))).toBe('other_issuer')
    // A provider that says that it names itself has to.
    const silent = await scene.walk(client, scene.person(provider.domain))
    silent.searchParams.delete('iss')
    expect(await faultOf(await scene.finish(client, provider.id, silent))).toBe('not_trusted')
  })

  test('a code of another browser does not fit the verifier of this one', async () => {
    const provider = await scene.setUp({ groups: buyers() })
    const victim = await scene.walk(scene.api.client(), scene.person(provider.domain))
    const thief = scene.api.client()
    const own = await scene.walk(thief, scene.person(provider.domain))
    own.searchParams.set('code', victim.searchParams.get('code')!)
    expect(await faultOf(await scene.finish(thief, provider.id, own))).toBe('code_refused')
  })
})

describe('what a provider sends', () => {
  let provider: MadeProvider
  beforeAll(async () => {
    provider = await scene.setUp({ issuer: evil.issuer, groups: buyers() })
  })
  /** A sign-in with a token like this. */
  async function forged(forgery: Parameters<ForgingProvider['forge']>[0]): Promise<Response> {
    const client = scene.api.client()
    const { url } = await dataOf<{ url: string }>(await scene.start(client, `x@${provider.domain}`))
    const { state, nonce } = askedOf(url)
    const person = { nonce, email: `somebody@${provider.domain}`, email_verified: true, groups: ['buyers'] }
    evil.forge({ ...forgery, claims: { aud: clientOfTests.id, ...person, ...forgery.claims } })
    const response = await scene.finish(client, provider.id, `?${new URLSearchParams({ code: 'c', state: state! })}`)
    expect(await isSignedIn(client)).toBe(response.status === 200)
    return response
  }
  const now = () => Math.floor(Date.now() / 1000)

  test('signs in where everything is right, with PKCE by S256', async () => {
    const client = scene.api.client()
    const { url } = await dataOf<{ url: string }>(await scene.start(client, `x@${provider.domain}`))
    expect(askedOf(url)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: `http://site.test/auth/sso/${provider.id}`,
    })
    expect((await forged({})).status).toBe(200)
    expect(evil.received.get('code_verifier')).toMatch(/^[\w-]{43}$/u)
  })

  test.each([
    ['another nonce', { claims: { nonce: 'of another sign-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another site' } }],
    ['more audiences', { claims: { aud: ['adsite', 'another site'] } }],
    ['another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['no end', { claims: { exp: undefined } }],
    ['no signature (alg none)', { sign: 'none' }],
    ['the signature of another key', { sign: 'other key' }],
    ['a signature by the client secret (HS256)', { sign: 'client secret' }],
    ['no token at all', { sign: 'garbage' }],
  ] as const)('is refused with %s', async (_, forgery) => {
    expect(await faultOf(await forged(forgery))).toBe('not_trusted')
    expect(await scene.api.db.$count(users, eq(users.email, `other@${provider.domain}`))).toBe(0)
  })

  test('is refused by its times, within half a minute of difference between the clocks', async () => {
    expect(await faultOf(await forged({ claims: { exp: now() - 60 } }))).toBe('clock')
    expect(await faultOf(await forged({ claims: { nbf: now() + 60 } }))).toBe('clock')
    expect((await forged({ claims: { exp: now() - 10, nbf: now() + 10 } })).status).toBe(200)
  })

  test('is refused where the provider fails, and nothing of what it said is told', async () => {
    const said = 'at Object.<anonymous> (/srv/idp/app.js:1:1)'
    const refused = [
      [{ answer: { status: 400, body: { error: 'invalid_grant', error_description: said } } }, 'code_refused'],
      [{ answer: { status: 401, body: { error: 'invalid_client', error_description: said } } }, 'provider_error'],
      [{ answer: { status: 500, body: { message: said } } }, 'not_trusted'],
      [{ answer: { status: 302, body: {} } }, 'not_trusted'],
    ] as const
    for (const [forgery, fault] of refused) expect(await faultOf(await forged(forgery))).toBe(fault)
    const client = scene.api.client()
    const { url } = await dataOf<{ url: string }>(await scene.start(client, `x@${provider.domain}`))
    const query = new URLSearchParams({ error: 'server_error', error_description: said, state: askedOf(url)['state']! })
    expect(await faultOf(await scene.finish(client, provider.id, `?${query}`))).toBe('provider_error')
  })

  test('about its subject counts for that subject alone', async () => {
    const mine = await scene.setUp({ issuer: evil.issuer, groups: buyers() })
    evil.forge({ userinfo: {} })
    await scene.admin.call(single_sign_on.test, { params: { id: mine.id } })
    const client = scene.api.client()
    const { url } = await dataOf<{ url: string }>(await scene.start(client, `x@${mine.domain}`))
    const { state, nonce } = askedOf(url)
    const asked = { email: `x@${mine.domain}`, email_verified: true, groups: ['buyers'] }
    evil.forge({ claims: { aud: clientOfTests.id, nonce }, userinfo: { sub: 'another', ...asked } })
    expect(await faultOf(await scene.finish(client, mine.id, `?${new URLSearchParams({ code: 'c', state: state! })}`))).toBe('not_trusted')
  })

  test('gives nobody the role of an administrator, nor an account of another company, whatever it claims', async () => {
    const claims = { groups: ['admin', 'administrators', '管理者'], role: 1, account_id: scene.account('admin'), roles: ['admin'] }
    expect(await faultOf(await forged({ claims }))).toBe('no_group')
    const email = `many@${provider.domain}`
    expect((await forged({ claims: { ...claims, sub: 'many', email, groups: ['buyers', ...claims.groups] } })).status).toBe(200)
    const [user] = await scene.api.db.select().from(users).where(eq(users.email, email))
    const own = await scene.api.db.select().from(memberships).where(eq(memberships.user_id, user!.id))
    expect(own.map(({ account_id }) => account_id)).toEqual([scene.account('agency')])
  })
})

describe('a provider is asked only', () => {
  const asked = async (api: SsoScene['api'], issuer: string) => {
    const admin = await api.signIn('admin')
    const body = {
      name: 'x',
      company_id: api.fixtures.a.company,
      issuer,
      client_id: 'c',
      groups_claim: 'g',
      second_factor: false,
      active: true,
    }
    const created = await admin.call(single_sign_on.create, { body })
    if (created.status !== 201) return created.status
    const { id } = await dataOf<{ id: number }>(created)
    await admin.call(single_sign_on.setSecret, { params: { id }, body: { secret: 's' } })
    return (await dataOf<{ fault: string | null }>(await admin.call(single_sign_on.test, { params: { id } }))).fault
  }

  test('on the internet, unless a setting for development says otherwise', async () => {
    const strict = await startTestApi({ ssoReach: 'public' })
    const local = ['127.0.0.1', '[::1]', 'localhost'].map((host) => evil.issuer.replace('127.0.0.1', host))
    const inside = ['https://10.0.0.1', 'https://169.254.169.254', 'https://2130706433', 'https://[::ffff:10.0.0.1]', 'https://localhost']
    for (const issuer of [...local, ...inside]) expect([issuer, await asked(strict, issuer)]).toEqual([issuer, 'refused_address'])
    for (const issuer of [
      'http://idp.example',
      'https://u:p@idp.example',
      'https://idp.example?x',
      'https://idp.example/#x',
      'ftp://127.0.0.1',
    ])
      expect([issuer, await asked(strict, issuer)]).toEqual([issuer, 422])
    await strict.close()
    // In development, this machine and no other network.
    expect(await asked(scene.api, 'https://10.0.0.1')).toBe('refused_address')
    expect(await asked(scene.api, evil.issuer)).toBe(null)
  })

  test('where its metadata are its own and enough, and none of them leads inside', async () => {
    const { id } = await scene.setUp({ issuer: evil.issuer, domains: [] })
    const test = async () => (await dataOf<{ fault: string | null }>(await scene.admin.call(single_sign_on.test, { params: { id } }))).fault
    const cases = [
      [{ issuer: 'https://accounts.example' }, 'other_issuer'],
      [{ issuer: `${evil.issuer}/` }, 'other_issuer'],
      [{ code_challenge_methods_supported: ['plain'] }, 'incapable'],
      [{ jwks_uri: undefined }, 'incapable'],
      [{ token_endpoint: 'javascript:alert(1)' }, 'incapable'],
      [{ authorization_endpoint: 'data:text/html,x' }, 'incapable'],
    ] as const
    for (const [metadata, fault] of cases) {
      evil.metadata = metadata
      expect([metadata, await test()]).toEqual([metadata, fault])
    }
    evil.metadata = {}
    expect(await test()).toBe(null)
  })

  test('with its own endpoints: one inside the network is not called', async () => {
    const provider = await scene.setUp({ issuer: evil.issuer, groups: buyers() })
    evil.metadata = { token_endpoint: 'https://169.254.169.254/latest/meta-data' }
    await scene.admin.call(single_sign_on.test, { params: { id: provider.id } })
    const client = scene.api.client()
    const { url } = await dataOf<{ url: string }>(await scene.start(client, `x@${provider.domain}`))
    const query = new URLSearchParams({ code: 'c', state: askedOf(url)['state']! })
    expect(await faultOf(await scene.finish(client, provider.id, `?${query}`))).toBe('provider_unavailable')
  })
})

test('the browser is sent back to the site alone, and to the page that the site knows', async () => {
  const provider = await scene.setUp({ groups: buyers() })
  const client = scene.api.client()
  const response = await client.call(single_sign_in.start, {
    body: { email: scene.person(provider.domain) },
    headers: { Origin: 'https://evil.example' },
  })
  expect(response.status).toBe(403)
  const back = await scene.walk(client, scene.person(provider.domain), new ProviderBrowser())
  expect(back.origin + back.pathname).toBe(`http://site.test/auth/sso/${provider.id}`)
})

test('failures are counted, and further attempts refused for a while', async () => {
  const client = scene.api.client('203.0.113.77')
  const answers: number[] = []
  for (let count = 0; count < 45; count += 1) answers.push((await scene.start(client, 'x@nowhere.example')).status)
  expect([answers[0], answers.at(-1)]).toEqual([422, 429])
})

test('no secret, code or token is in the log or the audit', async () => {
  const provider = await scene.setUp({ groups: buyers() })
  const client = scene.api.client()
  const back = await scene.walk(client, scene.person(provider.domain))
  await scene.finish(client, provider.id, back)
  const events = JSON.stringify(await scene.api.db.select().from(securityEvents))
  const secrets = [back.searchParams.get('code')!, back.searchParams.get('state')!, clientOfTests.secret, ...client.cookies.values()]
  expect(logged).toContain(single_sign_in.finish.path)
  expect(secrets.filter((secret) => logged.includes(secret) || events.includes(secret))).toEqual([])
})
