import { periodText, type Period } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { migrationNumber } from '../schema-version.ts'
import { isComplete, type Backfill } from './backfills.ts'

/** Begins the name of a backfill that sums a period's delivery (delivery/roll-up/period-sums.ts). Its days follow. */
export const periodPrefix = 'delivery_period '

/** The backfill of a period, as in `delivery_period 2026-11-01..2026-11-30`. */
export const periodRule = (period: Period) =>
  ({ name: `${periodPrefix}${periodText(period)}`, since: migrationNumber('0028_sums_in_advance') }) as const satisfies Partial<Backfill>

/** Whether `delivery_period_ads` and `delivery_period_creatives` have everything of exactly these days: a pass has filled it, and all changes since were added (migration 0028). */
export const isPeriodKept = (db: Database, period: Period): Promise<boolean> => isComplete(db, periodRule(period))

/** So many periods are kept at once; files add to each of those with their days. */
const mostPeriods = 20

/** Has the worker sum a period that is not kept, unless many are; it is kept for an hour then (delivery/roll-up/period-sums.ts). */
export async function askForPeriod(db: Database, period: Period): Promise<void> {
  const { name } = periodRule(period)
  await db.execute(sql`insert into backfills (name, since)
    select ${name}, -1 where (select count(*) from backfills where starts_with(name, ${periodPrefix})) < ${mostPeriods}
    on conflict do nothing`)
}
