import { exclusionSideOf, message, restoreRefusal } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Author } from '../call/author.ts'
import { logExclusion } from './log-exclusion.ts'
import type { Guard, ResourceMapping } from '../resource/mapping/resource-mapping.ts'

type Meeting = PgTable & { readonly id: PgColumn; readonly excluded_by: PgColumn; readonly is_named: PgColumn }

/**
 * Demand and supply see the same row of an ad in a place. An exclusion is taken back by the side that made it, or by the
 * administrator; and the supply side excludes, it does not put places on an advertiser's whitelist: taking back an
 * exclusion that stood alone leaves nothing, for a listed place would keep the ad from all others.
 */
export function exclusionRules(table: Meeting): Pick<ResourceMapping, 'guards' | 'validate' | 'afterWrite'> {
  const mine: Guard = async (_, { role }, { excluded_by }) => restoreRefusal(role, excluded_by)
  return {
    guards: { restore: mine },
    async validate(_, { role }: Author, { status }): Promise<Record<string, string[]>> {
      return exclusionSideOf(role) === 'SUPPLY' && status !== 'EXCLUDED' ? { status: [message('supply_excludes')] } : {}
    },
    async afterWrite(transaction, author, record, done) {
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
        } as never)
        .where(eq(table.id, id as number))
      if (excluded || done === 'restore') await logExclusion(transaction, author, record, excluded)
    },
  }
}
