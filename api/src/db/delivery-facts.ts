import type { DeliveryFigureName } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { Database } from './connect.ts'
import { count, day, money, reference } from './schema/common.ts'

/**
 * Delivery as it was handed in, one row per line of a file (spec/domain "Delivery facts"), partitioned by month
 * of `day`. Drizzle cannot declare partitions: a migration creates the table, and this declaration, which
 * drizzle-kit never sees, must match it (checked by delivery-facts.test.ts).
 */
export const deliveryFacts = pgTable('delivery_facts', {
  advertiser_account_id: reference().notNull(),
  day: day().notNull(),
  /** 0 to 23 (JST); null where the file is daily. */
  hour: smallint(),
  campaign_id: reference().notNull(),
  ad_id: reference(),
  creative_id: reference(),
  frame_id: reference(),
  space_id: reference(),
  publisher_group_id: reference(),
  device: text(),
  prefecture: text(),
  imps: count().notNull().default(0),
  /** null here and below: the file does not contain the figure, so it is unknown. */
  clicks: count(),
  /** Conversions after a click, which reports call conversions. */
  cv_click: count(),
  cv_view: count(),
  requests: count(),
  measured: count(),
  viewable: count(),
  gross: money().notNull().default('0'),
  /** What the publisher is paid: the file's value, else gross × the valid share (`cost_by_share`), else unknown. */
  media_cost: money(),
  delivery_file_id: reference(),
  cost_by_share: boolean().notNull().default(false),
} satisfies Readonly<Record<DeliveryFigureName, unknown> & Record<string, unknown>>)

/** Creates the month partitions for days from `fromDay` to `toDay` (`YYYY-MM-DD`, inclusive). Must be called before facts are inserted. */
export async function ensureMonthPartitions(db: Database, fromDay: string, toDay: string): Promise<void> {
  await db.execute(sql`select ensure_delivery_partitions(${fromDay}::date, ${toDay}::date)`)
}
