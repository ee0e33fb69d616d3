import { createHash } from 'node:crypto'
import { endpoints, freshMinutes } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../db/connect.ts'
import { mailJobs, recoveryCodes, securityEvents, sessions, userFactors } from '../db/schema.ts'
import { recordAttempt } from '../session/throttle.ts'
import { startTestApi, testPassword, type TestApi, type TestClient } from '../testing/index.ts'
import { codeOf, dataOf, forgetCodes, givePassword, halfSignedIn, newUser, withTotp, withTotpAndCodes } from '../testing/factor-users.ts'
import { allEndpoints } from '../testing/requests/requests.ts'
import { whileLocked } from '../testing/while-locked.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ messageSeconds: 0.1 })
})
afterAll(() => api.close())

const { factor, session, sign_in, user } = endpoints
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const finish = (client: TestClient, code: string) => client.call(sign_in.finish, { body: { kind: 'totp', code } })
const recover = (client: TestClient, code: string) => client.call(sign_in.finish, { body: { kind: 'recovery_code', code } })

/** Waits for a mail. */
const mailed = (email: string, subject: string) =>
  vi.waitFor(
    async () => {
      const lines = (await readFile(join(api.outbox, 'mails.txt'), 'utf8')).split('\n')
      expect(lines.filter((line) => line.includes(email) && line.includes(subject))).toHaveLength(1)
    },
    { timeout: 60_000 },
  )

/** As many wrong factors as are followed by a pause. */
async function failures(subject: string, device: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    await recordAttempt(api.db, { kind: 'factor', subject, address: '198.51.100.1', device }, false)
}

describe('a password alone, of a user with a second factor', () => {
  test('gives a session that can complete the sign-in, and does nothing else in the whole API', async () => {
    const owner = await newUser(api, 'admin')
    const { secret } = await withTotp(api, owner)
    const client = api.client()
    expect(await errorOf(await givePassword(client, owner.email))).toEqual([401, 'sign_in_unfinished'])
    const reached: string[] = []
    for (const { key, endpoint } of allEndpoints.filter(({ endpoint: { permission } }) => permission !== 'public')) {
      const response = await client.call(endpoint, { params: { id: 1, unit: 'ad', zip: '1', account_id: 1, attachment_id: 1 } })
      const text = await response.text()
      if (response.status !== 401 || !text.includes('"sign_in_unfinished"')) reached.push(key)
    }
    expect(reached.toSorted()).toEqual(['factor.challenge', 'factor.choices', 'factor_reset.ask', 'sign_in.finish', 'sign_in.step'])
    expect(await dataOf(await client.call(sign_in.step))).toMatchObject({ step: 'factor', choices: ['totp', 'recovery_code'] })
    const before = client.cookies.get('adsite_session')
    expect((await finish(client, codeOf(secret))).status).toBe(200)
    expect(client.cookies.get('adsite_session')).not.toBe(before)
    expect((await client.call(user.me)).status).toBe(200)
    expect(await dataOf(await client.call(sign_in.step))).toMatchObject({ step: null })
  })

  test('ends in every browser at once when the first factor is added', async () => {
    const owner = await newUser(api, 'agency')
    const other = await halfSignedIn(api, owner)
    expect((await other.call(user.me)).status).toBe(200)
    await withTotp(api, owner)
    expect(await errorOf(await other.call(user.me))).toEqual([401, 'sign_in_unfinished'])
    expect((await owner.client.call(user.me)).status).toBe(200)
  })

  test('switches no account, and no page is served for its account', async () => {
    const owner = await newUser(api, 'agency')
    await withTotp(api, owner)
    const client = await halfSignedIn(api, owner)
    const { isSignedOut, readAccount } = await import('../call/page-session.ts')
    expect(await readAccount(api.db, client.cookieHeader, false)).toBeNull()
    // It is asked for its second factor.
    expect(await isSignedOut(api.db, client.cookieHeader, false)).toBe(false)
    expect(await readAccount(api.db, owner.client.cookieHeader, false)).toBe(api.fixtures.a.accounts.agency)
    const body = { account_id: api.fixtures.a.accounts.agency }
    expect(await errorOf(await client.call(session.changeRole, { body }))).toEqual([401, 'sign_in_unfinished'])
  })

  test('a wrong password is answered as for a user without a factor, and as for nobody', async () => {
    const owner = await newUser(api, 'agency')
    await withTotp(api, owner)
    const plain = await newUser(api, 'agency')
    const answers = []
    for (const email of [owner.email, plain.email, 'nobody@test.example']) {
      const response = await api.client().call(session.login, { body: { email, password: 'wrong' } })
      const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>
      answers.push([response.status, body])
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
  })
})

describe('codes of an authenticator app', () => {
  test('work once, and so do older ones: a replay is refused, also when several arrive at the same time', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await withTotp(api, owner)
    const clients = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(api, owner)))
    const code = codeOf(secret)
    const answers = await Promise.all(clients.map((client) => finish(client, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await halfSignedIn(api, owner)
    expect((await finish(late, code)).status).not.toBe(200)
    expect((await finish(late, codeOf(secret, -30))).status).not.toBe(200)
  })

  test('of a clock that is half a minute off are taken, of one that is two minutes off are not', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await withTotp(api, owner)
    for (const [later, taken] of [
      [-30, true],
      [30, true],
      [-120, false],
      [120, false],
    ] as const) {
      await forgetCodes(api, owner.id)
      expect((await finish(await halfSignedIn(api, owner), codeOf(secret, later))).status).toBe(taken ? 200 : 422)
    }
  })

  test('cannot be guessed from many addresses: the user is counted', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await withTotp(api, owner)
    for (let tries = 0; tries < 5; tries += 1) {
      const client = api.client(`198.51.100.${tries}`)
      await givePassword(client, owner.email)
      expect((await finish(client, '000000')).status).toBe(422)
    }
    const client = api.client('203.0.113.9')
    await givePassword(client, owner.email)
    const refused = await finish(client, codeOf(secret))
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  })

  test('an app that was begun and never proven counts for nothing, and a wrong code does not add it', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await dataOf<{ secret: string }>(await owner.client.call(factor.startTotp))
    expect((await owner.client.call(factor.addTotp, { body: { code: '000000' } })).status).toBe(422)
    expect((await givePassword(api.client(), owner.email)).status).toBe(200)
    const { secret: second } = await dataOf<{ secret: string }>(await owner.client.call(factor.startTotp))
    expect(second).not.toBe(secret)
    expect((await owner.client.call(factor.addTotp, { body: { code: codeOf(secret) } })).status).toBe(422)
  })

  test('of which one arrived together with too many wrong ones adds no app, and nobody is told of one', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await dataOf<{ secret: string }>(await owner.client.call(factor.startTotp))
    const [late] = await whileLocked(api.db, owner.id, async (hold) => {
      await hold(() => owner.client.call(factor.addTotp, { body: { code: codeOf(secret) } }))
      await failures(`new ${owner.id}`, 'signed in')
    })
    expect(late!.status).toBe(429)
    expect(await dataOf(await owner.client.call(factor.list))).toEqual({ factors: [], recovery_codes_left: null })
    expect(await api.db.$count(mailJobs, eq(mailJobs.recipient, owner.email))).toBe(0)
  })

  test('the secret is nowhere in the database', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await withTotp(api, owner)
    const [stored] = await api.db.select().from(userFactors).where(eq(userFactors.user_id, owner.id))
    expect(JSON.stringify(stored)).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  test('ten, of which each completes one sign-in, also when several arrive at the same time; a mail tells of it', async () => {
    const owner = await newUser(api, 'agency')
    const { codes } = await withTotpAndCodes(api, owner)
    expect(new Set(codes).size).toBe(10)
    const clients = await Promise.all(Array.from({ length: 4 }, () => halfSignedIn(api, owner)))
    const answers = await Promise.all(clients.map((client) => recover(client, codes[0]!)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.user_id, owner.id))).toBe(9)
    await mailed(owner.email, '回復コードが使用されました')
    const told = await api.db.select({ kind: securityEvents.kind }).from(securityEvents).where(eq(securityEvents.user_id, owner.id))
    expect(told.map(({ kind }) => kind)).toContain('factor_change')
  })

  test('that are used up are told by mail, also where the sign-in is not', async () => {
    const owner = await newUser(api, 'agency')
    const { codes } = await withTotpAndCodes(api, owner)
    const client = await halfSignedIn(api, owner)
    const lockCodes = (transaction: Database) =>
      transaction.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, owner.id)).for('update')
    const [late] = await whileLocked(
      api.db,
      owner.id,
      async (hold) => {
        await hold(() => recover(client, codes[0]!))
        await failures(String(owner.id), 'password alone')
      },
      lockCodes,
    )
    expect(late!.status).toBe(429)
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.user_id, owner.id))).toBe(9)
    await mailed(owner.email, '回復コードが使用されました')
  })

  test('are taken however people type them, and not from another user', async () => {
    const [owner, other] = [await newUser(api, 'agency'), await newUser(api, 'agency')]
    const { codes } = await withTotpAndCodes(api, owner)
    const { codes: foreign } = await withTotpAndCodes(api, other)
    const typed = ` ${codes[1]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    expect((await recover(await halfSignedIn(api, owner), foreign[0]!)).status).toBe(422)
    expect((await recover(await halfSignedIn(api, owner), typed)).status).toBe(200)
  })

  test('are stored with a salt each; those of before, which had none, work until they are used', async () => {
    const owner = await newUser(api, 'agency')
    const { codes } = await withTotpAndCodes(api, owner)
    const ofOwner = eq(recoveryCodes.user_id, owner.id)
    const stored = await api.db.select({ hash: recoveryCodes.code_hash }).from(recoveryCodes).where(ofOwner)
    expect(stored.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true)
    expect(new Set(stored.map(({ hash }) => hash.split('$')[4])).size).toBe(10)
    const former = 'ABCDEFGHJKMNPQRS'
    await api.db.insert(recoveryCodes).values({ user_id: owner.id, code_hash: createHash('sha256').update(former).digest('hex') })
    expect((await recover(await halfSignedIn(api, owner), former)).status).toBe(200)
    expect((await recover(await halfSignedIn(api, owner), former)).status).toBe(422)
    expect((await recover(await halfSignedIn(api, owner), codes[9]!)).status).toBe(200)
    expect(await api.db.$count(recoveryCodes, ofOwner)).toBe(9)
  })

  test('made anew: the former ones no longer work', async () => {
    const owner = await newUser(api, 'agency')
    const { codes } = await withTotpAndCodes(api, owner)
    const renewed = await dataOf<{ recovery_codes: string[] }>(await owner.client.call(factor.renewRecoveryCodes))
    expect((await recover(await halfSignedIn(api, owner), codes[2]!)).status).toBe(422)
    expect((await recover(await halfSignedIn(api, owner), renewed.recovery_codes[2]!)).status).toBe(200)
  })
})

describe('a fresh factor', () => {
  const age = (minutes: number) => api.db.update(sessions).set({ factor_at: sql`now() - make_interval(mins => ${minutes})` })

  test('is one of the second ones: the password of a user who has one is refused', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await withTotp(api, owner)
    await age(freshMinutes)
    const confirm = (body: object) => owner.client.call(factor.confirm, { body })
    expect((await confirm({ kind: 'password', password: testPassword })).status).toBe(422)
    expect(await errorOf(await owner.client.call(factor.renewRecoveryCodes))).toEqual([403, 'factor_needed'])
    expect((await confirm({ kind: 'totp', code: codeOf(secret) })).status).toBe(204)
    expect((await owner.client.call(factor.renewRecoveryCodes)).status).toBe(200)
  })

  test('nothing is added, removed or made anew without one', async () => {
    const owner = await newUser(api, 'agency')
    await withTotp(api, owner)
    const [added] = await api.db.select({ id: userFactors.id }).from(userFactors).where(eq(userFactors.user_id, owner.id))
    await age(freshMinutes)
    for (const endpoint of [factor.startTotp, factor.startPasskey, factor.renewRecoveryCodes])
      expect(await errorOf(await owner.client.call(endpoint))).toEqual([403, 'factor_needed'])
    const code = { body: { code: '123456' } }
    expect(await errorOf(await owner.client.call(factor.addTotp, code))).toEqual([403, 'factor_needed'])
    expect(await errorOf(await owner.client.call(factor.remove, { params: { id: added!.id } }))).toEqual([403, 'factor_needed'])
  })
})

test('the last factor that is removed takes the recovery codes along, and mails tell of both changes', async () => {
  const owner = await newUser(api, 'agency')
  await withTotp(api, owner)
  await mailed(owner.email, '本人確認の方法が追加されました')
  const { factors } = await dataOf<{ factors: { id: number }[] }>(await owner.client.call(factor.list))
  const foreign = await newUser(api, 'agency')
  expect((await foreign.client.call(factor.remove, { params: { id: factors[0]!.id } })).status).toBe(404)
  expect((await owner.client.call(factor.remove, { params: { id: factors[0]!.id } })).status).toBe(204)
  expect(await dataOf(await owner.client.call(factor.list))).toEqual({ factors: [], recovery_codes_left: null })
  expect((await givePassword(api.client(), owner.email)).status).toBe(200)
  expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.user_id, owner.id))).toBe(0)
  await mailed(owner.email, '本人確認の方法が削除されました')
})
