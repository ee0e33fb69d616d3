import { connect, loadDemo, migrate, openStorage } from '@adsite/api'
import type { SettingName, Settings } from './settings.ts'

/** The settings without which the schema cannot be migrated, and those that it reads beside. */
export const migration = {
  summary: 'migrates the schema and ends; the other parts wait for it',
  needs: ['DATABASE_URL'],
  reads: ['DATABASE_DIRECT_URL', 'DEMO', 'UPLOADS'],
} as const satisfies { readonly summary: string; readonly needs: readonly SettingName[]; readonly reads: readonly SettingName[] }

/** Migrates the schema, and loads demo data into an empty database where that is wanted. */
export async function migrateDatabase(settings: Settings, say: (line: string) => void): Promise<void> {
  await migrate(settings.directDatabaseUrl, { say })
  if (!settings.demo) return
  const { pool, db } = connect(settings.directDatabaseUrl, { work: 'command', onError: (error) => say(error.message) })
  try {
    const loaded = await loadDemo(db, openStorage(settings.uploads, settings.environment), { onProgress: (line) => say(`  ${line}`) })
    if (loaded) say('  demo data is loaded')
  } finally {
    await pool.end()
  }
}
