import { endpoints } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userFactors, users } from '../db/schema.ts'
import { Authenticator } from '../testing/authenticator.ts'
import {
  challengeOf,
  codeOf,
  dataOf,
  giveUnknownCode,
  halfSignedIn,
  newUser,
  withPasskey,
  withTotpAndCodes,
  type FactorUser,
} from '../testing/factor-users.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { whileLocked } from '../testing/while-locked.ts'

let api: TestApi
let owner: FactorUser
let key: Authenticator
beforeAll(async () => {
  api = await startTestApi()
  owner = await newUser(api, 'agency')
  key = await withPasskey(owner)
})
afterAll(() => api.close())

const { factor, sign_in, user } = endpoints
const signIn = (client: TestClient, passkey: unknown) => client.call(sign_in.passkey, { body: { passkey } })
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const asked = (client: TestClient) => challengeOf(client, sign_in.challenge)

describe('signing in', () => {
  test('with a passkey alone: no password, and nothing is lacking', async () => {
    const client = api.client()
    const response = await signIn(client, key.answer(await asked(client)))
    expect(await dataOf(response)).toMatchObject({ user: { email: owner.email } })
    expect((await client.call(user.me)).status).toBe(200)
    expect((await client.call(factor.renewRecoveryCodes)).status).toBe(200)
  })

  test('with a passkey after the password', async () => {
    const client = await halfSignedIn(api, owner)
    const passkey = key.answer(await challengeOf(client, factor.challenge))
    expect((await client.call(sign_in.finish, { body: { kind: 'passkey', passkey } })).status).toBe(200)
  })

  test.each([
    ['one whose user was not verified', (challenge: Awaited<ReturnType<typeof asked>>) => key.answer(challenge, { verifiesUser: false })],
    ['one from a page of another site', (challenge) => key.answer(challenge, { origin: 'https://evil.test' })],
    ['one for another host', (challenge) => key.answer({ ...challenge, rpId: 'evil.test' })],
    ['an altered signature', (challenge) => ({ ...key.answer(challenge), id: key.id, ...alter(key.answer(challenge)) })],
    ['a challenge of the attacker’s own', (challenge) => key.answer({ ...challenge, challenge: 'MTIz' })],
    ['another user’s name for it', (challenge) => withHandle(key.answer(challenge), 'dXNlciAx')],
  ] satisfies [string, (challenge: Awaited<ReturnType<typeof asked>>) => unknown][])(
    '%s is refused, like every other',
    async (_, answer) => {
      const client = api.client()
      expect(await errorOf(await signIn(client, answer(await asked(client))))).toEqual([422, 'login_failed'])
      expect((await client.call(user.me)).status).toBe(401)
    },
  )

  test('a passkey that nobody has, or has no longer, is refused by that name, so that its device forgets it', async () => {
    const stranger = api.client()
    expect(await errorOf(await signIn(stranger, new Authenticator().answer(await asked(stranger))))).toEqual([422, 'passkey_unknown'])
    const other = await newUser(api, 'agency')
    const own = await withPasskey(other)
    const { factors } = await dataOf<{ factors: { id: number }[] }>(await other.client.call(factor.list))
    expect((await other.client.call(factor.remove, { params: { id: factors[0]!.id } })).status).toBe(204)
    const refused = await signIn(stranger, own.answer(await asked(stranger)))
    expect(await refused.json()).toMatchObject({
      code: 'passkey_unknown',
      message: 'このパスキーは登録されていません。パスワードなど別の方法でログインし、このパスキーは端末から削除してください',
    })
    expect((await stranger.call(user.me)).status).toBe(401)
  })

  test('an answer works once', async () => {
    const client = api.client()
    const answer = key.answer(await asked(client))
    const cookies = new Map(client.cookies)
    expect((await signIn(client, answer)).status).toBe(200)
    const thief = api.client()
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    expect(await errorOf(await signIn(thief, answer))).toEqual([422, 'login_failed'])
  })

  test('a copy of a passkey that counts is refused once the original has signed more', async () => {
    const counting = new Authenticator()
    counting.signatures = 0
    await withPasskey(await newUser(api, 'agency'), counting)
    const client = api.client()
    expect((await signIn(client, counting.answer(await asked(client)))).status).toBe(200)
    counting.signatures = 0
    expect(await errorOf(await signIn(client, counting.answer(await asked(client))))).toEqual([422, 'login_failed'])
    expect((await signIn(client, counting.answer(await asked(client)))).status).toBe(200)
  })

  test('an answer works in the browser that asked alone', async () => {
    const answer = key.answer(await asked(api.client()))
    const thief = api.client()
    await asked(thief)
    expect(await errorOf(await signIn(thief, answer))).toEqual([422, 'login_failed'])
  })

  test('a challenge for something else is none for a sign-in, and the other way round', async () => {
    const half = await halfSignedIn(api, owner)
    const confirming = key.answer(await challengeOf(half, factor.challenge))
    expect(await errorOf(await signIn(half, confirming))).toEqual([422, 'login_failed'])
    const signing = key.answer(await asked(half))
    const body = { kind: 'passkey', passkey: signing }
    expect(await errorOf(await half.call(sign_in.finish, { body }))).toEqual([422, 'factor_rejected'])
    const { challenge, rp } = await dataOf<{ challenge: string; rp: { id: string } }>(await owner.client.call(factor.startPasskey))
    const adding = key.answer({ challenge, rpId: rp.id, userVerification: 'required' })
    expect(await errorOf(await signIn(owner.client, adding))).toEqual([422, 'login_failed'])
  })

  test('not for a suspended user', async () => {
    const other = await newUser(api, 'agency')
    const own = await withPasskey(other)
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, other.id))
    const client = api.client()
    expect(await errorOf(await signIn(client, own.answer(await asked(client))))).toEqual([422, 'login_failed'])
  })

  test('not with one that was removed after it was checked', async () => {
    const other = await newUser(api, 'agency')
    const own = await withPasskey(other)
    const { factors } = await dataOf<{ factors: { id: number }[] }>(await other.client.call(factor.list))
    const client = api.client()
    const answer = own.answer(await asked(client))
    const [late] = await whileLocked(api.db, other.id, async (hold) => {
      await hold(() => signIn(client, answer))
      expect((await other.client.call(factor.remove, { params: { id: factors[0]!.id } })).status).toBe(204)
    })
    expect(await errorOf(late!)).toEqual([422, 'login_failed'])
    expect((await client.call(user.me)).status).toBe(401)
  })
})

test('another user’s passkey completes no sign-in', async () => {
  const other = await newUser(api, 'agency')
  const foreign = await withPasskey(other)
  const client = await halfSignedIn(api, owner)
  const passkey = foreign.answer(await challengeOf(client, factor.challenge))
  expect(await errorOf(await client.call(sign_in.finish, { body: { kind: 'passkey', passkey } }))).toEqual([422, 'factor_rejected'])
})

describe('adding', () => {
  const created = async ({ client }: FactorUser) => dataOf<Parameters<Authenticator['create']>[0]>(await client.call(factor.startPasskey))
  const add = ({ client }: FactorUser, passkey: unknown) => client.call(factor.addPasskey, { body: { name: '鍵', passkey } })

  test('needs a verified user, and takes each passkey once', async () => {
    const other = await newUser(api, 'agency')
    const unverified = new Authenticator().create(await created(other), { verifiesUser: false })
    expect(await errorOf(await add(other, unverified))).toEqual([422, 'factor_rejected'])
    const own = new Authenticator()
    const answer = own.create(await created(other))
    expect((await add(other, answer)).status).toBe(200)
    expect(await errorOf(await add(other, answer))).toEqual([422, 'factor_rejected'])
    expect(await errorOf(await add(owner, own.create(await created(owner))))).toEqual([422, 'factor_rejected'])
  })

  test('to a user what was made for another is refused', async () => {
    const other = await newUser(api, 'agency')
    const own = new Authenticator()
    expect(await errorOf(await add(other, own.create(await created(owner))))).toEqual([422, 'factor_rejected'])
  })

  const nearlyFull = async (count: number) => {
    const other = await newUser(api, 'agency')
    await giveUnknownCode(api, other)
    const key = await withPasskey(other)
    const rows = Array.from({ length: count - 1 }, (_, index) => ({
      name: `鍵 ${index}`,
      credential_id: `${other.id}-${index}`,
      public_key: '',
      counter: 0,
    }))
    await api.db
      .insert(userFactors)
      .values(rows.map((row) => ({ ...row, user_id: other.id, kind: 'passkey' as const, added_at: new Date() })))
    return { other, key }
  }
  const full = [409, 'state_not_allowed', 'パスキーは20件まで登録できます。使っていないものを削除してください。']
  const refusalOf = async (response: Response) => {
    const { code, message } = (await response.json()) as { code: string; message: string }
    return [response.status, code, message]
  }

  test('a passkey too many is refused before a device makes it, in words that say why', async () => {
    const { other } = await nearlyFull(20)
    expect(await refusalOf(await other.client.call(factor.startPasskey))).toEqual(full)
    expect(await api.db.$count(userFactors, eq(userFactors.user_id, other.id))).toBe(20)
  })

  test('of two at once with room for one, one is added', async () => {
    const { other } = await nearlyFull(19)
    const [one, two] = [new Authenticator().create(await created(other)), new Authenticator().create(await created(other))]
    const [first, second] = await whileLocked(api.db, other.id, async (hold) => {
      await hold(() => add(other, one))
      await hold(() => add(other, two))
    })
    const answers = [first!, second!].toSorted((a, b) => a.status - b.status)
    expect(answers[0]!.status).toBe(200)
    expect(await refusalOf(answers[1]!)).toEqual(full)
    expect(await api.db.$count(userFactors, eq(userFactors.user_id, other.id))).toBe(20)
  })

  test('of two first factors at once, one brings the recovery codes, which work', async () => {
    const other = await newUser(api, 'agency')
    const { secret } = await dataOf<{ secret: string }>(await other.client.call(factor.startTotp))
    const passkey = new Authenticator().create(await created(other))
    const answers = await whileLocked(api.db, other.id, async (hold) => {
      await hold(() => add(other, passkey))
      await hold(() => other.client.call(factor.addTotp, { body: { code: codeOf(secret) } }))
    })
    const given = await Promise.all(answers.map(async (each) => (await dataOf<{ recovery_codes: string[] | null }>(each)).recovery_codes))
    expect(given.map((codes) => codes?.length ?? null).toSorted()).toEqual([10, null])
    const code = given.flatMap((codes) => codes ?? [])[0]!
    const half = await halfSignedIn(api, other)
    expect((await half.call(sign_in.finish, { body: { kind: 'recovery_code', code } })).status).toBe(200)
  })

  test('a second factor brings no further recovery codes', async () => {
    const other = await newUser(api, 'agency')
    const { codes } = await withTotpAndCodes(api, other)
    expect(codes).toHaveLength(10)
    const answer = await add(other, new Authenticator().create(await created(other)))
    expect(await dataOf(answer)).toEqual({ recovery_codes: null })
    expect(await dataOf(await other.client.call(factor.choices))).toEqual(['passkey', 'totp', 'recovery_code'])
  })
})

function alter(answer: ReturnType<Authenticator['answer']>) {
  const signature = Buffer.from(answer.response.signature, 'base64url')
  signature[10]! ^= 1
  return { response: { ...answer.response, signature: signature.toString('base64url') } }
}

const withHandle = (answer: ReturnType<Authenticator['answer']>, userHandle: string) => ({
  ...answer,
  response: { ...answer.response, userHandle },
})
