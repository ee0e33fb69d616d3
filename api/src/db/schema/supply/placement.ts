import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { audited, identity, reference } from '../common.ts'
import { ads } from '../demand/demand.ts'
import { media, publisherGroups } from './supply.ts'

/** Pages of media. */
export const articles = pgTable(
  'articles',
  {
    publisher_group_id: reference()
      .notNull()
      .references(() => publisherGroups.id),
    id: identity(),
    medium_id: reference().notNull(),
    url: text().notNull(),
    title: text().notNull(),
    name_norm: text().notNull(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.publisher_group_id, table.id] }),
    index('articles_by_id').on(table.id),
    uniqueIndex('articles_url')
      .on(table.publisher_group_id, table.medium_id, table.url)
      .where(sql`deleted_at is null`),
    index('articles_newest')
      .on(table.updated_at.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    foreignKey({ columns: [table.publisher_group_id, table.medium_id], foreignColumns: [media.publisher_group_id, media.id] }),
  ],
)

/** Columns of rows that belong to both sides: the tenant is the ad's; the publisher group gives the supply side access. */
const meeting = () => ({
  advertiser_account_id: reference().notNull(),
  id: identity(),
  publisher_group_id: reference().notNull(),
  ad_id: reference().notNull(),
  /** The side that made the exclusion. Only that side or the administrator may lift it. */
  excluded_by: text({ enum: ['ADMIN', 'DEMAND', 'SUPPLY'] }),
  /** Whether the demand side had listed the place before it was excluded. If not, lifting the exclusion deletes the row. */
  is_named: boolean().notNull().default(true),
})

/** Ads in articles; an article without a row is served. */
export const adArticles = pgTable(
  'ad_articles',
  { ...meeting(), article_id: reference().notNull(), status: text().notNull(), ...audited() },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('ad_articles_by_id').on(table.id),
    uniqueIndex('ad_articles_once')
      .on(table.advertiser_account_id, table.ad_id, table.article_id)
      .where(sql`deleted_at is null`),
    index('ad_articles_of_group').on(table.publisher_group_id, table.article_id),
    foreignKey({ columns: [table.advertiser_account_id, table.ad_id], foreignColumns: [ads.advertiser_account_id, ads.id] }),
  ],
)

/** Places where an ad may be shown, and places where it may not: a medium, a space or an article. */
export const adWhitelist = pgTable(
  'ad_whitelist',
  {
    ...meeting(),
    medium_id: reference(),
    space_id: reference(),
    article_id: reference(),
    status: text().notNull(),
    ...audited(),
  },
  (table) => [
    primaryKey({ columns: [table.advertiser_account_id, table.id] }),
    index('ad_whitelist_by_id').on(table.id),
    uniqueIndex('ad_whitelist_medium')
      .on(table.advertiser_account_id, table.ad_id, table.medium_id)
      .where(sql`deleted_at is null`),
    uniqueIndex('ad_whitelist_space')
      .on(table.advertiser_account_id, table.ad_id, table.space_id)
      .where(sql`deleted_at is null`),
    uniqueIndex('ad_whitelist_article')
      .on(table.advertiser_account_id, table.ad_id, table.article_id)
      .where(sql`deleted_at is null`),
    index('ad_whitelist_of_group').on(table.publisher_group_id),
    check('ad_whitelist_one_place', sql`num_nonnulls(${table.medium_id}, ${table.space_id}, ${table.article_id}) = 1`),
    foreignKey({ columns: [table.advertiser_account_id, table.ad_id], foreignColumns: [ads.advertiser_account_id, ads.id] }),
  ],
)
