import type { Pool } from 'pg'
import type { Database } from './connect.ts'

/**
 * The pool under a database, for what needs a connection of its own: COPY, cursors. Drizzle keeps it under
 * this name; a transaction has none, and is refused.
 */
export function poolOf(db: Database): Pool {
  const { $client } = db as Database & { readonly $client?: Pool }
  if (!$client) throw new Error('This needs the database itself, not a transaction of it')
  return $client
}
