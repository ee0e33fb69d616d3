import { siteName, type PasskeyAnswer, type PasskeyChallenge, type PasskeyCreated, type PasskeyCreation } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { ApiSettings } from '../call/settings.ts'
import type { Browser } from '../call/session.ts'
import type { Database } from '../db/connect.ts'
import { userFactors } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { newChallenge, useChallenge, type ChallengePurpose } from './challenge.ts'

/** Loaded with the first passkey, so that no process begins with its 300 modules. */
const library = () => import('@simplewebauthn/server')

/** What the passkey calls of a browser have in common. */
export interface PasskeyCall {
  readonly db: Database
  readonly browser: Browser
  readonly request: Request
  readonly settings: Pick<ApiSettings, 'origins'>
}

interface User {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** The page's origin, which has to be one of the site; passkeys belong to its host. */
function relyingParty({ request, settings }: PasskeyCall): { origin: string; id: string } {
  const origin = request.headers.get('Origin')
  if (origin === null || !settings.origins.includes(origin)) throw new RequestError('forbidden_origin')
  return { origin, id: new URL(origin).hostname }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const challengeOf = (signed: string) => Buffer.from(signed, 'base64url').toString()
const handleOf = (userId: number) => Buffer.from(`user ${userId}`).toString('base64url')

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const transportsOf = (stored: readonly string[] | null): (typeof transportNames)[number][] =>
  transportNames.filter((name) => stored?.includes(name))

async function credentialsOf(db: Database, userId: number) {
  const own = and(eq(userFactors.user_id, userId), eq(userFactors.kind, 'passkey'))
  const rows = await db.select({ id: userFactors.credential_id, transports: userFactors.transports }).from(userFactors).where(own)
  return rows.flatMap(({ id, transports }) => (id === null ? [] : [{ id, transports: transportsOf(transports) }]))
}

/** What the browser makes a passkey of. It has to be discoverable and to verify its user, so that it is enough by itself. */
export async function creationFor(call: PasskeyCall, user: User): Promise<PasskeyCreation> {
  const excluded = await credentialsOf(call.db, user.id)
  const challenge = newChallenge(call.browser, { purpose: 'add', of: user.id })
  const { generateRegistrationOptions } = await library()
  const { rp, pubKeyCredParams, timeout, ...made } = await generateRegistrationOptions({
    rpName: siteName.en,
    rpID: relyingParty(call).id,
    userID: bytesOf(`user ${user.id}`),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: excluded,
  })
  return {
    rp: { id: rp.id ?? relyingParty(call).id, name: rp.name },
    user: made.user,
    challenge: made.challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    ...(timeout === undefined ? {} : { timeout }),
    excludeCredentials: excluded.map((each) => ({ ...each, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** Adds the passkey that the browser made. False where it does not prove itself, or somebody has it already. */
export async function addPasskey(call: PasskeyCall, user: User, name: string, created: PasskeyCreated): Promise<boolean> {
  const { origin, id } = relyingParty(call)
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge: (challenge) => useChallenge(call.db, call.browser, { purpose: 'add', of: user.id }, challengeOf(challenge)),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { credential } = verified.registrationInfo
  const added = await call.db
    .insert(userFactors)
    .values({
      user_id: user.id,
      kind: 'passkey',
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: created.response.transports ?? [],
      added_at: sql`now()`,
    })
    .onConflictDoNothing({ target: userFactors.credential_id })
    .returning({ id: userFactors.id })
  return added.length > 0
}

/** What a passkey is asked to sign: one of the user's own, or any for this site where the user is not known yet. */
export async function challengeFor(call: PasskeyCall, purpose: ChallengePurpose, userId: number | null): Promise<PasskeyChallenge> {
  const { id } = relyingParty(call)
  const own = userId === null ? null : await credentialsOf(call.db, userId)
  const { generateAuthenticationOptions } = await library()
  const { challenge, timeout } = await generateAuthenticationOptions({
    rpID: id,
    challenge: bytesOf(newChallenge(call.browser, { purpose, of: userId })),
    userVerification: 'required',
  })
  return {
    challenge,
    ...(timeout === undefined ? {} : { timeout }),
    rpId: id,
    ...(own ? { allowCredentials: own.map((each) => ({ ...each, type: 'public-key' as const })) } : {}),
    userVerification: 'required',
  }
}

/** Whether anybody has the passkey. Its id is random: who names it has seen it. */
export async function isPasskeyKnown(db: Database, id: string): Promise<boolean> {
  return (await db.$count(userFactors, eq(userFactors.credential_id, id))) > 0
}

/**
 * The user whose passkey has signed a challenge of this browser and purpose; null for anything else. With `userId`, only
 * that user's passkeys count.
 */
export async function userOfPasskey(
  call: PasskeyCall,
  purpose: ChallengePurpose,
  answer: PasskeyAnswer,
  userId: number | null,
): Promise<number | null> {
  const { origin, id } = relyingParty(call)
  const [factor] = await call.db.select().from(userFactors).where(eq(userFactors.credential_id, answer.id))
  const { userHandle, ...signed } = answer.response
  const isOwners = factor && (userId === null || factor.user_id === userId)
  if (!isOwners || factor.public_key === null || (userHandle !== undefined && userHandle !== handleOf(factor.user_id))) return null
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) }, clientExtensionResults: {} },
    expectedChallenge: (challenge) => useChallenge(call.db, call.browser, { purpose, of: userId }, challengeOf(challenge)),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: answer.id, publicKey: new Uint8Array(Buffer.from(factor.public_key, 'base64url')), counter: factor.counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return null
  const counter = verified.authenticationInfo.newCounter
  await call.db
    .update(userFactors)
    .set({ counter, last_used_at: sql`now()` })
    .where(eq(userFactors.id, factor.id))
  return factor.user_id
}
