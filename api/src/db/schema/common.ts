import { searchForm } from '@adsite/contract'
import { bigint, date, integer, numeric, timestamp } from 'drizzle-orm/pg-core'

/** Ids stay below 2^53, so JSON numbers represent them exactly. */
export const reference = () => bigint({ mode: 'number' })
export const count = () => bigint({ mode: 'number' })
/** Yen (spec/domain "Money"); a decimal string in TypeScript. */
export const money = () => numeric({ precision: 18, scale: 6 })
/** Percent, 0.000 to 99.999 (spec/site "Other limits"); a decimal string in TypeScript. */
export const rate = () => numeric({ precision: 5, scale: 3 })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
/** A JST day, `YYYY-MM-DD`. */
export const day = () => date({ mode: 'string' })

/**
 * Generated in one sequence per table. Primary keys begin with the tenant, so this column is indexed by itself.
 */
export const identity = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity()

/**
 * Columns of every business row (spec/domain "Every row"). `*_by` are user ids, null for the system. No foreign
 * keys, so that writes do not lock the rows of their users.
 */
export const audited = () => ({
  version: integer().notNull().default(1),
  created_by: reference(),
  created_at: instant().notNull().defaultNow(),
  updated_by: reference(),
  updated_at: instant().notNull().defaultNow(),
  deleted_by: reference(),
  deleted_at: instant(),
})

/** The name as written and in its searchable form. Use it in every insert or update of a name. */
export function named<N extends string>(name: N): { name: N; name_norm: string } {
  return { name, name_norm: searchForm(name) }
}
