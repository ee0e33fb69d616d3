import pg, { type Pool } from 'pg'
import type { Database } from './connect.ts'

/**
 * Returns the pool of a database, for what needs a connection of its own: COPY and cursors. Drizzle keeps it
 * under this name. Throws for a transaction, which has none.
 */
export function poolOf(db: Database): Pool {
  if ('$client' in db && db.$client instanceof pg.Pool) return db.$client
  throw new Error('This needs the database itself, not a transaction of it')
}
