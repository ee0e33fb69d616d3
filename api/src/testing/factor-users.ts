import { endpoints, type PasskeyChallenge, type PasskeyCreation, type Role } from '@adsite/contract'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodes, userFactors } from '../db/schema.ts'
import type { TestApi } from './api.ts'
import { Authenticator } from './authenticator.ts'
import type { TestClient } from './client.ts'
import { insertMember, testPassword } from './fixtures.ts'

const { factor, session, sign_in } = endpoints

/** The code that an authenticator app shows now, or so many seconds later. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 1000 })

interface Answer<T> {
  readonly data: T
}
export async function dataOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return (JSON.parse(text) as Answer<T>).data
}

export interface FactorUser {
  readonly id: number
  readonly email: string
  /** A browser in which the user is signed in. */
  readonly client: TestClient
}

/** A user of their own in the role's account of tenant a, signed in with the password. */
export async function newUser(api: TestApi, role: Role): Promise<FactorUser> {
  const email = `factor-${randomUUID()}@test.example`
  const id = await insertMember(api.db, email, api.fixtures.a.accounts[role], role)
  const client = api.client()
  await givePassword(client, email)
  return { id, email, client }
}

/** Gives e-mail and password; what comes of it is the caller's to look at. */
export const givePassword = (client: TestClient, email: string, password = testPassword) =>
  client.call(session.login, { body: { email, password } })

/** Gives a user a recovery code that nobody knows. With the first factor they would get ten, which take longer to hash than most tests. */
export async function giveUnknownCode({ db }: TestApi, { id }: FactorUser): Promise<void> {
  await db
    .insert(recoveryCodes)
    .values({ user_id: id, code_hash: '0'.repeat(64) })
    .onConflictDoNothing()
}

/** Adds an authenticator app; returns its secret. The code that proved it is long ago. */
export async function withTotp(api: TestApi, user: FactorUser): Promise<{ secret: string }> {
  await giveUnknownCode(api, user)
  const { secret } = await withTotpAndCodes(api, user)
  return { secret }
}

/** The same for tests of the recovery codes that come with the first factor. */
export async function withTotpAndCodes(api: TestApi, { id, client }: FactorUser): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await dataOf<{ secret: string }>(await client.call(factor.startTotp))
  const added = await client.call(factor.addTotp, { body: { code: codeOf(secret) } })
  const { recovery_codes } = await dataOf<{ recovery_codes: string[] | null }>(added)
  await forgetCodes(api, id)
  return { secret, codes: recovery_codes ?? [] }
}

/** The codes that were taken are long ago, so that a test need not wait for the next one. */
export async function forgetCodes({ db }: TestApi, userId: number): Promise<void> {
  await db.update(userFactors).set({ last_step: null }).where(eq(userFactors.user_id, userId))
}

/** Adds a passkey. */
export async function withPasskey({ client }: FactorUser, key = new Authenticator()): Promise<Authenticator> {
  const creation = await dataOf<PasskeyCreation>(await client.call(factor.startPasskey, { headers: { Origin: 'http://site.test' } }))
  await dataOf(await client.call(factor.addPasskey, { body: { name: '鍵', passkey: key.create(creation) } }))
  return key
}

/** A browser in which the user has given the password, and nothing else. */
export async function halfSignedIn(api: TestApi, { email }: FactorUser): Promise<TestClient> {
  const client = api.client()
  await givePassword(client, email)
  return client
}

export const challengeOf = async (client: TestClient, endpoint: typeof factor.challenge | typeof sign_in.challenge) =>
  dataOf<PasskeyChallenge>(await client.call(endpoint))
