import type { Text } from '@adsite/contract'
import { isNull, sql } from 'drizzle-orm'
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

function refusal(found: readonly { readonly label: Text; readonly count: number }[]): Text {
  const more = (count: number, ja: boolean) => (count < countLimit ? `${count}` : ja ? `${countLimit}件以上` : `${countLimit} or more`)
  const ja = found.map(({ label, count }) => `${label.ja} ${more(count, true)}${count < countLimit ? '件' : ''}`).join('、')
  const en = found.map(({ label, count }) => `${label.en}: ${more(count, false)}`).join(', ')
  return { ja: `関連するものがあるため削除できません（${ja}）。`, en: `It cannot be deleted while something belongs to it (${en}).` }
}

/** Blocks the deletion of a record that others refer to; the message names them with their number (docs/decisions/0022). */
export function nothingHangs(...hanging: readonly Hanging[]): GuardOf<{ readonly id: number }> {
  return async (db, _author, records) => {
    const ids = records.map(({ id }) => id)
    const counted: { label: Text; counts: Map<number, number> }[] = []
    // One after the other: inside a transaction, they share its connection.
    for (const { table, column, label } of hanging) {
      const { rows } = await db.execute<{ id: number; count: number }>(sql`select asked.id, hanging.count
        from unnest(${sql.param(ids)}::bigint[]) as asked (id), lateral (select count(*) from (select from ${table}
          where ${column} = asked.id and ${table.deleted_at ? isNull(table.deleted_at) : sql`true`} limit ${countLimit}) as own) as hanging
        where hanging.count > 0`)
      counted.push({ label, counts: new Map(rows.map(({ id, count }) => [id, count])) })
    }
    return {
      of({ id }) {
        const found = counted.flatMap(({ label, counts }) => ({ label, count: counts.get(id) ?? 0 })).filter(({ count }) => count > 0)
        return found.length === 0 ? null : refusal(found)
      },
    }
  }
}
