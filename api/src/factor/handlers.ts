import { message, type FactorKind, type Text } from '@adsite/contract'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Browser } from '../call/session.ts'
import type { Handlers, Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { recoveryCodes, userFactors, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { queueMail } from '../mail/mail-jobs.ts'
import { refuseThrottled, settleAttempt } from '../session/throttle.ts'
import { addPasskey, challengeFor, creationFor } from './passkey.ts'
import { choicesOf, requireProof } from './prove.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from './recovery-codes.ts'
import { needsFactor } from '../requirement/factor-requirement.ts'
import { addTotp, startTotp } from './totp.ts'

const lastOne: Text = {
  ja: '二段階認証が必須のアカウントに所属しているため、最後の方法は削除できません。先に別の方法を登録してください。',
  en: 'One of your accounts requires two-step sign-in, so the last method cannot be removed. Add another one first.',
}

/** Passkeys of one user; nobody has more devices. */
const mostPasskeys = 20
const tooMany: Text = {
  ja: `パスキーは${mostPasskeys}件まで登録できます。使っていないものを削除してください。`,
  en: `You can have ${mostPasskeys} passkeys. Remove one that you do not use.`,
}

const ownFactors = (userId: number) => and(eq(userFactors.user_id, userId), isNotNull(userFactors.added_at))

interface AddingCall {
  readonly db: Database
  readonly session: Session
  readonly browser: Browser
}

/** Refuses a further passkey of a user who has as many as there may be. */
async function checkRoom(db: Database, userId: number): Promise<void> {
  const own = and(ownFactors(userId), eq(userFactors.kind, 'passkey'))
  if ((await db.$count(userFactors, own)) >= mostPasskeys) throw new RequestError('state_not_allowed', { message: tooMany })
}

/**
 * Refuses where the session may no longer add a factor. An account of another company may have come since the call began, which
 * voids what was there before (user/vouched-factors.ts); whatever adds an account locks the user. What is counted under this lock
 * is counted by one call after the other.
 */
async function checkMayAdd(transaction: Database, { session, browser }: AddingCall): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, session.user.id)).for('update')
  const now = await browser.session(transaction)
  if (!now) throw new RequestError('unauthenticated')
  if (now.elsewhere) throw new RequestError('single_sign_on_session')
}

/** New recovery codes, unless `isWanted` finds that there is no need for them. */
const renewCodes = (call: AddingCall, isWanted: (transaction: Database) => Promise<boolean>) =>
  renewRecoveryCodes(call.db, call.session.user.id, async (transaction) => {
    await checkMayAdd(transaction, call)
    return isWanted(transaction)
  })

/** What follows the addition of a factor: recovery codes with the first one, and the factor counts for this session. */
async function afterAdding(call: AddingCall, kind: FactorKind) {
  const { db, session, browser } = call
  await browser.confirm(db, kind)
  // A session that could only add a factor becomes a whole one, under a new id.
  if (session.step !== null) await browser.renew(db, session.account_id)
  // Asked twice: before the codes are made, which takes long, and as they are stored, since two first factors may be added at once.
  const hasNone = async (at: Database) => (await recoveryCodesLeft(at, session.user.id)) === 0
  const codes = (await hasNone(db)) ? await renewCodes(call, hasNone) : null
  return { data: { recovery_codes: codes } }
}

export const factorHandlers: Handlers['factor'] = {
  async list({ db, session }) {
    const { id } = session.user
    const rows = await db.select().from(userFactors).where(ownFactors(id)).orderBy(asc(userFactors.id))
    return {
      data: {
        factors: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          name: row.name,
          created_at: row.created_at.toISOString(),
          last_used_at: row.last_used_at?.toISOString() ?? null,
        })),
        recovery_codes_left: rows.length > 0 ? await recoveryCodesLeft(db, id) : null,
      },
    }
  },

  async choices({ db, session }) {
    return { data: await choicesOf(db, session.user.id) }
  },

  async challenge(call) {
    return { data: await challengeFor(call, 'confirm', call.session.user.id) }
  },

  async confirm(call) {
    await requireProof(call, call.body)
    await call.browser.confirm(call.db, call.body.kind)
  },

  async startTotp({ db, session, settings }) {
    return { data: await startTotp(db, settings.factorKeys, session.user) }
  },

  async addTotp(call) {
    const { db, session, settings, body, address } = call
    describeEvent({ target: 'totp', detail: 'added' })
    const attempt = { kind: 'factor', subject: `new ${session.user.id}`, address, device: 'signed in' } as const
    await refuseThrottled(db, attempt)
    const added = await db.transaction(async (transaction) => {
      await checkMayAdd(transaction, call)
      const isRight = await addTotp(transaction, settings.factorKeys, session.user.id, body.code)
      if (isRight === null) throw new RequestError('state_not_allowed')
      // In the same transaction: an app is not added where its outcome may not be told.
      await settleAttempt(transaction, attempt, isRight)
      if (isRight) await queueMail(transaction, 'factor_added', session.user.email)
      return isRight
    })
    if (!added) throw new RequestError('validation_failed', { errors: { code: [message('code_wrong')] } })
    return afterAdding(call, 'totp')
  },

  async startPasskey(call) {
    // Before the device makes one, which it would keep.
    await checkRoom(call.db, call.session.user.id)
    return { data: await creationFor(call, call.session.user) }
  },

  async addPasskey(call) {
    const { db, session, body } = call
    const { name, passkey } = body
    describeEvent({ target: 'passkey', detail: `added ${name}` })
    const added = await db.transaction(async (transaction) => {
      await checkMayAdd(transaction, call)
      await checkRoom(transaction, session.user.id)
      const isAdded = await addPasskey({ ...call, db: transaction }, session.user, name, passkey)
      if (isAdded) await queueMail(transaction, 'factor_added', session.user.email)
      return isAdded
    })
    if (!added) throw new RequestError('factor_rejected')
    return afterAdding(call, 'passkey')
  },

  async remove({ db, session, id }) {
    const { id: userId, email } = session.user
    describeEvent({ target: `factor ${id}` })
    await db.transaction(async (transaction) => {
      const own = await transaction.select().from(userFactors).where(ownFactors(userId)).for('update')
      const removed = own.find((each) => each.id === id)
      if (!removed) throw new RequestError('not_found')
      describeEvent({ detail: `removed ${removed.kind} ${removed.name}` })
      if (own.length === 1 && (await needsFactor(transaction, userId))) throw new RequestError('action_blocked', { message: lastOne })
      await transaction.delete(userFactors).where(eq(userFactors.id, id))
      if (own.length === 1) await transaction.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
      await queueMail(transaction, 'factor_removed', email)
    })
  },

  async renewRecoveryCodes(call) {
    const { db, session } = call
    describeEvent({ target: 'recovery codes', detail: 'made anew' })
    const hasFactor = async (at: Database) => (await at.$count(userFactors, ownFactors(session.user.id))) > 0
    // The last factor may be removed while the codes are made.
    const codes = (await hasFactor(db)) ? await renewCodes(call, hasFactor) : null
    if (!codes) throw new RequestError('state_not_allowed')
    return { data: { recovery_codes: codes } }
  },
}
