import { and, eq, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { accounts, memberships, roleFactors, userFactors } from '../db/schema.ts'

/** Whether the user with this id has a second factor. */
export const hasFactorOf = (userId: SQLWrapper) =>
  sql<boolean>`exists (select from ${userFactors} where ${userFactors.user_id} = ${userId} and ${userFactors.added_at} is not null)`

/**
 * Whether a second factor is required today in the joined account, of the joined membership. The day is that of the
 * database: no clock of a browser moves it.
 */
export const isFactorRequired = sql<boolean>`(coalesce(${accounts.factor_required_from} <= ${jstToday}, false) or exists (
  select from ${roleFactors} where ${roleFactors.role} = ${memberships.role} and ${roleFactors.required_from} <= ${jstToday}))`

/** The accounts of a user with what they and the role in them require. */
const ownAccounts = (db: Database, userId: number) =>
  db
    .select({
      required: isFactorRequired,
      due: sql<
        string | null
      >`(select min(day)::text from unnest(array[${accounts.factor_required_from}, ${roleFactors.required_from}]) as day where day > ${jstToday})`,
      hasFactor: hasFactorOf(memberships.user_id),
    })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .leftJoin(roleFactors, eq(roleFactors.role, memberships.role))
    .where(eq(memberships.user_id, userId))

/** Whether any account of the user requires a second factor today. */
export async function needsFactor(db: Database, userId: number): Promise<boolean> {
  return (await ownAccounts(db, userId)).some(({ required }) => required)
}

/** The next day from which an account of the user requires a second factor, where they have none; null otherwise. */
export async function nextFactorDue(db: Database, userId: number): Promise<string | null> {
  const days = (await ownAccounts(db, userId)).flatMap(({ due, hasFactor }) => (due === null || hasFactor ? [] : [due]))
  return days.toSorted()[0] ?? null
}
