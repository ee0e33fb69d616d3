import { isChosen, isOnByDefault, type NoticeChannel, type NoticeTopicName } from '@adsite/contract'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, mailJobs, memberships, noticeChoices, notifications, ssoProviders, users } from '../db/schema.ts'

/** Whether the user `userId` is told of the topic through the channel. */
function isOn(userId: SQL, topic: NoticeTopicName, channel: NoticeChannel): SQL {
  return sql`coalesce((select ${noticeChoices.is_on} from ${noticeChoices} where ${noticeChoices.user_id} = ${userId}
    and ${noticeChoices.topic} = ${topic} and ${noticeChoices.channel} = ${channel}), ${isOnByDefault(topic, channel)})`
}

/** Members who can use the account: active, and not by a provider of single sign-on that is turned off. */
const mayUse = sql`${users.status} = 'ACTIVE' and ${users.deleted_at} is null and ${accounts.deleted_at} is null
  and (${memberships.sso_provider_id} is null or exists (select from ${ssoProviders}
    where ${ssoProviders.id} = ${memberships.sso_provider_id} and ${ssoProviders.active} and ${ssoProviders.deleted_at} is null))`

/** Users with the accounts that they can use, narrowed by `which`; the tables are named users, memberships and accounts. */
export const members = (which: SQL): SQL => sql`${users}
  join ${memberships} on ${memberships.user_id} = ${users.id}
  join ${accounts} on ${accounts.id} = ${memberships.account_id}
  where ${mayUse} and ${which}`

/** Those members of the accounts `to` who get mails of the topic. */
export const mailedMembers = (to: SQL, topic: NoticeTopicName): SQL => members(sql`${to} and ${isOn(sql`${users.id}`, topic, 'mail')}`)

/** Seconds for which further notices of a user are awaited before the mail: a bulk action sends one, and what is read by then is left out. */
const gather = 60

/**
 * Queues the mails of a notice that was stored for several accounts, in the transaction of the event: one for each user who
 * wants mails of its topic, and none for whoever caused it.
 */
export async function queueNoticeMails(transaction: Database, topic: NoticeTopicName, ids: readonly number[]): Promise<void> {
  const told = sql`${notifications.account_id} = ${accounts.id} and ${notifications.id} = any(${sql.param(ids)}::bigint[])
    and ${notifications.created_by} is distinct from ${users.id}`
  await transaction.execute(sql`
    insert into ${mailJobs} (kind, recipient, account_id, notification_id, due_at)
    select distinct on (${users.id}) 'notice', ${users.email}, ${notifications.account_id}, ${notifications.id},
      now() + make_interval(secs => ${gather})
    from ${notifications}, ${mailedMembers(told, topic)}
    order by ${users.id}, ${notifications.id}`)
}

/** Topics whose notices the site does not show to the user. */
export async function hiddenTopics(db: Database, userId: number): Promise<NoticeTopicName[]> {
  const rows = await db
    .select({ topic: noticeChoices.topic })
    .from(noticeChoices)
    .where(and(eq(noticeChoices.user_id, userId), eq(noticeChoices.channel, 'site'), eq(noticeChoices.is_on, false)))
  return rows.map(({ topic }) => topic).filter((topic) => isChosen(topic, 'site'))
}
