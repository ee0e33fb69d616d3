import { message } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { media } from '../db/schema.ts'

type Stored = Readonly<Record<string, unknown>>

async function belongs(db: Database, publisherGroupId: unknown, mediumId: unknown): Promise<boolean> {
  if (mediumId === null || mediumId === undefined) return true
  const own = and(eq(media.publisher_group_id, publisherGroupId as number), eq(media.id, mediumId as number))
  return (await db.$count(media, own)) > 0
}

/**
 * The past is immutable (DOMAIN "revenue share"): what was paid stays what was agreed. New and upcoming periods
 * begin today or later; of the current one only the end moves, to today or later. Writers of one group take
 * turns: two that wait for each other at the exclusion constraint would be a deadlock.
 */
export async function verifyPeriod(db: Database, _: Author, record: Stored, current: Stored | null): Promise<Record<string, string[]>> {
  const { publisher_group_id, medium_id, rate, valid_from, valid_to } = record
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('revenue share'), hashint8(${publisher_group_id}))`)
  if (!(await belongs(db, publisher_group_id, medium_id))) return { medium_id: [message('not_found')] }
  const { rows } = await db.execute<{ today: string }>(sql`select ${jstToday}::text as today`)
  const { today } = rows[0]!
  const past = (day: unknown) => typeof day === 'string' && day < today
  if (current?.['phase'] !== 'CURRENT') return past(valid_from) ? { valid_from: [message('day_past', today)] } : {}
  return {
    ...(Number(rate) === Number(current['rate']) ? {} : { rate: [message('current_immutable')] }),
    ...(valid_from === current['valid_from'] ? {} : { valid_from: [message('current_immutable')] }),
    ...(past(valid_to) ? { valid_to: [message('day_past', today)] } : {}),
  }
}
