import { required } from '@adsite/contract'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

const newest = required(journal.entries.at(-1), 'the last of entries')

/** The version of the schema that this code knows: the number of its newest migration. */
export const schemaVersion = newest.idx
/** When that migration was written (milliseconds), which is how the database knows it. */
export const schemaTime = newest.when

/** The number of a migration, as in `0008_campaign_paces`. */
export const migrationNumber = (tag: string) =>
  required(
    journal.entries.find((entry) => entry.tag === tag),
    `the migration ${tag}`,
  ).idx

/**
 * The name of a process's connections, as in `adsite/8 api`. Who migrates sees in pg_stat_activity whether code of a former
 * release is running (`require_schema_version`, db/upgrade/backfills.ts).
 */
export const connectionName = (process: string) => `adsite/${schemaVersion} ${process}`
