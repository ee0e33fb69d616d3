import type { RoleCode } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import { logChanges, type LogAuthor } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import { memberships } from '../db/schema.ts'

interface Membership {
  readonly user_id: number
  readonly account_id: number
  readonly role: RoleCode
}

/** Adds the account to the user, whose row the caller has locked; the first account is the default one. A member stays as it is. */
export async function addMembership(transaction: Database, author: LogAuthor, membership: Membership): Promise<void> {
  const { user_id } = membership
  const hasDefault = await transaction.$count(memberships, and(eq(memberships.user_id, user_id), eq(memberships.is_default, true)))
  const is_default = hasDefault === 0
  const added = await transaction
    .insert(memberships)
    .values({ ...membership, is_default })
    .onConflictDoNothing({ target: [memberships.user_id, memberships.account_id] })
    .returning()
  if (added.length === 0) return
  const { account_id, role } = membership
  await logChanges(transaction, author, 'membership', user_id, 'create', [
    { field: null, before: null, after: { account_id, role, is_default } },
  ])
}
