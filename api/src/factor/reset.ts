import { factorResetHours, type Text } from '@adsite/contract'
import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { describeEvent, recordEvent } from '../audit/record-event.ts'
import type { Handlers } from '../call/handler.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { factorResets, recoveryCodes, sessions, userFactors, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { queueMail } from '../mail/mail-jobs.ts'
import { administrators } from '../notification/events.ts'
import { notify, settle } from '../notify/notify.ts'

/** What notices of resets are about. */
const entity = 'factor_reset'

type Outcome = NonNullable<(typeof factorResets.$inferSelect)['outcome']>

const own: Text = {
  ja: '自分の二段階認証の解除は、ほかの管理者の承認が必要です',
  en: 'Another administrator has to confirm the reset of your own second factors.',
}
const stopped: Text = {
  ja: `解除が停止されたため、${factorResetHours}時間は依頼できません。お心当たりがない場合は、管理者に連絡してください`,
  en: `The reset was stopped, so none can be asked for within ${factorResetHours} hours. Tell your administrator if you did not stop it.`,
}

const isOpen = isNull(factorResets.ended_at)
/** Everything that begins or ends a reset of a user locks the user first. */
const lockUser = (transaction: Database, userId: number) =>
  transaction.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')

interface Ending {
  readonly outcome: Outcome
  /** Who ended it; null: the time that it waited. */
  readonly by: number | null
}

/** Ends an open reset once; false if it had ended already. */
async function end(transaction: Database, id: number, { outcome, by }: Ending): Promise<boolean> {
  const ended = await transaction
    .update(factorResets)
    .set({ outcome, ended_by: by, ended_at: sql`now()` })
    .where(and(eq(factorResets.id, id), isOpen))
    .returning({ id: factorResets.id })
  if (ended.length > 0) await settle(transaction, entity, id)
  return ended.length > 0
}

/** Removes the factors of the user and whatever sessions they had, so that the next sign-in begins with the password. */
async function carryOut(transaction: Database, id: number, userId: number, by: number | null): Promise<boolean> {
  const [user] = await lockUser(transaction, userId)
  if (!user || !(await end(transaction, id, { outcome: 'DONE', by }))) return false
  await transaction.delete(userFactors).where(eq(userFactors.user_id, userId))
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await transaction.delete(sessions).where(eq(sessions.user_id, userId))
  await queueMail(transaction, 'factor_reset_done', user.email)
  return true
}

/** Carries out the resets that have waited long enough. Several processes may run it; each reset happens once. */
export async function carryOutDueResets(db: RootDatabase): Promise<void> {
  const due = await db
    .select({ id: factorResets.id, user_id: factorResets.user_id })
    .from(factorResets)
    .where(and(isOpen, lte(factorResets.due_at, sql`now()`)))
    .orderBy(asc(factorResets.id))
  for (const { id, user_id } of due) {
    await db.transaction(async (transaction) => {
      if (!(await carryOut(transaction, id, user_id, null))) return
      await recordEvent(transaction, {
        kind: 'factor_reset',
        user_id,
        target: `user ${user_id}`,
        detail: `done after ${factorResetHours} hours`,
      })
    })
  }
}

async function openReset(db: Database, id: number) {
  const [found] = await db.select().from(factorResets).where(eq(factorResets.id, id))
  if (!found) throw new RequestError('not_found')
  if (found.ended_at !== null) throw new RequestError('state_not_allowed')
  return found
}

/** Lost second factors (docs/decisions/0041). */
export const factorResetHandlers: Handlers['factor_reset'] = {
  async ask({ db, session }) {
    const { id, name, email } = session.user
    describeEvent({ target: `user ${id}`, detail: 'asked' })
    // Whoever has given a factor has not lost it.
    if (session.step !== 'factor') throw new RequestError('state_not_allowed')
    return db.transaction(async (transaction) => {
      await lockUser(transaction, id)
      const [last] = await transaction
        .select({
          due_at: factorResets.due_at,
          outcome: factorResets.outcome,
          recent: sql<boolean>`${factorResets.ended_at} > now() - make_interval(hours => ${factorResetHours})`,
        })
        .from(factorResets)
        .where(eq(factorResets.user_id, id))
        .orderBy(desc(factorResets.id))
        .limit(1)
      if (last && last.outcome === null) return { data: { due_at: last.due_at.toISOString() } }
      if (last?.recent && last.outcome === 'STOPPED') throw new RequestError('action_blocked', { message: stopped })
      const due_at = sql`now() + make_interval(hours => ${factorResetHours})`
      const [made] = await transaction
        .insert(factorResets)
        .values({ user_id: id, due_at })
        .returning({ id: factorResets.id, due_at: factorResets.due_at })
      await queueMail(transaction, 'factor_reset_asked', email)
      const notice = { kind: 'factor_reset_waiting', entity, entity_id: made?.id ?? null, params: { name, email }, created_by: id } as const
      await notify(transaction, notice, administrators())
      return { data: { due_at: made?.due_at.toISOString() ?? '' } }
    })
  },

  async stop({ db, session }) {
    const { id } = session.user
    describeEvent({ target: `user ${id}`, detail: 'stopped' })
    await db.transaction(async (transaction) => {
      await lockUser(transaction, id)
      const [open] = await transaction
        .select({ id: factorResets.id })
        .from(factorResets)
        .where(and(eq(factorResets.user_id, id), isOpen))
      if (!open || !(await end(transaction, open.id, { outcome: 'STOPPED', by: id }))) throw new RequestError('state_not_allowed')
    })
  },

  async list({ db }) {
    const rows = await db
      .select({
        id: factorResets.id,
        asked_at: factorResets.asked_at,
        due_at: factorResets.due_at,
        user_id: users.id,
        name: users.name,
        email: users.email,
      })
      .from(factorResets)
      .innerJoin(users, eq(users.id, factorResets.user_id))
      .where(isOpen)
      .orderBy(asc(factorResets.id))
    return {
      data: rows.map(({ id, asked_at, due_at, user_id, name, email }) => ({
        id,
        user: { id: user_id, name, email },
        asked_at: asked_at.toISOString(),
        due_at: due_at.toISOString(),
      })),
    }
  },

  async confirm({ db, session, id }) {
    const { user_id } = await openReset(db, id)
    describeEvent({ target: `user ${user_id}`, detail: 'confirmed' })
    if (user_id === session.user.id) throw new RequestError('action_blocked', { message: own })
    const done = await db.transaction((transaction) => carryOut(transaction, id, user_id, session.user.id))
    if (!done) throw new RequestError('state_not_allowed')
  },

  async refuse({ db, session, id }) {
    const { user_id } = await openReset(db, id)
    describeEvent({ target: `user ${user_id}`, detail: 'refused' })
    const done = await db.transaction(async (transaction) => {
      await lockUser(transaction, user_id)
      return end(transaction, id, { outcome: 'REFUSED', by: session.user.id })
    })
    if (!done) throw new RequestError('state_not_allowed')
  },
}
