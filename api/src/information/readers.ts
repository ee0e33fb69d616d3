import { readersLimit, roleCode, type EndpointQuery, type EndpointResponse, type Endpoints } from '@adsite/contract'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, information, informationConfirmations as confirmations, memberships, users } from '../db/schema.ts'
import type { Caller } from '../db/scope.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { informationMapping } from './mapping.ts'

type Readers = Endpoints['information']['readers']

/** Lists the users of the accounts that an announcement addresses, with the time each confirmed it there. */
export async function readersOf(
  db: Database,
  caller: Caller,
  id: number,
  query: EndpointQuery<Readers>,
): Promise<EndpointResponse<Readers>> {
  await findOrRefuse(db, caller, informationMapping, id)
  const readers = db
    .select({
      account_id: sql<number>`${accounts.id}`.mapWith(Number).as('account_id'),
      account_name: sql<string>`${accounts.name}`.as('account_name'),
      kind: accounts.kind,
      user_id: sql<number>`${users.id}`.mapWith(Number).as('user_id'),
      user_name: sql<string>`${users.name}`.as('user_name'),
      confirmed_at: confirmations.confirmed_at,
    })
    .from(information)
    .innerJoin(accounts, and(sql`${accounts.kind}::text = any(${information.target_roles})`, isNull(accounts.deleted_at)))
    .innerJoin(memberships, eq(memberships.account_id, accounts.id))
    .innerJoin(users, and(eq(users.id, memberships.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
    .leftJoin(
      confirmations,
      and(
        eq(confirmations.information_id, information.id),
        eq(confirmations.account_id, memberships.account_id),
        eq(confirmations.user_id, memberships.user_id),
      ),
    )
    .where(eq(information.id, id))
    .as('readers')
  const { confirmed_at } = readers
  const isWanted = { true: isNotNull(confirmed_at), false: isNull(confirmed_at) }
  const rows = await db
    .select()
    .from(readers)
    .where(query.confirmed && isWanted[query.confirmed])
    .orderBy(sql`${confirmed_at} desc nulls last, ${readers.account_name}, ${readers.user_name}, ${readers.account_id}, ${readers.user_id}`)
    .limit(readersLimit)
    .offset(Number(query.offset ?? 0))
  const data = rows.map(({ kind, confirmed_at: at, ...row }) => ({ ...row, role: roleCode(kind), confirmed_at: at?.toISOString() ?? null }))
  return { data, total: await db.$count(readers), confirmed: await db.$count(readers, isWanted.true) }
}
