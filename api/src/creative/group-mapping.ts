import { creativeGroup } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { creativeGroups } from '../db/schema.ts'
import { belowAdvertiserScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table and `id` would be the
// creative's.
const below = sql`from creatives where creatives.advertiser_account_id = creative_groups.advertiser_account_id
  and creatives.creative_group_id = creative_groups.id and creatives.deleted_at is null`

export const creativeGroupMapping = defineMapping({
  resource: creativeGroup,
  table: creativeGroups,
  scope: (caller) => belowAdvertiserScope(caller, creativeGroups.advertiser_account_id),
  derived: {
    creative_count: sql`(select count(*) ${below})`,
    serving_count: sql`(select count(*) ${below} and creatives.serving_revision is not null)`,
  },
})
