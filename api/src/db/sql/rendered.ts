import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

const dialect = new PgDialect()

/**
 * Renders SQL to text once for all calls that share it, and keeps it by key: Drizzle walks every part of a statement with every
 * call, which was the greatest part of what a list cost the site. Keys are the code's own names of things, so that they are few.
 * @throws for SQL with values, because those belong to one call (the account of its caller, what it asks for)
 */
export function keptRendered<Key>(): (key: Key, build: () => SQL) => SQL {
  const kept = new Map<Key, SQL>()
  return (key, build) => {
    const known = kept.get(key)
    if (known) return known
    const { sql: text, params } = dialect.sqlToQuery(build())
    if (params.length > 0) throw new Error(`SQL with values cannot be kept: ${text}`)
    const made = sql.raw(text)
    kept.set(key, made)
    return made
  }
}
