import { may, waitingKinds, type WaitingItem, type WaitingKind, type WaitingKindName } from '@adsite/contract'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, companies, invitations } from '../db/schema.ts'
import { companyScope, userAccountScope, type Caller } from '../db/scope.ts'

const counts: Readonly<Record<WaitingKindName, (db: Database, caller: Caller) => Promise<{ count: number }[]>>> = {
  credit_review: (db, caller) =>
    db
      .select({ count: count() })
      .from(companies)
      .where(and(eq(companies.credit_status, 'APPLIED'), isNull(companies.deleted_at), companyScope(caller))),
  invitation_open: (db, caller) =>
    db
      .select({ count: count() })
      .from(invitations)
      .innerJoin(accounts, and(eq(accounts.id, invitations.account_id), isNull(accounts.deleted_at)))
      .where(
        and(
          eq(invitations.status, 'SENT'),
          gt(invitations.expires_at, sql`now()`),
          isNull(invitations.deleted_at),
          userAccountScope(caller),
        ),
      ),
}

/** What waits for this role, in the order of the contract; nothing is said of what is done. */
export async function waitingFor(db: Database, caller: Caller): Promise<WaitingItem[]> {
  const kinds = Object.entries<WaitingKind>(waitingKinds).filter(([, { permission }]) => may(caller.role, permission))
  const items = await Promise.all(
    kinds.map(async ([name, { route, query }]) => {
      const kind = name as WaitingKindName
      const [row] = await counts[kind](db, caller)
      return { kind, count: row!.count, route, query: { ...query } }
    }),
  )
  return items.filter((item) => item.count > 0)
}
