import { createHash } from 'node:crypto'
import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { recordEvent } from '../audit/record-event.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { sessions, usedChallenges, users } from '../db/schema.ts'
import { LogoutRefusal, type SignedOut } from './logout-token.ts'
import type { Provider } from './provider.ts'

/** What the audit calls a provider. */
export const targetOf = (id: number) => `single_sign_on ${id}`

/**
 * The sessions that the provider means, of those that it vouched for itself. One whose `sid` it never told ends with every
 * sign-out of its user.
 */
function meant({ id }: Provider, { subject, sid }: SignedOut) {
  const ofSubject = subject === null ? undefined : eq(sessions.sso_subject, subject)
  const ofSid = sid === null ? undefined : eq(sessions.sso_sid, sid)
  const ofSignIn = ofSid && ofSubject ? or(ofSid, isNull(sessions.sso_sid)) : ofSid
  return and(eq(sessions.sso_provider_id, id), ofSubject, ofSignIn)
}

const hashOf = ({ id }: Provider, name: string) => createHash('sha256').update(`sso logout ${id} ${name}`).digest('hex')

/** Sign-ins and sign-outs of a provider are stored one after the other, so that none misses the other. */
const takeTurn = (transaction: Database, { id }: Provider) =>
  transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sso sessions ${id}`}, 0))`)

/** What a token ends, as `meant` has it: a sign-in by its `sid`, those of a user without one, or all of the user. */
const namesOf = ({ subject, sid }: Pick<SignedOut, 'subject' | 'sid'>): string[] => {
  if (sid === null) return [`sub ${subject}`]
  return subject === null ? [`sid ${sid}`] : [`sid ${sid}`, `without sid ${subject}`]
}

interface Finishing {
  readonly subject: string
  readonly sid: string | null
  /** When the browser was sent to the provider. */
  readonly since: Date
}

/** Stores a session, unless the provider has said since that its user signed out. False then. */
export async function unlessSignedOut(
  db: RootDatabase,
  provider: Provider,
  { subject, sid, since }: Finishing,
  store: (transaction: Database) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await takeTurn(transaction, provider)
    const names = [`sub ${subject}`, sid === null ? `without sid ${subject}` : `sid ${sid}`]
    const hashes = names.map((name) => hashOf(provider, name))
    const left = and(inArray(usedChallenges.challenge_hash, hashes), gte(usedChallenges.used_at, since))
    if ((await transaction.$count(usedChallenges, left)) > 0) return false
    await store(transaction)
    return true
  })
}

/** Ends the sessions that the provider means, and uses the token up with them, or neither. */
export async function endSessions(db: RootDatabase, provider: Provider, out: SignedOut, context: RequestContext): Promise<void> {
  await db.transaction(async (transaction) => {
    await takeTurn(transaction, provider)
    const challenge_hash = hashOf(provider, `jti ${out.jti}`)
    const used = await transaction.insert(usedChallenges).values({ challenge_hash }).onConflictDoNothing().returning()
    if (used.length === 0) throw new LogoutRefusal('replayed')
    const left = namesOf(out).map((name) => ({ challenge_hash: hashOf(provider, name) }))
    const now = { used_at: sql`clock_timestamp()` }
    await transaction.insert(usedChallenges).values(left).onConflictDoUpdate({ target: usedChallenges.challenge_hash, set: now })
    // What the renewal of a session waits for.
    const theirs = inArray(users.id, transaction.select({ id: sessions.user_id }).from(sessions).where(meant(provider, out)))
    await transaction.select({ id: users.id }).from(users).where(theirs).orderBy(users.id).for('update')
    const ended = await transaction.delete(sessions).where(meant(provider, out)).returning({ user_id: sessions.user_id })
    const event = { kind: 'session_end', target: targetOf(provider.id) } as const
    const detail = (count: number) => `signed out at ${provider.name}: ${count} sessions`
    if (ended.length === 0) await recordEvent(transaction, { ...event, detail: detail(0) }, context)
    for (const [user_id, own] of Map.groupBy(ended, (each) => each.user_id))
      await recordEvent(transaction, { ...event, user_id, detail: detail(own.length) }, context)
  })
}
