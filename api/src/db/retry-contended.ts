import { setTimeout } from 'node:timers/promises'
import type { RootDatabase } from './connect.ts'
import { isContended } from './database-error.ts'

const attempts = 4
/** Milliseconds before the second attempt; each further one waits twice as long, and nobody exactly as long as others. */
const firstPause = 15

/**
 * A transaction that PostgreSQL ended for others' sake (deadlock, serialization) wrote nothing: it is run again as a
 * whole. What it is made of must therefore touch nothing but its transaction. When that does not help, the error
 * goes to the caller, who is told to come back (503).
 */
export function retryingContended(db: RootDatabase): RootDatabase {
  const once = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(work, config)
      } catch (error) {
        if (attempt === attempts || !isContended(error)) throw error
        await setTimeout(firstPause * 2 ** (attempt - 1) * (1 + Math.random()))
      }
    }
  }
  return db
}
