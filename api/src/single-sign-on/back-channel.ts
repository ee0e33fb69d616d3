import { createHash } from 'node:crypto'
import { and, eq, isNull, or } from 'drizzle-orm'
import { recordEvent } from '../audit/record-event.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { RootDatabase } from '../db/connect.ts'
import { sessions, usedChallenges } from '../db/schema.ts'
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

/** Ends the sessions that the provider means, and uses the token up with them, or neither. */
export async function endSessions(db: RootDatabase, provider: Provider, out: SignedOut, context: RequestContext): Promise<void> {
  await db.transaction(async (transaction) => {
    const challenge_hash = createHash('sha256').update(`sso logout ${provider.id} ${out.jti}`).digest('hex')
    const used = await transaction.insert(usedChallenges).values({ challenge_hash }).onConflictDoNothing().returning()
    if (used.length === 0) throw new LogoutRefusal('replayed')
    const ended = await transaction.delete(sessions).where(meant(provider, out)).returning({ user_id: sessions.user_id })
    const event = { kind: 'session_end', target: targetOf(provider.id) } as const
    const detail = (count: number) => `signed out at ${provider.name}: ${count} sessions`
    if (ended.length === 0) await recordEvent(transaction, { ...event, detail: detail(0) }, context)
    for (const [user_id, own] of Map.groupBy(ended, (each) => each.user_id))
      await recordEvent(transaction, { ...event, user_id, detail: detail(own.length) }, context)
  })
}
