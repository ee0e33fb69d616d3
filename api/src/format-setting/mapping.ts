import { formatSetting } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { formatSettings } from '../db/schema.ts'
import { belowPublisherGroupScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

/** Composed from space and format, because the record has no name of its own. */
const name = sql`(select spaces.name || ' × ' || formats.name from spaces, formats
  where spaces.publisher_group_id = format_settings.publisher_group_id and spaces.id = format_settings.space_id
    and formats.id = format_settings.format_id)`

export const formatSettingMapping = defineMapping({
  resource: formatSetting,
  table: formatSettings,
  scope: (caller) => belowPublisherGroupScope(caller, formatSettings.publisher_group_id),
  derived: { name },
  insertDefaults: ({ space_id }) => ({ publisher_group_id: sql`(select publisher_group_id from spaces where id = ${space_id})` }),
  unique: { format_settings_once: 'format_id' },
})
