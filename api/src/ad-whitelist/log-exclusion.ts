import { eq, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { articles, media, spaces } from '../db/schema.ts'

export interface ExcludedPlace {
  readonly ad_id: number
  readonly medium_id?: number | null
  readonly space_id?: number | null
  readonly article_id?: number | null
}

async function placeName(db: Database, { medium_id, space_id, article_id }: ExcludedPlace): Promise<string> {
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

/** Records an exclusion, or its end, in the history of the ad, because whitelist entries have no page of their own. */
export async function logExclusion(transaction: Database, author: Author, place: ExcludedPlace, excluded: boolean): Promise<void> {
  const name = await placeName(transaction, place)
  const change = { field: 'exclusion', before: excluded ? null : name, after: excluded ? name : null }
  await logChanges(transaction, author, 'ad', place.ad_id, 'update', [change])
}
