import { resolve } from 'node:path'
import { startDatabase, type RunningDatabase } from '../db/embedded/start-database.ts'
import { migrate } from '../db/upgrade/migrate.ts'
import { codeOf, StartError } from '../db/start-error.ts'

/** The setting that says where the database is: a command needs a connection of its own. */
const setting = process.env['DATABASE_DIRECT_URL'] ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/** Describes where a command's database is, without user and password. */
export function databasePlace(dataDir: string): string {
  const url = process.env[setting]
  if (!url) return `the database in ${resolve(dataDir)}`
  try {
    return `the database of ${setting} (${new URL(url).host})`
  } catch {
    return `the database of ${setting} (this is no address like postgres://user:password@host:5432/name)`
  }
}

/** Opens and migrates the database of DATABASE_URL, or the one in `dataDir`, which is started for the duration of the command. */
export async function openDatabase(dataDir: string): Promise<RunningDatabase> {
  try {
    const database = await startDatabase({ dataDir: resolve(dataDir), databaseUrl: process.env[setting] })
    try {
      await migrate(database.url)
      return database
    } catch (error) {
      await database.stop()
      throw error
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot open ${databasePlace(dataDir)}: ${error instanceof Error && error.message ? error.message : codeOf(error)}`,
    )
  }
}
