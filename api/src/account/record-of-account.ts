import type { Role } from '@adsite/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { publisherGroups } from '../db/schema.ts'

/** Entity and id of the record whose page and history show an account: the account itself, or the media group that has it. */
export async function recordOfAccount(db: Database, { id, kind }: { readonly id: number; readonly kind: Role }): Promise<[string, number]> {
  if (kind !== 'pg') return [kind, id]
  const [group] = await db
    .select({ id: publisherGroups.id })
    .from(publisherGroups)
    .where(and(eq(publisherGroups.account_id, id), isNull(publisherGroups.deleted_at)))
  return group ? ['publisher_group', group.id] : [kind, id]
}
