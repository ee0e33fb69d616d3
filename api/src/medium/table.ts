import { medium } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { media } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import type { ResourceTable } from '../resource/resource-table.ts'

const spaceCount = sql`(select count(*) from spaces
  where spaces.publisher_group_id = media.publisher_group_id and spaces.medium_id = media.id and spaces.deleted_at is null)`

export const mediumTable: ResourceTable = {
  resource: medium,
  table: media,
  scope: (caller) => belowPublisherGroupScope(caller, media.publisher_group_id),
  derived: { space_count: spaceCount },
  inherited: ({ publisher_id }) => ({ publisher_group_id: sql`(select publisher_group_id from publishers where id = ${publisher_id})` }),
}
