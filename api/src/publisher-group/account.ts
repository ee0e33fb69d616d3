import { required } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { accounts, publisherGroups } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'

interface NewGroup {
  readonly name: string
  readonly company_id: number
}

/** Creates the account for the users of a new group; returns its id. */
export async function createGroupAccount(transaction: Database, author: Author, { name, company_id }: NewGroup): Promise<number> {
  const by = { created_by: author.user_id, updated_by: author.user_id }
  const [created] = await transaction
    .insert(accounts)
    .values({ ...named(name), kind: 'pg', company_id, ...by })
    .returning({ id: accounts.id })
  const { id } = required(created, 'the new account')
  const after = { name, company_id }
  await logChanges(transaction, author, 'pg', id, 'create', [{ field: null, before: null, after }])
  return id
}

/** Renames the account with its group, unless it has several groups. */
export async function renameGroupAccount(
  transaction: Database,
  author: Author,
  group: { readonly name: string; readonly account_id: number },
): Promise<void> {
  const { name, account_id } = group
  if ((await transaction.$count(publisherGroups, eq(publisherGroups.account_id, account_id))) > 1) return
  const [found] = await transaction.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, account_id)).for('update')
  const account = required(found, 'the account of the group')
  if (account.name === name) return
  await transaction
    .update(accounts)
    .set({ ...named(name), version: sql`${accounts.version} + 1`, updated_by: author.user_id, updated_at: sql`now()` })
    .where(eq(accounts.id, account_id))
  await logChanges(transaction, author, 'pg', account_id, 'update', [{ field: 'name', before: account.name, after: name }])
}
