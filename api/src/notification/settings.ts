import {
  concernsRoles,
  isChosen,
  isOnByDefault,
  noticeTopicNames,
  roleOfCode,
  type NoticeChannel,
  type NoticeTopicName,
} from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { memberships, noticeChoices } from '../db/schema.ts'
import { lockUser } from '../user/memberships.ts'

/** The topics that the roles of the user's accounts get, with the channels that are on. */
async function readSettings(db: Database, userId: number) {
  const own = await db.selectDistinct({ role: memberships.role }).from(memberships).where(eq(memberships.user_id, userId))
  const roles = own.flatMap(({ role }) => roleOfCode(role) ?? [])
  const chosen = await db.select().from(noticeChoices).where(eq(noticeChoices.user_id, userId))
  const isOn = (topic: NoticeTopicName, channel: NoticeChannel) => {
    const choice = isChosen(topic, channel) ? chosen.find((each) => each.topic === topic && each.channel === channel) : undefined
    return choice?.is_on ?? isOnByDefault(topic, channel)
  }
  return noticeTopicNames
    .filter((topic) => concernsRoles(topic, roles))
    .map((topic) => ({ topic, site: isOn(topic, 'site'), mail: isOn(topic, 'mail') }))
}

export const noticeSettingHandlers: Handlers['notice_setting'] = {
  async list({ db, session }) {
    return { data: await readSettings(db, session.user.id) }
  },

  async update(call) {
    const { db, session, body } = call
    const { topic, channel, on } = body
    const { id } = session.user
    await db.transaction(async (transaction) => {
      await lockUser(transaction, id)
      const topicsOn = async () => (await readSettings(transaction, id)).filter((each) => each[channel]).map((each) => each.topic)
      const before = await topicsOn()
      await transaction
        .insert(noticeChoices)
        .values({ user_id: id, topic, channel, is_on: on })
        .onConflictDoUpdate({ target: [noticeChoices.user_id, noticeChoices.topic, noticeChoices.channel], set: { is_on: on } })
      const after = await topicsOn()
      if (after.length === before.length) return
      await logChanges(transaction, authorOf(call), 'user', id, 'update', [{ field: `notice_${channel}`, before, after }])
    })
  },
}
