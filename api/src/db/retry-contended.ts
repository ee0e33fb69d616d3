import { setTimeout } from 'node:timers/promises'
import type { RootDatabase } from './connect.ts'
import { isContended } from './database-error.ts'

/** Milliseconds before the second attempt; doubles each time, with jitter. */
const firstPause = 15

/** Does work whose transactions PostgreSQL ended because of a deadlock or serialization failure again, as a whole. */
export async function againIfContended<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isContended(error)) throw error
      await setTimeout(firstPause * 2 ** (attempt - 1) * (1 + Math.random()))
    }
  }
}

/**
 * Retries transactions that PostgreSQL ended because of a deadlock or serialization failure, and which therefore
 * wrote nothing. Such a transaction must have no side effects outside the database. If retries do not help, the
 * error reaches the caller as 503.
 */
export function retryingContended(db: RootDatabase): RootDatabase {
  const once = db.transaction.bind(db)
  db.transaction = async (work, config) => againIfContended(4, () => once(work, config))
  return db
}
