import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** A column with its table's name, for subqueries: Drizzle leaves table names out of a select from one table. */
export const qualified = (column: AnyPgColumn): SQL => sql`${column.table}.${sql.identifier(column.name)}`
