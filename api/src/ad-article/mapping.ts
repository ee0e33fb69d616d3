import { adArticle } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { adArticles } from '../db/schema.ts'
import { placementScope } from '../db/scope.ts'
import { exclusionRules } from '../ad-whitelist/exclusion-rules.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table.
const ofArticle = (column: 'title' | 'url' | 'medium_id') => sql`(select articles.${sql.raw(column)} from articles
  where articles.publisher_group_id = ad_articles.publisher_group_id and articles.id = ad_articles.article_id)`

export const adArticleMapping = defineMapping({
  resource: adArticle,
  table: adArticles,
  scope: (caller) => placementScope(caller, adArticles),
  derived: { title: ofArticle('title'), url: ofArticle('url'), medium_id: ofArticle('medium_id') },
  insertDefaults: ({ ad_id, article_id }) => ({
    advertiser_account_id: sql`(select advertiser_account_id from ads where id = ${ad_id}::bigint)`,
    publisher_group_id: sql`(select publisher_group_id from articles where id = ${article_id}::bigint)`,
  }),
  ...exclusionRules(adArticles),
  unique: { ad_articles_once: 'article_id' },
})
