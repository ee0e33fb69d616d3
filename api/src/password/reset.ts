import { resetMinutes } from '@adsite/contract'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { passwordResets, sessions, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import type { MailService } from '../mail/mail-service.ts'
import { mailTokenHash, newMailToken } from '../mail/mail-token.ts'
import { passwordResetMail, passwordVoidMail } from '../mail/mails.ts'
import { isPasswordVoid } from '../requirement/sign-on-requirement.ts'
import { setPassword } from './change.ts'

/** Mails per user and hour, however often they are requested; the last link stays valid. */
const hourlyLimit = 5

const isActive = and(eq(users.status, 'ACTIVE'), isNull(users.deleted_at))
const isOpen = and(isNull(passwordResets.ended_at), gt(passwordResets.created_at, sql`now() - make_interval(mins => ${resetMinutes})`))

/** Locks the user first, as everything does that changes their resets; returns the recipient. */
async function openReset(db: Database, email: string, token: string, log: Logger) {
  return db.transaction(async (transaction) => {
    const [user] = await transaction
      .select({ id: users.id, name: users.name, email: users.email, locale: users.locale })
      .from(users)
      .where(and(eq(users.email, email), isActive))
      .for('update')
    if (!user) return undefined
    const own = eq(passwordResets.user_id, user.id)
    const recent = await transaction.$count(passwordResets, and(own, gt(passwordResets.created_at, sql`now() - interval '1 hour'`)))
    if (recent >= hourlyLimit) {
      log.warn({ user_id: user.id }, 'too many password mails: none is sent')
      return undefined
    }
    await transaction
      .update(passwordResets)
      .set({ ended_at: sql`now()` })
      .where(and(own, isNull(passwordResets.ended_at)))
    const isVoid = await isPasswordVoid(transaction, user.id)
    const ended_at = isVoid ? sql`now()` : null
    await transaction.insert(passwordResets).values({ token_hash: mailTokenHash(token), user_id: user.id, ended_at })
    return { ...user, isVoid }
  })
}

/**
 * Mails a link to the user of `email`, if there is one, and invalidates earlier links; where a password would lead nowhere, a
 * mail that says how they sign in. Called after the answer was sent (spec/quality "Enumeration").
 */
export async function mailPasswordReset(db: Database, mail: MailService, email: string, log: Logger): Promise<void> {
  const token = newMailToken()
  const user = await openReset(db, email, token, log)
  if (!user) return
  const { name, locale, isVoid } = user
  const content = isVoid
    ? passwordVoidMail({ name, link: mail.page('/auth/login') }, locale)
    : passwordResetMail({ name, link: mail.link('/auth/forgot/reset_password', token) }, locale)
  try {
    await mail.send({ to: user.email, ...content })
  } catch (error) {
    // The next attempt creates another link; this one does not count as a mail.
    await db.delete(passwordResets).where(eq(passwordResets.token_hash, mailTokenHash(token)))
    throw error
  }
}

/** The owner of a password. */
interface PasswordOwner {
  readonly id: number
  readonly email: string
  /** The hash of the one that they have. */
  readonly present: string | null
}

/** Finds the user whose password the token may set. Throws `token_invalid`, and `single_sign_on_required` where it would lead nowhere. */
export async function resetOwner(db: Database, token: string): Promise<PasswordOwner> {
  const [owner] = await db
    .select({ id: users.id, email: users.email, present: users.password_hash })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.user_id), isActive))
    .where(and(eq(passwordResets.token_hash, mailTokenHash(token)), isOpen))
  if (!owner) throw new RequestError('token_invalid')
  if (await isPasswordVoid(db, owner.id)) throw new RequestError('single_sign_on_required')
  return owner
}

/**
 * Uses the token up: sets the password and ends all sessions of the user. Of several concurrent attempts one succeeds. Throws what
 * `resetOwner` does, as things are by now.
 */
export async function useReset(db: Database, token: string, userId: number, passwordHash: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const [user] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isActive))
      .for('update')
    const used = await transaction
      .update(passwordResets)
      .set({ ended_at: sql`now()` })
      .where(and(eq(passwordResets.token_hash, mailTokenHash(token)), isOpen))
      .returning({ user_id: passwordResets.user_id })
    if (!user || used.length === 0) throw new RequestError('token_invalid')
    if (await isPasswordVoid(transaction, user.id)) throw new RequestError('single_sign_on_required')
    await transaction.delete(sessions).where(eq(sessions.user_id, userId))
    await setPassword(transaction, { user_id: userId, account_id: null, source: 'screen' }, passwordHash)
  })
}
