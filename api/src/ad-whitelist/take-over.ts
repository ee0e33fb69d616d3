import { exclusionSideOf, isOfOtherSide, type adArticle, type adWhitelist as whitelist, type AnyResource } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import type { adArticles, adWhitelist } from '../db/schema.ts'
import { columnOf, type ResourceMapping } from '../resource/mapping/resource-mapping.ts'
import { logPlace, type Place } from './log-place.ts'

export type Meeting = typeof adArticles | typeof adWhitelist

interface Excluded extends Place {
  readonly id: number
  readonly excluded_by: string | null
}

/** Makes an exclusion of one side that of both: the administrator's, because neither side may lift the exclusion of the other. */
export async function takeOver(
  transaction: Database,
  author: Author,
  { name }: Pick<AnyResource, 'name'>,
  table: Meeting,
  row: Excluded,
): Promise<void> {
  const excluded_by = 'ADMIN'
  await transaction
    .update(table)
    .set({ excluded_by, version: sql`${table.version} + 1`, updated_by: author.user_id, updated_at: sql`now()` })
    .where(eq(table.id, row.id))
  await logChanges(transaction, author, name, row.id, 'update', [{ field: 'excluded_by', before: row.excluded_by, after: excluded_by }])
  await logPlace(transaction, author, row, 'exclusion', true)
}

/**
 * Takes over the row of a place that the other side alone excludes, for a caller who excludes it, too, and answers its id; null if
 * there is none, so that the exclusion is a new row.
 */
export async function takenOver(
  db: Database,
  author: Author,
  { resource, scope, unique }: ResourceMapping<typeof adArticle> | ResourceMapping<typeof whitelist>,
  table: Meeting,
  place: Place & { readonly status: string },
): Promise<number | null> {
  if (place.status !== 'EXCLUDED') return null
  const given: Readonly<Record<string, unknown>> = { ...place }
  const samePlace = Object.values(unique ?? {}).map(
    (name) => sql`${columnOf(table, name)} is not distinct from ${given[name] ?? null}::bigint`,
  )
  const ofAd = [
    eq(table.advertiser_account_id, sql`(select advertiser_account_id from ads where id = ${place.ad_id}::bigint)`),
    eq(table.ad_id, place.ad_id),
  ]
  const current = and(...ofAd, ...samePlace, isNull(table.deleted_at), scope(author))
  return db.transaction(async (transaction) => {
    const columns = { id: table.id, excluded_by: table.excluded_by }
    const [row] = await transaction.select(columns).from(table).where(current).for('update')
    if (!row || !isOfOtherSide(exclusionSideOf(author.role), row.excluded_by)) return null
    await takeOver(transaction, author, resource, table, { ...place, ...row })
    return row.id
  })
}
