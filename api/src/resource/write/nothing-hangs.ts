import type { Text } from '@adsite/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { GuardOf } from '../mapping/resource-mapping.ts'

/** Rows that refer to a record by a column, with their label. */
export interface Hanging {
  readonly table: PgTable & { readonly deleted_at?: AnyPgColumn }
  readonly column: AnyPgColumn
  readonly label: Text
}

/** Counting stops here, since any row blocks the deletion. */
const countLimit = 100

/** Blocks the deletion of a record that others refer to; the message names them with their number (docs/decisions/0022). */
export function nothingHangs(...hanging: readonly Hanging[]): GuardOf<{ readonly id: number }> {
  return async (db, _author, { id }) => {
    const counts = await Promise.all(
      hanging.map(async ({ table, column, label }) => {
        const rows = db
          .select({ one: sql`1` })
          .from(table)
          .where(and(eq(column, id), table.deleted_at ? isNull(table.deleted_at) : undefined))
          .limit(countLimit)
          .as('hanging')
        return { label, count: await db.$count(rows) }
      }),
    )
    const found = counts.filter(({ count }) => count > 0)
    if (found.length === 0) return null
    const more = (count: number, ja: boolean) => (count < countLimit ? `${count}` : ja ? `${countLimit}件以上` : `${countLimit} or more`)
    const ja = found.map(({ label, count }) => `${label.ja} ${more(count, true)}${count < countLimit ? '件' : ''}`).join('、')
    const en = found.map(({ label, count }) => `${label.en}: ${more(count, false)}`).join(', ')
    return { ja: `関連するものがあるため削除できません（${ja}）。`, en: `It cannot be deleted while something belongs to it (${en}).` }
  }
}
