import { resolve } from 'node:path'
import { startDatabase, type RunningDatabase } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { StartError } from '../db/start-error.ts'

/** Where a command finds its database, in words without user and password. */
export function databasePlace(dataDir: string): string {
  const url = process.env['DATABASE_URL']
  if (!url) return `the database in ${resolve(dataDir)}`
  try {
    return `the database of DATABASE_URL (${new URL(url).host})`
  } catch {
    return 'the database of DATABASE_URL (this is no address like postgres://user:password@host:5432/name)'
  }
}

/** The migrated database of DATABASE_URL, else the one in `dataDir`, started for the time of the command if it does not run. */
export async function openDatabase(dataDir: string): Promise<RunningDatabase> {
  try {
    const database = await startDatabase({ dataDir: resolve(dataDir), databaseUrl: process.env['DATABASE_URL'] })
    try {
      await migrate(database.url)
      return database
    } catch (error) {
      await database.stop()
      throw error
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot open ${databasePlace(dataDir)}: ${(error as Error).message || String((error as { code?: string }).code)}`)
  }
}
