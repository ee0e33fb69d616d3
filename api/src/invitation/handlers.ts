import { invitationStates, mayAct, message } from '@adsite/contract'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, invitations } from '../db/schema.ts'
import { userAccountScope } from '../db/scope.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { withTokenThrottle } from '../mail/token-throttle.ts'
import { normaliseEmail } from '../session/throttle.ts'
import { acceptInvitation, offerOf, openInvitation, registerInvited } from './accept.ts'
import { authorOf, invitableAccount, refuseMember, revokeSent, sendInvitation } from './send.ts'

const listLimit = 200

const status = sql<'SENT' | 'ACCEPTED' | 'EXPIRED' | 'REVOKED'>`
  case when ${invitations.status} = 'SENT' and ${invitations.expires_at} <= now() then 'EXPIRED' else ${invitations.status} end`

/** Invitations to the accounts that the caller looks after. */
function invitationsOf(db: Database, session: Session) {
  const { id, email, account_id, locale, created_at, expires_at } = invitations
  return {
    where: (column: typeof id | typeof account_id, value: number) =>
      db
        .select({ id, email, account_id, locale, created_at, expires_at, status })
        .from(invitations)
        .innerJoin(accounts, and(eq(accounts.id, account_id), isNull(accounts.deleted_at)))
        .where(and(eq(column, value), userAccountScope(session), isNull(invitations.deleted_at)))
        .orderBy(desc(id))
        .limit(listLimit),
  }
}

/** The invitation with this id, in a state that the action starts from. */
async function invitationFor(action: 'resend' | 'revoke', db: Database, session: Session, id: number) {
  const [found] = await invitationsOf(db, session).where(invitations.id, id)
  if (!found) throw new Refusal('not_found')
  if (!mayAct(invitationStates, action, found.status)) throw new Refusal('state_not_allowed')
  return found
}

export const invitationHandlers: Handlers['invitation'] = {
  async list({ db, session, query }) {
    const rows = await invitationsOf(db, session).where(invitations.account_id, Number(query.account_id))
    return {
      data: rows.map(({ id, email, account_id, status, created_at, expires_at }) => ({
        ...{ id, email, account_id, status },
        ...{ created_at: created_at.toISOString(), expires_at: expires_at.toISOString() },
      })),
    }
  },

  async invite({ db, session, body, mail }) {
    const account = await invitableAccount(db, session, body.account_id)
    if (!account) throw new Refusal('validation_failed', { errors: { account_id: [message('not_found')] } })
    const email = normaliseEmail(body.email)
    await refuseMember(db, account.id, email)
    return { data: { id: await sendInvitation(db, mail, session, { account, email, locale: body.locale }) } }
  },

  async resend({ db, session, id, mail }) {
    const { account_id, email, locale } = await invitationFor('resend', db, session, id)
    const account = await invitableAccount(db, session, account_id)
    if (!account) throw new Refusal('not_found')
    return { data: { id: await sendInvitation(db, mail, session, { account, email, locale, replaces: id }) } }
  },

  async revoke({ db, session, id }) {
    await invitationFor('revoke', db, session, id)
    await db.transaction(async (transaction) => {
      const revoked = await revokeSent(transaction, authorOf(session), { id })
      if (revoked.length === 0) throw new Refusal('state_not_allowed')
    })
  },

  async check(call) {
    return withTokenThrottle(call, async () => ({ data: await offerOf(call.db, await openInvitation(call.db, call.body.token)) }))
  },

  async accept(call) {
    return withTokenThrottle(call, async () => ({ data: await acceptInvitation(call.db, call.body.token) }))
  },

  async register(call) {
    return withTokenThrottle(call, async () => ({ data: await registerInvited(call.db, call.body) }))
  },
}
