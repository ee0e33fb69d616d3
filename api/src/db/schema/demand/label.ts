import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../people/access.ts'
import { audited, identity, instant, reference } from '../common.ts'
import { ads, campaigns } from './demand.ts'

/** Labels belong to the account that made them, which is no advertiser's alone: an agency labels the campaigns of many. */
export const labels = pgTable(
  'labels',
  {
    account_id: reference()
      .notNull()
      .references(() => accounts.id),
    id: identity(),
    name: text().notNull(),
    name_norm: text().notNull(),
    colour: text().notNull(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.id] }),
    index('labels_by_id').on(table.id),
    uniqueIndex('labels_name')
      .on(table.account_id, table.name_norm)
      .where(sql`deleted_at is null`),
  ],
)

const labelled = () => ({
  /** Account of the label. */
  account_id: reference().notNull(),
  label_id: reference().notNull(),
  /** Advertiser of the record. */
  advertiser_account_id: reference().notNull(),
})
const noted = () => ({ created_by: reference(), created_at: instant().notNull().defaultNow() })

/** The labels that an account has put on campaigns. A record keeps those of deleted labels, which nobody sees. */
export const campaignLabels = pgTable('campaign_labels', { ...labelled(), campaign_id: reference().notNull(), ...noted() }, (table) => [
  primaryKey({ columns: [table.account_id, table.label_id, table.campaign_id] }),
  index('campaign_labels_of_campaign').on(table.campaign_id, table.account_id, table.label_id),
  foreignKey({
    name: 'campaign_labels_label',
    columns: [table.account_id, table.label_id],
    foreignColumns: [labels.account_id, labels.id],
  }),
  foreignKey({
    name: 'campaign_labels_campaign',
    columns: [table.advertiser_account_id, table.campaign_id],
    foreignColumns: [campaigns.advertiser_account_id, campaigns.id],
  }),
])

/** The same for ads. */
export const adLabels = pgTable('ad_labels', { ...labelled(), ad_id: reference().notNull(), ...noted() }, (table) => [
  primaryKey({ columns: [table.account_id, table.label_id, table.ad_id] }),
  index('ad_labels_of_ad').on(table.ad_id, table.account_id, table.label_id),
  foreignKey({ name: 'ad_labels_label', columns: [table.account_id, table.label_id], foreignColumns: [labels.account_id, labels.id] }),
  foreignKey({
    name: 'ad_labels_ad',
    columns: [table.advertiser_account_id, table.ad_id],
    foreignColumns: [ads.advertiser_account_id, ads.id],
  }),
])
