import { adWhitelist as resource } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { adWhitelist } from '../db/schema.ts'
import { placementScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { exclusionRules } from './exclusion-rules.ts'
import { logPlace } from './log-place.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table.
const place = (table: 'media' | 'spaces' | 'articles', column: 'medium_id' | 'space_id' | 'article_id', name: 'name' | 'title') =>
  sql.raw(`(select ${table}.${name} from ${table}
    where ${table}.publisher_group_id = ad_whitelist.publisher_group_id and ${table}.id = ad_whitelist.${column})`)

const rules = exclusionRules(adWhitelist)

export const adWhitelistMapping = defineMapping({
  resource,
  table: adWhitelist,
  scope: (caller) => placementScope(caller, adWhitelist),
  derived: {
    name: sql`coalesce(${place('media', 'medium_id', 'name')}, ${place('spaces', 'space_id', 'name')}, ${place('articles', 'article_id', 'title')})`,
    kind: sql`(case when ad_whitelist.medium_id is not null then 'MEDIUM' when ad_whitelist.space_id is not null then 'SPACE' else 'ARTICLE' end)`,
  },
  insertDefaults: ({ ad_id, medium_id, space_id, article_id }) => ({
    advertiser_account_id: sql`(select advertiser_account_id from ads where id = ${ad_id}::bigint)`,
    publisher_group_id: sql`coalesce((select publisher_group_id from media where id = ${medium_id}::bigint),
      (select publisher_group_id from spaces where id = ${space_id}::bigint),
      (select publisher_group_id from articles where id = ${article_id}::bigint))`,
  }),
  ...rules,
  // Deleting an excluded entry lifts its exclusion.
  guards: { ...rules.guards, delete: rules.guards.restore },
  async afterDelete(transaction, author, record) {
    await logPlace(transaction, author, record, record.status === 'EXCLUDED' ? 'exclusion' : 'listing', false)
  },
  unique: { ad_whitelist_medium: 'medium_id', ad_whitelist_space: 'space_id', ad_whitelist_article: 'article_id' },
})
