import { randomUUID } from 'node:crypto'
import type { Role } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { hashOfKey, newKeyText, startOfKey } from '../api-key/key-text.ts'
import { apiKeys } from '../db/schema.ts'
import type { TestApi } from './api.ts'
import type { Tenant } from './fixtures.ts'

/** Inserts an API key of a fixture's user, as if that user had made it. */
export async function insertKey(
  { db, fixtures }: Pick<TestApi, 'db' | 'fixtures'>,
  role: Role,
  scopes: readonly string[],
  change: Partial<typeof apiKeys.$inferInsert> & { readonly tenant?: Tenant } = {},
): Promise<{ id: number; key: string }> {
  const { tenant = 'a', ...values } = change
  const { users, accounts } = fixtures[tenant]
  const key = newKeyText()
  const owner = { user_id: users[role], account_id: accounts[role] }
  const stored = {
    name: randomUUID(),
    key_hash: hashOfKey(key),
    start: startOfKey(key),
    scopes: [...scopes],
    networks: [],
    rate_limit: 600,
  }
  const [made] = await db
    .insert(apiKeys)
    .values({ ...owner, ...stored, expires_at: sql`now() + interval '1 day'`, ...values })
    .returning({ id: apiKeys.id })
  return { id: made!.id, key }
}
