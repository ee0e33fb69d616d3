import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'

/** The last day before today for which the site has delivery, because files arrive after the day has ended. */
export const lastDaySql = sql`(select max(delivery_daily.day) from delivery_daily where delivery_daily.day < ${jstToday})`

/** The same as `YYYY-MM-DD`; null without any delivery. */
export async function lastDay(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`select ${lastDaySql}::text as day`)
  return rows[0]?.day ?? null
}
