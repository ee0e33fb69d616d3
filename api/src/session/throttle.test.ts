import { endpoints } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginFailures } from '../db/schema.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { emailOf, testPassword } from '../testing/fixtures.ts'
import { networkOf } from './network-of.ts'

const { login } = endpoints.session
const { forgot } = endpoints.password
const { check } = endpoints.invitation

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.db.delete(loginFailures))

const attempt = (email: string, address: string, password = 'wrong') => api.client(address).call(login, { body: { email, password } })
const count = (answers: readonly Response[], status: number) => answers.filter((answer) => answer.status === status).length
const somebody = (index: number) => `person-${index}@test.example`
/** Fails once from each of the addresses. */
const failAt = (addresses: readonly string[]) => Promise.all(addresses.map((address, index) => attempt(somebody(index), address)))

describe('passwords tried on many people', () => {
  test('150 e-mails from one address: a handful a minute are heard, at once or one after the other', async () => {
    const atOnce = await Promise.all(Array.from({ length: 75 }, (_, index) => attempt(somebody(index), '198.51.100.7')))
    expect([count(atOnce, 422), count(atOnce, 429)]).toEqual([5, 70])
    for (let index = 75; index < 150; index++) {
      const response = await attempt(somebody(index), '198.51.100.7')
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    }
  })

  test('who is right among them is not told so: the answer is that of everybody, and no session starts', async () => {
    await failAt(Array.from({ length: 5 }, () => '198.51.100.8'))
    const known = await attempt(emailOf('admin'), '198.51.100.8', testPassword)
    const unknown = await attempt('nobody@test.example', '198.51.100.8', testPassword)
    expect([known.status, unknown.status]).toEqual([429, 429])
    const [one, other] = (await Promise.all([known.json(), unknown.json()])) as object[]
    expect({ ...one, request_id: '' }).toEqual({ ...other, request_id: '' })
    expect(known.headers.getSetCookie()).toEqual([])
  })

  test('from many addresses of one network: twenty a minute; another network is heard', async () => {
    for (const [address, elsewhere] of [
      [(index: number) => `203.0.113.${index}`, '203.0.114.1'],
      [(index: number) => `2001:db8:1:2:${index.toString(16)}::1`, '2001:db8:1:3::1'],
    ] as const) {
      await api.db.delete(loginFailures)
      const answers = await failAt(Array.from({ length: 40 }, (_, index) => address(index)))
      expect([count(answers, 422), count(answers, 429)]).toEqual([20, 20])
      expect((await attempt(emailOf('rep'), elsewhere, testPassword)).status).toBe(200)
    }
  })

  test('slowly: thirty an hour from one address', async () => {
    for (let minute = 0; minute < 6; minute++) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => attempt(`slow-${minute}-${index}@test.example`, '198.51.100.9')),
      )
      expect(count(answers, 422)).toBe(5)
      await api.db.update(loginFailures).set({ at: sql`${loginFailures.at} - interval '61 seconds'` })
    }
    const refused = await attempt(emailOf('ptd'), '198.51.100.9', testPassword)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60)
  })

  test('from everywhere at once: each place has less, and whoever is not known waits a second; the known do not', async () => {
    const known = api.client('198.51.100.20')
    await known.call(login, { body: { email: emailOf('agency'), password: testPassword } })
    const elsewhere = { key: 'x', address: 'x', network: 'x', at: sql`now()` }
    await api.db.insert(loginFailures).values(Array.from({ length: 300 }, (_, index) => ({ ...elsewhere, subject: String(index) })))
    const timed = async (answer: () => Promise<Response>) => {
      const began = performance.now()
      expect((await answer()).status).toBe(200)
      return performance.now() - began
    }
    // A busy machine may take a second over one sign-in, but not over all.
    const again = () => known.call(login, { body: { email: emailOf('agency'), password: testPassword } })
    await vi.waitFor(async () => expect(await timed(again)).toBeLessThan(1000), 60_000)
    expect(await timed(() => attempt(emailOf('rep'), '198.51.100.21', testPassword))).toBeGreaterThan(1000)
    const answers = await failAt(Array.from({ length: 6 }, () => '198.51.100.22'))
    expect([count(answers, 422), count(answers, 429)]).toEqual([2, 4])
  })
})

describe('people who share an address', () => {
  test('any number of them signs in at once', async () => {
    const roles = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg', 'multi'] as const
    const answers = await Promise.all(roles.map((role) => attempt(emailOf(role), '198.51.100.30', testPassword)))
    expect(count(answers, 200)).toBe(roles.length)
  })

  test('what one of them fails with does not keep out those whose browser is known, for their e-mail alone', async () => {
    const known = api.client('198.51.100.31')
    const signIn = (email: string, password = testPassword) => known.call(login, { body: { email, password } })
    expect((await signIn(emailOf('pg'))).status).toBe(200)
    await failAt(Array.from({ length: 6 }, () => '198.51.100.31'))
    for (let index = 0; index < 6; index++) await attempt(emailOf('pg'), '198.51.100.31')
    expect((await signIn(emailOf('pg'))).status).toBe(200)
    expect((await signIn(emailOf('rep'))).status).toBe(429)
    expect((await attempt(emailOf('pg'), '198.51.100.31', testPassword)).status).toBe(429)
  })

  test('a browser that is known may fail five times a minute, like any other; a forged one is not known', async () => {
    const known = api.client('198.51.100.32')
    const signIn = (password: string) => known.call(login, { body: { email: emailOf('ptd'), password } })
    expect((await signIn(testPassword)).status).toBe(200)
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await signIn('wrong')).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    const forged = api.client('198.51.100.33')
    forged.cookies.set(
      'adsite_device',
      known.cookies.get('adsite_device')!.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A')),
    )
    await failAt(Array.from({ length: 5 }, () => '198.51.100.33'))
    expect((await forged.call(login, { body: { email: emailOf('ptd'), password: testPassword } })).status).toBe(429)
  })
})

test('browsers that are known count together too: whoever once knew the password may have made many, and keeps nobody out', async () => {
  const email = emailOf('pg')
  const knownAt = async (address: string) => {
    const client = api.client(address)
    expect((await client.call(login, { body: { email, password: testPassword } })).status).toBe(200)
    return client
  }
  const own = await knownAt('198.51.100.41')
  const thiefs = await Promise.all(Array.from({ length: 4 }, () => knownAt('198.51.100.40')))
  const answers: Response[] = []
  for (const thief of thiefs)
    for (let index = 0; index < 5; index++) answers.push(await thief.call(login, { body: { email, password: 'wrong' } }))
  // Ten of known browsers, and five of the address that they come from.
  expect([count(answers, 422), count(answers, 429)]).toEqual([15, 5])
  expect((await own.call(login, { body: { email, password: testPassword } })).status).toBe(200)
})

test('password mails and mailed tokens are counted by address and network too', async () => {
  const token = (index: number) => String(index).padStart(43, 'x')
  for (const [call, most] of [
    [(index: number) => api.client('198.51.100.40').call(forgot, { body: { email: somebody(index) } }), 10],
    [(index: number) => api.client('198.51.100.41').call(check, { body: { token: token(index) } }), 20],
    [(index: number) => api.client(`203.0.115.${index}`).call(forgot, { body: { email: somebody(index) } }), 40],
    [(index: number) => api.client(`203.0.116.${index}`).call(check, { body: { token: token(index) } }), 80],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: most + 10 }, (_, index) => call(index)))
    expect(count(answers, 429)).toBe(10)
  }
})

test('what is kept names nobody, and is gone after an hour', async () => {
  await attempt('secret@test.example', '198.51.100.50')
  expect(JSON.stringify(await api.db.select().from(loginFailures))).not.toMatch(/secret|198\.51/u)
})

test('an address and its network', () => {
  expect(networkOf('192.0.2.77')).toBe('192.0.2.0/24')
  expect(networkOf('2001:DB8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:db8:0:0:1:2:3:4')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('unknown')).toBe('unknown')
})
