import { periodText, type Period } from '@adsite/contract'
import type { Database } from '../connect.ts'
import { migrationNumber } from '../schema-version.ts'
import { isComplete, type Backfill } from './backfills.ts'

/** Begins the name of a backfill that sums a period's delivery (delivery/roll-up/period-sums.ts). Its days follow. */
export const periodPrefix = 'delivery_period '

/** The backfill of a period, as in `delivery_period 2026-11-01..2026-11-30`. */
export const periodRule = (period: Period) =>
  ({ name: `${periodPrefix}${periodText(period)}`, since: migrationNumber('0028_delivery_periods') }) as const satisfies Partial<Backfill>

/** Whether `delivery_periods` has everything of exactly these days: a pass has filled it, and all changes since were added (migration 0028). */
export const isPeriodKept = (db: Database, period: Period): Promise<boolean> => isComplete(db, periodRule(period))
