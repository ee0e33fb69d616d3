import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql, type AnyColumn } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { StartError } from '../db/start-error.ts'
import { ssoProviders, userFactors, webhooks } from '../db/schema.ts'
import { keyName } from './seal.ts'

const shortest = 32

function listed(setting: string): readonly string[] {
  const keys = setting.split(',').map((key) => key.trim())
  if (keys.every((key) => key.length >= shortest)) return keys
  throw new StartError(
    `FACTOR_KEY has a key of less than ${shortest} characters: make one with "openssl rand -base64 32"; former keys follow it, separated by commas.`,
  )
}

/** The keys of the setting. Without it there are none, and nobody can add an authenticator app. */
export const factorKeysOf = (setting: string | undefined): readonly string[] => (setting === undefined ? [] : listed(setting))

/** The key in a file, which is made when it is missing: for a site in one process, on one machine. */
export async function keptFactorKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  // Written whole before it has its name: of processes that start together one makes the key, and the others read all of it.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

/** Refuses to start with keys that do not open what is stored: users could not sign in with their authenticator apps, and no webhook could be called. */
export async function checkFactorKeys(db: Database, keys: readonly string[]): Promise<void> {
  // What is not sealed has no name of a key in front: secrets of webhooks that the backfill has not reached.
  const named = (column: AnyColumn) => sql`select split_part(${column}, '.', 1) as name from ${column.table} where ${column} like '%.%.%'`
  const sealed = [userFactors.secret, webhooks.secret, webhooks.former_secret, ssoProviders.client_secret].map(named)
  const { rows } = await db.execute<{ name: string }>(sql.join(sealed, sql` union `))
  const known = new Set(keys.map(keyName))
  if (rows.every(({ name }) => known.has(name))) return
  throw new StartError(
    'FACTOR_KEY lacks a key that authenticator apps of users, secrets of webhooks or of single sign-on are sealed with: add the former key behind the new one, separated by a comma.',
  )
}
