import { accountUsers, type UserKind } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { revokeKeys } from '../api-key/revoke-keys.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, sessions, users } from '../db/schema.ts'
import { userScope } from '../db/scope.ts'
import { isAdministrator } from '../requirement/sign-on-requirement.ts'
import { defineMapping, type GuardOf } from '../resource/mapping/resource-mapping.ts'

const lastAdministrator = {
  ja: '有効な管理者がいなくなるため、実行できません。',
  en: 'There would be no active administrator left.',
}

const administrators = (db: Database) =>
  db
    .selectDistinct({ id: users.id })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), eq(accounts.kind, 'admin'), isNull(accounts.deleted_at)))
    .innerJoin(users, and(eq(users.id, memberships.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))

/** Lets one caller at a time take administrators' rights away: two who did so to each other at once would leave none. */
export async function lockAdministrators(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
}

/** Somebody must remain who can undo it. */
export const keepsAnAdministrator: GuardOf<{ readonly id: number }> = async (db) => {
  const left = new Set((await administrators(db)).map(({ id }) => id))
  return {
    of: ({ id }) => (left.has(id) && left.size === 1 ? lastAdministrator : null),
    done: ({ id }) => void left.delete(id),
  }
}

// Named with its table, which Drizzle omits where a query selects from one table.
const isOne = isAdministrator(sql`users.id`)

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
    // Administrators have in common that one of them stays; nobody else has anything in common.
    sharedLimit: { by: sql`case when ${isOne} then 0 else users.id end`, actions: ['suspend'] },
    fourEyesAccounts: (record) =>
      sql`${accounts.id} in (select ${memberships.account_id} from ${memberships} where ${memberships.user_id} = ${record.id ?? null}::bigint)`,
    // Sessions of inactive users are already refused; the rows are only cleaned up.
    afterWrite: async (transaction, { user_id }, { id, status }) => {
      if (status !== 'ACTIVE') await transaction.delete(sessions).where(eq(sessions.user_id, id))
      // Who is suspended may come back, and their keys with them.
      if (status === 'DELETED') await revokeKeys(transaction, { user: id, by: user_id })
    },
  })
