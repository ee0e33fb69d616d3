import { publisher } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { media, publishers } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

const mediumCount = sql`(select count(*) from media
  where media.publisher_group_id = publishers.publisher_group_id and media.publisher_id = publishers.id and media.deleted_at is null)`

export const publisherMapping = defineMapping({
  resource: publisher,
  table: publishers,
  scope: (caller) => belowPublisherGroupScope(caller, publishers.publisher_group_id),
  derived: { medium_count: mediumCount },
  guards: { delete: nothingHangs({ table: media, column: media.publisher_id, label: { ja: '媒体', en: 'media' } }) },
})
