import { exclusionSideOf, message, restoreRefusal, type AnyResource } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { logPlace, type Place } from './log-place.ts'
import type { Done, GuardOf } from '../resource/mapping/resource-mapping.ts'
import type { Meeting } from './take-over.ts'

/** What records of both resources have. */
interface Met extends Place {
  readonly id: number
  readonly status?: string
}

/**
 * Rules for rows that both the demand and the supply side see. Only the side that made an exclusion, or an
 * administrator, may lift it. The supply side can exclude but not whitelist: lifting an exclusion that was never
 * whitelisted deletes the row, because a listed place would keep the ad from all others.
 */
export function exclusionRules(table: Meeting) {
  const mine: GuardOf<{ readonly excluded_by: string | null }> = async (_, { role }) => ({
    of: ({ excluded_by }) => restoreRefusal(role, excluded_by),
  })
  return {
    guards: { restore: mine },
    async validate(_: Database, { role }: Author, { status }: Pick<Met, 'status'>) {
      return exclusionSideOf(role) === 'SUPPLY' && status !== 'EXCLUDED' ? { status: [message('supply_excludes')] } : {}
    },
    async afterWrite(transaction: Database, author: Author, record: Met, done: Done<AnyResource>) {
      const { role, user_id } = author
      const { id, status } = record
      const excluded = status === 'EXCLUDED'
      const unlessNamed = (value: unknown) => sql`case when not ${table.is_named} then ${value} end`
      await transaction
        .update(table)
        .set({
          excluded_by: excluded ? exclusionSideOf(role) : null,
          ...(done === 'create' ? { is_named: !excluded } : {}),
          ...(done === 'restore' ? { deleted_at: unlessNamed(sql`now()`), deleted_by: unlessNamed(sql`${user_id}::bigint`) } : {}),
        })
        .where(eq(table.id, id))
      if (excluded || done === 'restore') await logPlace(transaction, author, record, 'exclusion', excluded)
      if (status === 'LISTED' && done === 'create') await logPlace(transaction, author, record, 'listing', true)
    },
  }
}
