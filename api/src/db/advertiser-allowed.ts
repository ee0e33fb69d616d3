import { statesAllowing, type AllowedAct } from '@adsite/contract'
import { Column, is, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { qualified } from './sql/qualified.ts'

/**
 * True if an advertiser account may order, start ads, or have them delivered, by its own status and by its
 * company's credit (contract `creditAllows`, `accountAllows`). Queries must use this expression.
 */
export function advertiserAllowed(act: AllowedAct, advertiserAccountId: AnyPgColumn | SQL | number): SQL<boolean> {
  const { credit, account } = statesAllowing(act)
  return sql<boolean>`exists (select from accounts allowed_account join companies allowed_company on allowed_company.id = allowed_account.company_id
    where allowed_account.id = ${is(advertiserAccountId, Column) ? qualified(advertiserAccountId) : advertiserAccountId} and allowed_account.deleted_at is null and allowed_company.deleted_at is null
      and allowed_account.status::text in ${account} and allowed_company.credit_status in ${credit})`
}
