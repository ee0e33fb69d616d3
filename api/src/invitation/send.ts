import { invitationHours, message, required, type Endpoint, type Locale, type Text } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges, type LogAuthor } from '../audit/log-changes.ts'
import type { Database } from '../db/connect.ts'
import { accounts, invitations, memberships, users } from '../db/schema.ts'
import { userAccountScope } from '../db/scope.ts'
import { authorOf } from '../call/author.ts'
import type { Call, RecordCall, Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { invitationMail } from '../mail/mails.ts'
import { settleAttempt } from '../session/throttle.ts'

/** Finds an account that the caller may invite to, with its kind, which is the role of those who accept. */
export async function invitableAccount(db: Database, session: Session, id: number) {
  const [account] = await db
    .select({ id: accounts.id, name: accounts.name, kind: accounts.kind })
    .from(accounts)
    .where(and(eq(accounts.id, id), userAccountScope(session), isNull(accounts.deleted_at)))
  return account
}

const isDeleted: Text = {
  ja: 'このメールアドレスのユーザーは削除済みのため、招待できません。',
  en: 'The user with this address is marked as deleted and cannot be invited again.',
}

/** Refuses an address whose user is marked as deleted, and so could not accept, or is already a member of the account. */
export async function refuseUninvitable(db: Database, accountId: number, email: string): Promise<void> {
  const [user] = await db
    .select({ status: users.status, deleted_at: users.deleted_at, member_of: memberships.account_id })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.user_id, users.id), eq(memberships.account_id, accountId)))
    .where(eq(users.email, email))
  const refusal = (text: Text | string) => new RequestError('validation_failed', { errors: { email: [text] } })
  if (user?.status === 'DELETED' || user?.deleted_at) throw refusal(isDeleted)
  if (user?.member_of) throw refusal(message('duplicate'))
}

/** Revokes earlier invitations of the address, with history. */
async function revokeSent(transaction: Database, author: LogAuthor, { account_id, email }: { account_id: number; email: string }) {
  const revoked = await transaction
    .update(invitations)
    .set({ status: 'REVOKED', version: sql`${invitations.version} + 1`, updated_by: author.user_id, updated_at: sql`now()` })
    .where(and(eq(invitations.account_id, account_id), eq(invitations.email, email), eq(invitations.status, 'SENT')))
    .returning({ id: invitations.id })
  for (const { id } of revoked) {
    await logChanges(transaction, author, 'invitation', id, 'update', [{ field: 'status', before: 'SENT', after: 'REVOKED' }])
  }
}

export type InvitingCall = Pick<Call<Endpoint>, 'db' | 'session' | 'request' | 'mail' | 'address'>

export interface Invitee {
  readonly account: NonNullable<Awaited<ReturnType<typeof invitableAccount>>>
  readonly email: string
  readonly locale: Locale
}

const expiry = sql`now() + make_interval(hours => ${invitationHours})`

/** Mails a new link and returns the hash of its token, which is all that is stored. Every mail to an address counts, whoever sends it. */
async function mailLink({ db, mail, session, address }: InvitingCall, { account, email, locale }: Invitee): Promise<string> {
  await settleAttempt(db, { kind: 'invitation', subject: email, address, device: 'signed in' }, false)
  const token = newMailToken()
  const link = mail.link('/invitation', token)
  // Computed later than the mail's text, so that the link never ends before the time the mail states.
  const until = new Date(Date.now() + invitationHours * 60 * 60 * 1000)
  const content = invitationMail({ inviter: session.user.name, account: account.name, role: account.kind, link, until }, locale)
  await mail.send({ to: email, ...content })
  return mailTokenHash(token)
}

/**
 * Mails an invitation and then stores it; returns its id. The mail goes first because a mail server may be slow
 * or refuse: then nothing is stored, and a former invitation stays valid. If storing fails, the mailed link
 * never works, and the sender is told of the failure.
 */
export async function sendInvitation(call: InvitingCall, invitee: Invitee): Promise<number> {
  const { account, email, locale } = invitee
  const token_hash = await mailLink(call, invitee)
  const author = authorOf(call)
  return call.db.transaction(async (transaction) => {
    const turn = `invitation:${account.id}:${email}`
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`)
    await revokeSent(transaction, author, { account_id: account.id, email })
    await refuseUninvitable(transaction, account.id, email)
    const [created] = await transaction
      .insert(invitations)
      .values({
        account_id: account.id,
        email,
        locale,
        token_hash,
        expires_at: expiry,
        created_by: author.user_id,
        updated_by: author.user_id,
        inviting_account_id: author.account_id,
      })
      .returning({ id: invitations.id })
    const after = { account_id: account.id, email, locale }
    const { id } = required(created, 'the new invitation')
    await logChanges(transaction, author, 'invitation', id, 'create', [{ field: null, before: null, after }])
    return id
  })
}

/** Mails an open invitation again, in the same order: its time starts anew, and the former link becomes invalid. */
export async function resendInvitation(call: InvitingCall & Pick<RecordCall, 'id'>, invitee: Invitee, version: number): Promise<void> {
  const token_hash = await mailLink(call, invitee)
  const author = authorOf(call)
  await call.db.transaction(async (transaction) => {
    const [former] = await transaction
      .select({ expires_at: invitations.expires_at })
      .from(invitations)
      .where(and(eq(invitations.id, call.id), eq(invitations.status, 'SENT'), eq(invitations.version, version)))
      .for('update')
    // It was accepted, revoked or sent again while the mail was on its way.
    if (!former) throw new RequestError('state_not_allowed')
    await refuseUninvitable(transaction, invitee.account.id, invitee.email)
    const [renewed] = await transaction
      .update(invitations)
      .set({ token_hash, expires_at: expiry, version: version + 1, updated_by: author.user_id, updated_at: sql`now()` })
      .where(eq(invitations.id, call.id))
      .returning({ expires_at: invitations.expires_at })
    const change = {
      field: 'expires_at',
      before: former.expires_at.toISOString(),
      after: required(renewed, 'the invitation').expires_at.toISOString(),
    }
    await logChanges(transaction, author, 'invitation', call.id, 'update', [change])
  })
}
