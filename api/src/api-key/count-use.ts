import { required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { apiKeyUses } from '../db/schema.ts'

/** Counts a call with a key: how many there were in this minute, in all processes, and the seconds until the next one. */
export async function countUse(db: Database, key: number): Promise<{ readonly count: number; readonly seconds: number }> {
  const { rows } = await db.execute<{ count: number; seconds: number }>(sql`
    insert into ${apiKeyUses} as used (key_id, minute, count) values (${key}, date_trunc('minute', clock_timestamp()), 1)
    on conflict (key_id) do update set
      count = case when used.minute = excluded.minute then used.count + 1 else 1 end, minute = excluded.minute
    returning count, greatest(1, ceil(extract(epoch from minute + interval '1 minute' - clock_timestamp())))::int as seconds`)
  return required(rows[0], 'the row of the key')
}
