import { required, viewingMinutes } from '@adsite/contract'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Call, Handlers } from '../call/handler.ts'
import { actorOf, mayBeViewed } from '../call/viewed-session.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users, viewings } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { notify } from '../notify/notify.ts'
import { sessionData } from './session-data.ts'
import { endViewing } from './end-viewing.ts'

const notViewable = {
  ja: '閲覧できるのは、利用中の（停止・退会していない）利用者だけです。管理者を兼ねる利用者の画面も閲覧できません',
  en: 'Only active users can be viewed, and nobody who is an administrator.',
}

/** The user's name. Throws `not_found` where there is no such user in the account, `action_blocked` where they may not be viewed. */
async function checkViewed(db: Database, userId: number, accountId: number): Promise<string> {
  const [found] = await db
    .select({ name: users.name, viewable: sql<boolean>`${mayBeViewed}` })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.user_id, users.id), eq(memberships.account_id, accountId)))
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!found) throw new RequestError('not_found')
  if (!found.viewable) throw new RequestError('action_blocked', { message: notViewable })
  return found.name
}

/** The session as the next call will find it. */
async function answer({ db, browser }: Pick<Call<unknown>, 'db' | 'browser'>) {
  const session = await browser.session(db)
  if (!session) throw new RequestError('unauthenticated')
  return sessionData(db, session.user, session.account_id, session)
}

export const viewingHandlers: Handlers['viewing'] = {
  async start(call) {
    const { db, session, browser, body } = call
    const { user_id, account_id, reason } = body
    describeEvent({ target: `user ${user_id}`, detail: `account ${account_id}, ${viewingMinutes} minutes: ${reason}` })
    await db.transaction(async (transaction) => {
      const name = await checkViewed(transaction, user_id, account_id)
      const [made] = await transaction
        .insert(viewings)
        .values({
          admin_user_id: session.user.id,
          admin_account_id: session.account_id,
          user_id,
          account_id,
          reason,
          ends_at: sql`now() + make_interval(mins => ${viewingMinutes})`,
        })
        .returning({ id: viewings.id })
      await browser.view(transaction, required(made, 'the row that was inserted').id)
      const notice = { kind: 'viewed_as', entity: null, entity_id: null, params: { name, reason }, created_by: session.user.id } as const
      await notify(transaction, notice, and(eq(accounts.id, account_id), ne(accounts.kind, 'admin')) ?? sql`false`)
    })
    return answer(call)
  },

  async end(call) {
    const { db, session, id } = call
    const own = and(eq(viewings.id, id), eq(viewings.admin_user_id, actorOf(session).id))
    const [found] = await db.select({ user_id: viewings.user_id }).from(viewings).where(own)
    if (!found) throw new RequestError('not_found')
    const wasOpen = await endViewing(db, id)
    describeEvent({ target: `user ${found.user_id}`, detail: wasOpen ? 'ended' : 'had ended already' })
    return answer(call)
  },
}
