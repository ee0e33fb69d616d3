import { article } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { articles } from '../db/schema.ts'
import { articleScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

/** Whether the medium is in use, as for a space. */
const mediumNotArchived = sql`not exists (select from media
  where media.publisher_group_id = articles.publisher_group_id and media.id = articles.medium_id and media.status = 'ARCHIVED')`

export const articleMapping = defineMapping({
  resource: article,
  table: articles,
  scope: articleScope,
  referred: { current: mediumNotArchived },
  insertDefaults: ({ medium_id }) => ({
    publisher_group_id: sql`(select publisher_group_id from media where id = ${medium_id}::bigint)`,
  }),
  unique: { articles_url: 'url' },
})
