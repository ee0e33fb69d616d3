import { required } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { logChanges, type Change } from '../audit/log-changes.ts'
import { users } from '../db/schema.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import { changeDefault } from './memberships.ts'

export const userHandlers: Handlers['user'] = {
  async me({ session }) {
    return { data: session.user }
  },

  async updateMe(call) {
    const { db, session, body } = call
    const { id } = session.user
    await db.transaction(async (transaction) => {
      const [found] = await transaction.select({ name: users.name, locale: users.locale }).from(users).where(eq(users.id, id)).for('update')
      const user = required(found, 'the user of the session')
      const locale = body.locale ?? user.locale
      const name = body.name ?? user.name
      const changes: Change[] = []
      if (name !== user.name) changes.push({ field: 'name', before: user.name, after: name })
      if (locale !== user.locale) changes.push({ field: 'locale', before: user.locale, after: locale })
      if (body.default_account_id !== undefined)
        changes.push(...(await changeDefault(transaction, id, body.default_account_id, 'default_account_id')))
      if (changes.length === 0) return
      await transaction
        .update(users)
        .set({ name, locale, version: sql`${users.version} + 1`, updated_by: id, updated_at: sql`now()` })
        .where(eq(users.id, id))
      await logChanges(transaction, authorOf(call), 'user', id, 'update', changes)
    })
  },
}
