import { sql } from 'drizzle-orm'

/** Today in Japan, where business days are counted. */
export const jstToday = sql.raw(`(now() at time zone 'Asia/Tokyo')::date`)
