import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, count, identity, instant, money, reference } from '../common.ts'
import { ads } from './demand.ts'
import { products } from './product.ts'

/**
 * Orders of advertisers. Everything an order covers (contract `orderTerms`) is copied from the ad when it is
 * submitted. Also holds proposed changes.
 */
export const orders = pgTable(
  'orders',
  {
    advertiser_account_id: reference()
      .notNull()
      .references(() => accounts.id),
    id: identity(),
    campaign_id: reference().notNull(),
    ad_id: reference().notNull(),
    product_id: reference()
      .notNull()
      .references(() => products.id),
    name: text().notNull(),
    name_norm: text().notNull(),
    kind: text().notNull().default('NEW'),
    billing: text(),
    quantity: count().notNull(),
    unit_price: money().notNull(),
    amount: money().notNull(),
    start_at: instant().notNull(),
    end_at: instant().notNull(),
    landing_url: text().notNull(),
    creative_group_id: reference(),
    status: text().notNull().default('DRAFT'),
    reason: text(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('orders_by_id').on(table.id),
    index('orders_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('orders_of_advertiser')
      .on(table.advertiser_account_id, table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('orders_of_campaign').on(table.campaign_id),
    // Partial: few orders are pending.
    index('orders_pending')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`status = 'PENDING_APPROVAL' and deleted_at is null`),
    // One order per ad; a canceled or withdrawn one makes room.
    uniqueIndex('orders_one')
      .on(table.advertiser_account_id, table.ad_id)
      .where(sql`kind = 'NEW' and status not in ('CANCELED', 'WITHDRAWN') and deleted_at is null`),
    uniqueIndex('orders_one_change')
      .on(table.advertiser_account_id, table.ad_id)
      .where(sql`kind = 'CHANGE' and status in ('DRAFT', 'PENDING_APPROVAL') and deleted_at is null`),
    foreignKey({
      name: 'orders_ad',
      columns: [table.advertiser_account_id, table.ad_id],
      foreignColumns: [ads.advertiser_account_id, ads.id],
    }),
  ],
)
