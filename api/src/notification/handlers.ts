import { keysOf, message, notificationsListed, type Locale, type Notification } from '@adsite/contract'
import { and, desc, eq, isNull, notInArray, type SQL } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Database } from '../db/connect.ts'
import { accounts, notificationConfirmations, notifications, users } from '../db/schema.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers, Session } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { hiddenTopics } from '../notify/notice-recipients.ts'
import { topicOfNotice } from '../notify/notice-topic.ts'
import { notify } from '../notify/notify.ts'
import { shownAs } from './shown-as.ts'

interface Reading {
  readonly db: Database
  readonly session: Session
  readonly locale: Locale
}

/** Notifications of the account in use, newest first, with this user's confirmations. */
async function readNotifications({ db, session, locale }: Reading, which: SQL | undefined): Promise<Notification[]> {
  const { account_id, id, kind, entity, entity_id, params, created_at, created_by, settled_at } = notifications
  const { confirmed_at } = notificationConfirmations
  const rows = await db
    .select({ id, kind, entity, entity_id, params, created_at, confirmed_at, settled_at, created_by: users.name })
    .from(notifications)
    .leftJoin(
      notificationConfirmations,
      and(
        eq(notificationConfirmations.account_id, account_id),
        eq(notificationConfirmations.notification_id, id),
        eq(notificationConfirmations.user_id, session.user.id),
      ),
    )
    .leftJoin(users, eq(users.id, created_by))
    .where(and(eq(account_id, session.account_id), which))
    .orderBy(desc(id))
    .limit(notificationsListed)
  return rows.map((row) => ({
    ...row,
    ...shownAs(row, locale),
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    settled_at: row.settled_at?.toISOString() ?? null,
    updated_by: null,
    updated_at: null,
    deleted_by: null,
    deleted_at: null,
  }))
}

export const notificationHandlers: Handlers['notification'] = {
  async list({ db, session, locale, query }) {
    const open = and(isNull(notificationConfirmations.confirmed_at), isNull(notifications.settled_at))
    const hidden = await hiddenTopics(db, session.user.id)
    const hiddenKinds = keysOf(topicOfNotice).filter((kind) => hidden.includes(topicOfNotice[kind]))
    const shown = notInArray(notifications.kind, hiddenKinds)
    return { data: await readNotifications({ db, session, locale }, and(shown, query.unconfirmed === 'true' ? open : undefined)) }
  },

  async get({ db, session, locale, id }) {
    const [data] = await readNotifications({ db, session, locale }, eq(notifications.id, id))
    if (!data) throw new RequestError('not_found')
    return { data }
  },

  async create(call) {
    const { db, session, body } = call
    const { account_id, text } = body
    return db.transaction(async (transaction) => {
      const notice = { kind: 'message', entity: null, entity_id: null, params: { text }, created_by: session.user.id } as const
      const [id] = await notify(transaction, notice, eq(accounts.id, account_id))
      if (id === undefined) throw new RequestError('validation_failed', { errors: { account_id: [message('not_found')] } })
      await logChanges(transaction, authorOf(call), 'notification', id, 'create', [
        { field: null, before: null, after: { account_id, text } },
      ])
      return { data: { id } }
    })
  },

  /** The first time is kept. */
  async confirm({ db, session, id }) {
    const { account_id } = session
    const [own] = await db
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(eq(notifications.account_id, account_id), eq(notifications.id, id)))
    if (!own) throw new RequestError('not_found')
    await db.insert(notificationConfirmations).values({ account_id, notification_id: id, user_id: session.user.id }).onConflictDoNothing()
  },
}
