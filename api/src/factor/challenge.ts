import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from '../call/session.ts'
import type { Database } from '../db/connect.ts'
import { usedChallenges } from '../db/schema.ts'

/** What a passkey is asked to sign for, or a provider to vouch for. A challenge for one of them is none for another. */
export type ChallengePurpose = 'sign_in' | 'confirm' | 'add' | 'sso' | 'sso_again'

/** Minutes for which a challenge may be answered; a page of the login may stand open for a while. */
export const challengeMinutes = 15
const lifetime = challengeMinutes * 60_000

interface Scope {
  readonly purpose: ChallengePurpose
  /** The user, or the provider of a single sign-on; null: of a sign-in whose user is not known yet. */
  readonly of: number | null
}

const mark = (browser: Browser, { purpose, of }: Scope, until: string, nonce: string) =>
  browser.sign(['passkey', purpose, of ?? '', until, nonce].join(' '))

/**
 * A challenge that only this browser may answer, for this purpose and user, and once. It is signed instead of stored, so
 * that asking for many fills nothing.
 */
export function newChallenge(browser: Browser, scope: Scope): string {
  // Seconds, with their thousandths, and without the dot that separates the parts.
  const until = `${Date.now() + lifetime}e-3`
  const nonce = randomBytes(16).toString('base64url')
  return [until, nonce, mark(browser, scope, until, nonce)].join('.')
}

/** When a challenge was made that has been used. */
export const madeAt = (challenge: string): Date => new Date(Number.parseFloat(challenge) * 1000 - lifetime)

/** Uses a challenge up. False for one that was made for something else, is too old, or was answered before. */
export async function useChallenge(db: Database, browser: Browser, scope: Scope, challenge: string): Promise<boolean> {
  const [until = '', nonce = '', signed = ''] = challenge.split('.')
  if (mark(browser, scope, until, nonce) !== signed || Number(until) * 1000 < Date.now()) return false
  const used = await db
    .insert(usedChallenges)
    .values({ challenge_hash: createHash('sha256').update(challenge).digest('hex') })
    .onConflictDoNothing()
    .returning({ hash: usedChallenges.challenge_hash })
  return used.length > 0
}
