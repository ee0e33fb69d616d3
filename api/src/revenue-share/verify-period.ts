import { message, required, type revenueShare } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import type { FieldMessages, NewRecord, StoredRecord } from '../resource/mapping/resource-mapping.ts'

type Share = NewRecord<typeof revenueShare>

/** True if the group's share has already paid a medium on past days that a period of the medium's own would cover. */
async function wasPaid(db: Database, { publisher_group_id, medium_id, valid_from, valid_to }: Share): Promise<boolean> {
  if (medium_id === null || medium_id === undefined) return false
  const { rows } = await db.execute(sql`select from revenue_shares share
    where share.publisher_group_id = ${publisher_group_id} and share.medium_id is null and share.deleted_at is null
      and share.valid_from <= least(${valid_to ?? null}::date, ${jstToday} - 1)
      and coalesce(share.valid_to, 'infinity') >= ${valid_from}::date limit 1`)
  return rows.length > 0
}

/**
 * Stored past periods are immutable (spec/domain "Revenue share"): what was paid stays as agreed. A share may be
 * added for a past without one, so that imported delivery counts; of the current period only the end may move,
 * to today or later. Writes for one group are serialised, because two that wait for each other at the exclusion
 * constraint would deadlock.
 */
export async function verifyPeriod(
  db: Database,
  _: Author,
  record: Share,
  current: StoredRecord<typeof revenueShare> | null,
): Promise<FieldMessages<typeof revenueShare>> {
  const { publisher_group_id, rate, valid_from, valid_to } = record
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('revenue share period'), hashint8(${publisher_group_id}))`)
  const { rows } = await db.execute<{ today: string }>(sql`select ${jstToday}::text as today`)
  const { today } = required(rows[0], 'today')
  const past = (day: unknown) => typeof day === 'string' && day < today
  if (current?.phase !== 'CURRENT') return past(valid_from) && (await wasPaid(db, record)) ? { valid_from: [message('share_settled')] } : {}
  return {
    ...(Number(rate) === Number(current.rate) ? {} : { rate: [message('current_immutable')] }),
    ...(valid_from === current.valid_from ? {} : { valid_from: [message('current_immutable')] }),
    ...(past(valid_to) ? { valid_to: [message('day_past', today)] } : {}),
  }
}
