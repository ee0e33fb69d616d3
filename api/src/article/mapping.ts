import { article } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { articles } from '../db/schema.ts'
import { articleScope } from '../db/scope.ts'
import type { ResourceMapping } from '../resource/mapping/resource-mapping.ts'

export const articleMapping: ResourceMapping = {
  resource: article,
  table: articles,
  scope: articleScope,
  insertDefaults: ({ medium_id }) => ({
    publisher_group_id: sql`(select publisher_group_id from media where id = ${medium_id}::bigint)`,
  }),
  unique: { articles_url: 'url' },
}
