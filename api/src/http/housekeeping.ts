import { lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { RootDatabase } from '../db/connect.ts'
import { idempotencyKeys, loginFailures, passwordResets, releaseBeacons, sessions } from '../db/schema.ts'

const period = 60 * 60 * 1000

/** Deletes what no longer counts: dead sessions and links, old failures, answers kept for a day, beacons of a week ago. */
export async function sweep(db: RootDatabase): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.last_seen_at, sql`now() - interval '120 minutes'`), lt(sessions.created_at, sql`now() - interval '12 hours'`)))
  await db.delete(loginFailures).where(lt(loginFailures.at, sql`now() - interval '1 hour'`))
  await db.delete(passwordResets).where(lt(passwordResets.created_at, sql`now() - interval '24 hours'`))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))
  await db.delete(releaseBeacons).where(lt(releaseBeacons.minute, sql`now() - interval '7 days'`))
}

/** Sweeps every hour; answers the function that ends it. */
export function startHousekeeping(db: RootDatabase, log: Logger): () => void {
  const timer = setInterval(() => {
    sweep(db).catch((error: unknown) => log.warn({ err: error }, 'sweeping failed'))
  }, period)
  timer.unref()
  return () => clearInterval(timer)
}
