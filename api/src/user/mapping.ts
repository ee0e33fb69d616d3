import { accountUsers, type UserKind } from '@adsite/contract'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, sessions, users } from '../db/schema.ts'
import { userScope } from '../db/scope.ts'
import { defineMapping, type GuardOf } from '../resource/mapping/resource-mapping.ts'

const lastAdministrator = {
  ja: '有効な管理者がいなくなるため、実行できません。',
  en: 'There would be no active administrator left.',
}

const administrators = (db: Database, which: ReturnType<typeof eq>) =>
  db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), eq(accounts.kind, 'admin'), isNull(accounts.deleted_at)))
    .innerJoin(users, and(eq(users.id, memberships.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
    .where(which)
    .limit(1)

/** Of those who take the rights of administrators, one at a time: two who did so to each other at once would leave none. */
export async function lockAdministrators(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
}

/** Somebody must remain who can undo it. */
export const keepsAnAdministrator: GuardOf<{ readonly id: number }> = async (db, _, { id }) => {
  const [own] = await administrators(db, eq(users.id, id))
  if (!own) return null
  const [other] = await administrators(db, ne(users.id, id))
  return other ? null : lastAdministrator
}

/** Maps the users of one kind of account; all kinds share a table and a history. */
export const userMapping = (kind: UserKind) =>
  defineMapping({
    resource: accountUsers[kind],
    entity: 'user',
    table: users,
    scope: (caller) => userScope(caller, kind),
    links: { account_ids: { table: memberships, own: memberships.user_id, other: memberships.account_id } },
    guards: { suspend: keepsAnAdministrator },
    locks: { suspend: lockAdministrators },
    fourEyesAccounts: (record) =>
      sql`${accounts.id} in (select ${memberships.account_id} from ${memberships} where ${memberships.user_id} = ${'id' in record ? record.id : null}::bigint)`,
    // Sessions of inactive users are already refused; the rows are only cleaned up.
    afterWrite: async (transaction, _, { id, status }) => {
      if (status !== 'ACTIVE') await transaction.delete(sessions).where(eq(sessions.user_id, id))
    },
  })
