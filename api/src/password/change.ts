import { message, required } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges, type LogAuthor } from '../audit/log-changes.ts'
import type { Database } from '../db/connect.ts'
import { passwordResets, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { endResetsOf } from '../requirement/factor-reset.ts'
import { queueMail } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'
import { passwordChangedMail } from '../mail/mails.ts'
import { passwordMatches } from '../session/password.ts'

export const wrongPassword = () => new RequestError('validation_failed', { errors: { current_password: [message('password_wrong')] } })

/** Returns the stored password hash if the user gave the right password; null otherwise. */
export async function checkPresentPassword(db: Database, userId: number, given: string): Promise<string | null> {
  const [user] = await db.select({ password_hash: users.password_hash }).from(users).where(eq(users.id, userId))
  return (await passwordMatches(user?.password_hash, given)) ? required(user, 'user').password_hash : null
}

/** Notifies the user, so that whoever did not make the change learns of it and can recover the account. */
export async function mailPasswordChanged(db: Database, mail: MailService, email: string): Promise<void> {
  const [user] = await db.select({ name: users.name, locale: users.locale }).from(users).where(eq(users.email, email))
  if (!user) return
  const content = passwordChangedMail({ name: user.name, link: mail.page('/auth/forgot') }, user.locale)
  await mail.send({ to: email, ...content })
}

/**
 * Sets a password, voids reset links, and records that it was changed, but not its value. A mail informs the
 * user. The caller has locked the user's row.
 */
export async function setPassword(transaction: Database, author: LogAuthor & { user_id: number }, passwordHash: string): Promise<void> {
  const { user_id } = author
  const [user] = await transaction
    .update(users)
    .set({ password_hash: passwordHash, version: sql`${users.version} + 1`, updated_by: user_id, updated_at: sql`now()` })
    .where(eq(users.id, user_id))
    .returning({ email: users.email })
  await queueMail(transaction, 'password_changed', required(user, 'user').email)
  await transaction
    .update(passwordResets)
    .set({ ended_at: sql`now()` })
    .where(and(eq(passwordResets.user_id, user_id), isNull(passwordResets.ended_at)))
  // Whoever knew the former password may have asked for it.
  await endResetsOf(transaction, user_id)
  await logChanges(transaction, author, 'user', user_id, 'update', [{ field: 'password', before: null, after: null }])
}

/** Locks the user; refuses if another password was set since `known` was checked. */
export async function lockPassword(transaction: Database, userId: number, known: string): Promise<void> {
  const [user] = await transaction.select({ password_hash: users.password_hash }).from(users).where(eq(users.id, userId)).for('update')
  if (user?.password_hash !== known) throw wrongPassword()
}
