import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, sessions } from '../db/schema.ts'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { absolute, idle } from '../call/session.ts'
import { describeEvent } from '../audit/record-event.ts'
import { lockUser } from '../user/memberships.ts'

const living = (userId: number) => and(eq(sessions.user_id, userId), gt(sessions.last_seen_at, idle), gt(sessions.created_at, absolute))

/** Ends all sessions of a user but one; returns how many. The lock is what the renewal of a session waits for. */
export async function endOtherSessions(transaction: Database, userId: number, ownKey: string): Promise<number> {
  await lockUser(transaction, userId)
  const ended = await transaction
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), ne(sessions.id_hash, ownKey)))
    .returning({ id: sessions.id })
  return ended.length
}

export const ownSessionHandlers: Handlers['own_session'] = {
  async list({ db, session, browser }) {
    const current = sql<boolean>`${sessions.id_hash} = ${browser.sessionKey()}`
    const rows = await db
      .select({
        id: sessions.id,
        device: sessions.device,
        address: sessions.address,
        account_name: accounts.name,
        created_at: sessions.created_at,
        last_seen_at: sessions.last_seen_at,
        current,
      })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.account_id))
      .where(living(session.user.id))
      .orderBy(desc(current), desc(sessions.last_seen_at), desc(sessions.id))
    return {
      data: rows.map(({ created_at, last_seen_at, ...row }) => ({
        ...row,
        signed_in_at: created_at.toISOString(),
        last_used_at: last_seen_at.toISOString(),
      })),
    }
  },

  async end({ db, session, id }) {
    describeEvent({ target: `session ${id}` })
    const own = and(eq(sessions.user_id, session.user.id), eq(sessions.id, id))
    const [ended] = await db.delete(sessions).where(own).returning({ device: sessions.device, address: sessions.address })
    if (!ended) throw new RequestError('not_found')
    describeEvent({ detail: [ended.device, ended.address].filter(Boolean).join(' ') })
  },

  async endOthers({ db, session, browser }) {
    const ended = await db.transaction((transaction) => endOtherSessions(transaction, session.user.id, browser.sessionKey()))
    describeEvent({ target: 'all other sessions', detail: `${ended} ended` })
  },
}
