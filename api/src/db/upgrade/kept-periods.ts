import { dayCount, periodText, type Period } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { migrationNumber } from '../schema-version.ts'
import { mostNamedDays } from '../schema.ts'
import { isComplete, type Backfill } from './backfills.ts'

/** Begins the name of a backfill that sums a period's delivery (delivery/roll-up/period-sums.ts). Its days follow. */
export const periodPrefix = 'delivery_period '

/** The migration since which passes fill all tables of periods. */
export const periodSince = migrationNumber('0029_long_periods')

/** The backfill of a period, as in `delivery_period 2026-11-01..2026-11-30`. */
export const periodRule = (period: Period) =>
  ({ name: `${periodPrefix}${periodText(period)}`, since: periodSince }) as const satisfies Partial<Backfill>

/** Whether a period has more days than any that has a name, as `longPeriod` says it in SQL. */
export const isLong = (period: Period): boolean => dayCount(period) > mostNamedDays

/** Whether the tables of periods have everything of exactly these days: a pass has filled them, and all changes since were added (migration 0029). */
export const isPeriodKept = (db: Database, period: Period): Promise<boolean> => isComplete(db, periodRule(period))

/**
 * The number of periods that are kept at once, and the number from which tenants no longer cause new ones. The numbers are limited
 * because every file adds to each kept period that contains its days.
 */
const mostPeriods = { everybody: 20, tenant: 15 } as const

/** Has the worker sum a period that is not kept, unless many are; it is kept for an hour then (delivery/roll-up/period-sums.ts). */
export async function askForPeriod(db: Database, period: Period, by: keyof typeof mostPeriods): Promise<void> {
  const { name } = periodRule(period)
  await db.execute(sql`insert into backfills (name, since)
    select ${name}, -1 where (select count(*) from backfills where starts_with(name, ${periodPrefix})) < ${mostPeriods[by]}
    on conflict do nothing`)
}
