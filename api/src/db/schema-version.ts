import { required } from '@adsite/contract'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

const newest = required(journal.entries.at(-1), 'the last of entries')

/** The schema version of this code: the number of its newest migration. */
export const schemaVersion = newest.idx
/** When that migration was written (milliseconds), by which the database identifies it. */
export const schemaTime = newest.when

/** The number of a migration, as in `0008_campaign_paces`. */
export const migrationNumber = (tag: string) =>
  required(
    journal.entries.find((entry) => entry.tag === tag),
    `the migration ${tag}`,
  ).idx

/**
 * The name of a process's connections, as in `adsite/8 api`. A migration reads it from pg_stat_activity to find running code of
 * former releases (`require_schema_version`, db/upgrade/backfills.ts).
 */
export const connectionName = (process: string) => `adsite/${schemaVersion} ${process}`
