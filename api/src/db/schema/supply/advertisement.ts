import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { audited, day, identity, reference } from '../common.ts'
import { frames, media, publisherGroups } from './supply.ts'

const group = () =>
  reference()
    .notNull()
    .references(() => publisherGroups.id)

/** Ads in frames, derived from delivery and updated in the transaction that adds the facts (delivery/roll-up/advertisements.ts). */
export const advertisements = pgTable(
  'advertisements',
  {
    publisher_group_id: group(),
    id: identity(),
    frame_id: reference().notNull(),
    space_id: reference().notNull(),
    medium_id: reference().notNull(),
    advertiser_account_id: reference().notNull(),
    ad_id: reference().notNull(),
    /** The one delivered last; null if no file named it. */
    creative_id: reference(),
    /** The ad's name, which searches use. */
    name: text().notNull(),
    name_norm: text().notNull(),
    first_day: day().notNull(),
    last_day: day().notNull(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('advertisements_by_id').on(table.id),
    uniqueIndex('advertisements_once').on(table.publisher_group_id, table.frame_id, table.ad_id),
    index('advertisements_newest')
      .on(table.last_day.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('advertisements_of_group')
      .on(table.publisher_group_id, table.last_day.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('advertisements_of_ad').on(table.ad_id),
    foreignKey({
      name: 'advertisements_frame',
      columns: [table.publisher_group_id, table.frame_id],
      foreignColumns: [frames.publisher_group_id, frames.id],
    }),
  ],
)

/** Requests of media groups to exclude an ad from a medium. */
export const rejectRequests = pgTable(
  'reject_requests',
  {
    publisher_group_id: group(),
    id: identity(),
    advertisement_id: reference().notNull(),
    medium_id: reference().notNull(),
    advertiser_account_id: reference().notNull(),
    ad_id: reference().notNull(),
    name: text().notNull(),
    name_norm: text().notNull(),
    status: text().notNull().default('FILED'),
    reason_code: text().notNull(),
    reason: text().notNull(),
    decision_reason: text(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('reject_requests_by_id').on(table.id),
    index('reject_requests_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('reject_requests_of_ad').on(table.publisher_group_id, table.ad_id, table.medium_id, table.id.desc()),
    // At most one pending request per ad and medium.
    uniqueIndex('reject_requests_one_filed')
      .on(table.publisher_group_id, table.ad_id, table.medium_id)
      .where(sql`status = 'FILED' and deleted_at is null`),
    foreignKey({
      name: 'reject_requests_medium',
      columns: [table.publisher_group_id, table.medium_id],
      foreignColumns: [media.publisher_group_id, media.id],
    }),
  ],
)
