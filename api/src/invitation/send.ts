import { invitationHours, message, type Locale } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges, type LogAuthor } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import { accounts, invitations, memberships, users } from '../db/schema.ts'
import { userAccountScope } from '../db/scope.ts'
import type { Session } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import type { MailService } from '../mail/mail-service.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { invitationMail } from '../mail/mails.ts'

/** An account that the caller may invite to, with its kind: the role of those who accept. */
export async function invitableAccount(db: Database, session: Session, id: number) {
  const [account] = await db
    .select({ id: accounts.id, name: accounts.name, kind: accounts.kind })
    .from(accounts)
    .where(and(eq(accounts.id, id), userAccountScope(session), isNull(accounts.deleted_at)))
  return account
}

/** Refuses an address that is in the account already. */
export async function refuseMember(db: Database, accountId: number, email: string): Promise<void> {
  const member = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.user_id, users.id), eq(memberships.account_id, accountId)))
    .where(and(eq(users.email, email), isNull(users.deleted_at)))
  if (member.length > 0) throw new Refusal('validation_failed', { errors: { email: [message('duplicate')] } })
}

/** Changes the status of the sent invitations that `where` says, with the history; answers their ids. */
export async function revokeSent(transaction: Database, author: LogAuthor, where: { account_id: number; email: string } | { id: number }) {
  const which =
    'id' in where ? eq(invitations.id, where.id) : and(eq(invitations.account_id, where.account_id), eq(invitations.email, where.email))
  const revoked = await transaction
    .update(invitations)
    .set({ status: 'REVOKED', version: sql`${invitations.version} + 1`, updated_by: author.user_id, updated_at: sql`now()` })
    .where(and(which, eq(invitations.status, 'SENT')))
    .returning({ id: invitations.id })
  for (const { id } of revoked) {
    await logChanges(transaction, author, 'invitation', id, 'update', [{ field: 'status', before: 'SENT', after: 'REVOKED' }])
  }
  return revoked.map(({ id }) => id)
}

interface Invitee {
  readonly account: NonNullable<Awaited<ReturnType<typeof invitableAccount>>>
  readonly email: string
  readonly locale: Locale
  /** The invitation that this one replaces; it must still be open. */
  readonly replaces?: number
}

export const authorOf = ({ user, account_id }: Session): LogAuthor => ({ user_id: user.id, account_id, source: 'screen' })

/**
 * Mails an invitation and then writes it down; answers its id. In this order, because a mail server may take
 * seconds and may refuse: then nothing is written, and a former invitation goes on working. A mail whose
 * invitation could not be written holds a link that never worked, and the sender is told of the failure.
 */
export async function sendInvitation(db: Database, mail: MailService, session: Session, invitee: Invitee): Promise<number> {
  const { account, email, locale, replaces } = invitee
  const token = newMailToken()
  const link = mail.link('/invitation', token)
  await mail.send({ to: email, ...invitationMail({ inviter: session.user.name, account: account.name, role: account.kind, link }, locale) })

  const author = authorOf(session)
  return db.transaction(async (transaction) => {
    const turn = `invitation:${account.id}:${email}`
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`)
    const revoked = await revokeSent(transaction, author, { account_id: account.id, email })
    // Accepted, revoked or replaced by somebody else while the mail was on its way.
    if (replaces !== undefined && !revoked.includes(replaces)) throw new Refusal('state_not_allowed')
    await refuseMember(transaction, account.id, email)
    const [created] = await transaction
      .insert(invitations)
      .values({
        ...{ account_id: account.id, email, locale, token_hash: mailTokenHash(token) },
        ...{ expires_at: sql`now() + make_interval(hours => ${invitationHours})`, created_by: author.user_id, updated_by: author.user_id },
        inviting_account_id: author.account_id,
      })
      .returning({ id: invitations.id })
    const after = { account_id: account.id, email, locale }
    await logChanges(transaction, author, 'invitation', created!.id, 'create', [{ field: null, before: null, after }])
    return created!.id
  })
}
