import { keysOf, permissions } from '@adsite/contract'
import { and, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Session } from '../call/handler.ts'
import { mayCall } from '../call/may-call.ts'
import type { Database } from '../db/connect.ts'
import { changeRequests } from '../db/schema.ts'

export const isWaiting = and(isNull(changeRequests.ended_at), gt(changeRequests.lapses_at, sql`now()`))

/** The requests that a caller may see: administrators all, others those about users of their account. */
export const visibleTo = ({ role, account_id }: Session): SQL | undefined =>
  role === 'admin' ? undefined : and(eq(changeRequests.area, 'role'), eq(changeRequests.account_id, account_id))

/** Those of them that are about what the caller may do themselves, and therefore decide about once somebody else has asked. */
export function withinReach(session: Session): SQL | undefined {
  const theirs = keysOf(permissions).filter((permission) => mayCall(session, permission))
  return and(visibleTo(session), inArray(changeRequests.permission, theirs))
}

/** How many changes wait for this caller as the second person. */
export function countDecidable(db: Database, session: Session): Promise<number> {
  return db.$count(changeRequests, and(isWaiting, withinReach(session), ne(changeRequests.requested_by, session.user.id)))
}
