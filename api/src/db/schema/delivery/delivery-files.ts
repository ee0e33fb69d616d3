import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, count, identity, money, reference } from '../common.ts'

/**
 * A delivery file and its result (spec/domain "Delivery files"). While its delivery counts, a second run with
 * the same source and hash adds nothing.
 */
export const deliveryFiles = pgTable(
  'delivery_files',
  {
    id: identity().primaryKey(),
    ...audited(),
    created_at: timestamp('taken_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    created_by: bigint('taken_by', { mode: 'number' }),
    source: text().notNull(),
    file_hash: text().notNull(),
    /** File name as given by its owner; null if none was given. */
    name: text(),
    name_norm: text(),
    /** Bytes of the unpacked content. */
    size: count(),
    status: text().$type<'TAKEN' | 'PARTLY' | 'REFUSED' | 'REPLACED' | 'WITHDRAWN'>().notNull().default('TAKEN'),
    /** null if the lines name their advertiser (`deliveryFileAdvertisers`). */
    advertiser_account_id: reference().references(() => accounts.id),
    rows_read: count().notNull(),
    rows_taken: count().notNull(),
    rows_refused: count().notNull(),
    rows_odd: count().notNull(),
    imps: count().notNull(),
    /** null here and below: unknown. */
    clicks: count(),
    conversions: count(),
    gross: money().notNull(),
    media_cost: money(),
    /** Yen per unit of each other currency, as given: `USD=150.25`; null if none was given. */
    rates: text(),
    /** Columns that were ignored, separated by commas. */
    ignored_columns: text(),
    /** The first 100 refused lines with their reason. */
    refused: jsonb().$type<{ line: number; reason: string }[]>().notNull(),
    /** Facts of the same source and days that this file replaced. */
    rows_replaced: count().notNull().default(0),
    /** Own facts that were later replaced or withdrawn. */
    rows_gone: count().notNull().default(0),
  },
  (table) => [
    uniqueIndex('delivery_files_in_place')
      .on(table.source, table.file_hash)
      .where(sql`status in ('TAKEN', 'PARTLY')`),
    index('delivery_files_of_advertiser').on(table.advertiser_account_id, table.created_at),
  ],
)

/** The advertisers of a file, and the sums that each contributed. */
export const deliveryFileAdvertisers = pgTable(
  'delivery_file_advertisers',
  {
    delivery_file_id: reference()
      .notNull()
      .references(() => deliveryFiles.id),
    advertiser_account_id: reference()
      .notNull()
      .references(() => accounts.id),
    rows_taken: count().notNull(),
    imps: count().notNull(),
    clicks: count(),
    conversions: count(),
    gross: money().notNull(),
    media_cost: money(),
  },
  (table) => [
    primaryKey({ name: 'delivery_file_advertisers_pk', columns: [table.delivery_file_id, table.advertiser_account_id] }),
    index('delivery_file_advertisers_by_advertiser').on(table.advertiser_account_id),
  ],
)

/** Maps a source's own name of a frame to one of our frames. */
export const sourceFrames = pgTable(
  'source_frames',
  {
    id: identity().primaryKey(),
    source: text().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    frame_id: reference().notNull(),
    ...audited(),
  },
  (table) => [
    uniqueIndex('source_frames_once')
      .on(table.source, table.name)
      .where(sql`deleted_at is null`),
  ],
)

/** The saved column mapping of a source, reused for its next file. */
export const deliveryMappings = pgTable('delivery_mappings', {
  source: text().primaryKey(),
  /** The mapping as it was given with a file (delivery/parse/mapping.ts). */
  map: text().notNull(),
  updated_by: bigint({ mode: 'number' }),
  updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})

/** Refused lines of a file, as far as they are stored (delivery/store/refused-lines.ts). */
export const deliveryRefusedLines = pgTable(
  'delivery_refused_lines',
  {
    delivery_file_id: reference().notNull(),
    /** Line number from 1, including the header; 0 is the header itself. */
    line: count().notNull(),
    /** Key and values of the reason (delivery/error/delivery-error.ts), localized when read. */
    reason: jsonb().notNull(),
    raw: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.delivery_file_id, table.line] })],
)
