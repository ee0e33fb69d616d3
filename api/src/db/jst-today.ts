import { sql } from 'drizzle-orm'

/** Today where the business has its days. */
export const jstToday = sql.raw(`(now() at time zone 'Asia/Tokyo')::date`)
