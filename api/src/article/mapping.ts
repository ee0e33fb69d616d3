import { article } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { articles } from '../db/schema.ts'
import { articleScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

export const articleMapping = defineMapping({
  resource: article,
  table: articles,
  scope: articleScope,
  insertDefaults: ({ medium_id }) => ({
    publisher_group_id: sql`(select publisher_group_id from media where id = ${medium_id}::bigint)`,
  }),
  unique: { articles_url: 'url' },
})
