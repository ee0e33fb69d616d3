import { advertiser, agency, ptd, rep, type AccountKind, type AnyResource } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import { accounts } from '../db/schema.ts'
import { accountScope } from '../db/scope.ts'
import type { ResourceTable } from '../resource/resource-table.ts'

/** The accounts of one kind: the same table, told apart by the scope. A new one is under review. */
const accountTable = (kind: AccountKind, resource: AnyResource): ResourceTable => ({
  resource,
  table: accounts,
  scope: (caller) => and(eq(accounts.kind, kind), accountScope(caller))!,
  inherited: () => ({ kind: sql`${kind}`, status: sql`'INPROGRESS'` }),
})

export const advertiserTable = accountTable('advertiser', advertiser)
export const agencyTable = accountTable('agency', agency)
export const repTable = accountTable('rep', rep)
export const ptdTable = accountTable('ptd', ptd)
