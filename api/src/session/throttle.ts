import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { RootDatabase, Database } from '../db/connect.ts'
import { loginFailures } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

/** QUALITY "throttle". */
const loginLimit = 5
const windowSeconds = 60

/** E-mails are stored and compared in this form. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

export function throttleKey(email: string, address: string): string {
  return createHash('sha256').update(`${email}\n${address}`).digest('hex')
}

/**
 * Counts an attempt as failed before its password is looked at, so that many sent at once do not slip
 * through; `clearFailures` takes it back when it succeeded. Known and unknown e-mails count alike. The calls with
 * mailed links count the same way under keys of their own.
 */
export async function countAttempt(db: Database | RootDatabase, key: string, limit = loginLimit): Promise<void> {
  const wait = await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`login:${key}`}, 0))`)
    const since = sql`now() - make_interval(secs => ${windowSeconds})`
    const [seen] = await transaction
      .select({
        count: sql<number>`count(*)`,
        wait: sql<number>`ceil(extract(epoch from min(${loginFailures.at}) - (${since})))::int`,
      })
      .from(loginFailures)
      .where(and(eq(loginFailures.key, key), gt(loginFailures.at, since)))
    if (seen && seen.count >= limit) return Math.max(1, seen.wait)
    await transaction.insert(loginFailures).values({ key, at: sql`clock_timestamp()` })
    return 0
  })
  if (wait > 0) throw new Refusal('too_many_requests', { retryAfter: wait })
}

export async function clearFailures(db: Database, key: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.key, key))
}
