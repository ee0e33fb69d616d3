import { space } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { spaces } from '../db/schema.ts'
import { belowPublisherGroupScope, spaceScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

// Columns are qualified, because Drizzle omits table names when a query selects from one table and `id` would be the
// frame's.
const frameCount = sql`(select count(*) from frames
  where frames.publisher_group_id = spaces.publisher_group_id and frames.space_id = spaces.id and frames.deleted_at is null)`

/** An archived medium is offered nowhere (contract, `mediumStates`), nor is what belongs to it. */
const mediumNotArchived = sql`not exists (select from media
  where media.publisher_group_id = spaces.publisher_group_id and media.id = spaces.medium_id and media.status = 'ARCHIVED')`

export const spaceMapping = defineMapping({
  resource: space,
  table: spaces,
  scope: (caller) => belowPublisherGroupScope(caller, spaces.publisher_group_id),
  referred: { scope: spaceScope, current: mediumNotArchived },
  derived: { frame_count: frameCount },
  insertDefaults: ({ medium_id }) => ({ publisher_group_id: sql`(select publisher_group_id from media where id = ${medium_id})` }),
})
