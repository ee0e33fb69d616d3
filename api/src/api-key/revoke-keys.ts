import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { recordEvent } from '../audit/record-event.ts'
import type { Database } from '../db/connect.ts'
import { apiKeys } from '../db/schema.ts'

interface Lost {
  readonly user: number
  /** Undefined: all that the user has. */
  readonly account?: number
  /** Who takes them; null: nobody who is known. */
  readonly by: number | null
}

/** Revokes the keys of a user in an account that they lose, so that coming back does not bring keys back that nobody thinks of. */
export async function revokeKeys(transaction: Database, { user, account, by }: Lost): Promise<void> {
  const living = and(eq(apiKeys.user_id, user), isNull(apiKeys.revoked_at), gt(apiKeys.expires_at, sql`now()`))
  const revoked = await transaction
    .update(apiKeys)
    .set({ revoked_at: sql`now()` })
    .where(and(living, account === undefined ? undefined : eq(apiKeys.account_id, account)))
    .returning({ id: apiKeys.id, name: apiKeys.name, start: apiKeys.start, account_id: apiKeys.account_id })
  for (const { id, name, start, account_id } of revoked) {
    const detail = `revoked with ${account === undefined ? 'its user' : `the membership in account ${account_id}`}: ${start}… ${name}`
    await recordEvent(transaction, { kind: 'api_key', ...(by === null ? {} : { user_id: by }), target: `api_key ${id}`, detail })
  }
}
