import { eq, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { articles, media, spaces } from '../db/schema.ts'

export interface Place {
  readonly ad_id: number
  readonly medium_id?: number | null
  readonly space_id?: number | null
  readonly article_id?: number | null
}

async function placeName(db: Database, { medium_id, space_id, article_id }: Place): Promise<string> {
  const [table, name, id] = space_id
    ? ([spaces, spaces.name, space_id] as const)
    : article_id
      ? ([articles, articles.title, article_id] as const)
      : ([media, media.name, medium_id] as const)
  const [row] = await db
    .select({ name: sql<string>`${name}` })
    .from(table)
    .where(id ? eq(table.id, id) : sql`false`)
  return row?.name ?? ''
}

/**
 * Records in the history of the ad that a place was listed or excluded, or no longer is, because whitelist entries have no page of
 * their own.
 */
export async function logPlace(
  transaction: Database,
  author: Author,
  place: Place,
  field: 'listing' | 'exclusion',
  isSet: boolean,
): Promise<void> {
  const name = await placeName(transaction, place)
  const change = { field, before: isSet ? null : name, after: isSet ? name : null }
  await logChanges(transaction, author, 'ad', place.ad_id, 'update', [change])
}
