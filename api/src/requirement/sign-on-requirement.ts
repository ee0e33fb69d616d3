import { roleCode } from '@adsite/contract'
import { and, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'

/** What follows the @ of a normalised address. */
export const domainOf = (email: SQLWrapper): SQL<string> => sql<string>`substring(${email} from '[^@]*$')`

/**
 * The providers in use that are required of a domain. A proof that has lapsed still holds people to theirs: whoever takes the
 * DNS of a company would otherwise only have to wait for it (docs/decisions/0046-required-single-sign-on.md).
 */
const requiredOf = (email: SQLWrapper) => sql`sso_domains held join sso_providers holder on holder.id = held.provider_id
  where held.domain = ${domainOf(email)} and held.proven_at is not null
    and holder.required and holder.active and holder.deleted_at is null`

/** The company that a provider vouches for. */
export const companyOf = (provider: SQLWrapper): SQL => sql`(select company_id from sso_providers where id = ${provider})`

/** Whether a user has accounts of other companies than this one. */
export const hasAccountsBeyond = (userId: SQLWrapper, company: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from memberships beyond join accounts other on other.id = beyond.account_id and other.deleted_at is null
    where beyond.user_id = ${userId} and other.company_id <> ${company})`

export const isAdministrator = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from memberships any_of where any_of.user_id = ${userId} and any_of.role = ${roleCode('admin')})`

interface Way {
  readonly email: SQLWrapper
  /** null: nobody has the address yet. */
  readonly user: SQLWrapper | null
  readonly company: SQLWrapper
  /** Whose word it is; null: factors of this site. */
  readonly provider: SQLWrapper | null
}

/**
 * Whether this way does not lead a user to the accounts of a company, because their provider is required for them. Everything
 * that lets people in asks this, and every call of a session does. Administrators are held by none.
 */
export function isHeldBack({ email, user, company, provider }: Way): SQL<boolean> {
  const isElsewhere = provider === null ? sql`true` : sql`holder.id is distinct from ${provider}`
  return sql<boolean>`(exists (select from ${requiredOf(email)} and holder.company_id = ${company} and ${isElsewhere})
    and not ${user === null ? sql`false` : isAdministrator(user)})`
}

/** A person by address, which may belong to nobody, or by user id. */
type Who = { readonly email: string } | { readonly id: number }
const emailOf = (who: Who) =>
  'email' in who ? sql`${who.email}::text` : sql`(select ${users.email} from ${users} where ${users.id} = ${who.id})`
const isRequiredOf = (who: Who) => sql<boolean>`exists (select from ${requiredOf(emailOf(who))})`

/** Whether a provider in use is required of the domain of an address, of whoever has it. */
export async function isRequired(db: Database, who: Who): Promise<boolean> {
  const { rows } = await db.execute<{ required: boolean }>(sql`select ${isRequiredOf(who)} as required`)
  return rows[0]?.required === true
}

/** What is told to whoever could not sign in here: where a provider is required of the domain, that, whoever has the address. */
export async function signInRefusal(db: Database, who: Who): Promise<RequestError> {
  return new RequestError((await isRequired(db, who)) ? 'single_sign_on_required' : 'login_failed')
}

/** Why a user could sign in here although a provider is required of their domain; null: none is. */
export async function exemptionOf(db: Database, id: number): Promise<string | null> {
  const { rows } = await db.execute<{ required: boolean; administrator: boolean }>(
    sql`select ${isRequiredOf({ id })} as required, ${isAdministrator(sql`${id}`)} as administrator`,
  )
  if (!rows[0]?.required) return null
  return rows[0].administrator ? 'an administrator' : 'accounts of another company'
}

/** Whether a password of this site leads the user nowhere: of all accounts that it would open, each is held back. */
export async function isPasswordVoid(db: Database, userId: number): Promise<boolean> {
  const way = { email: users.email, user: users.id, company: accounts.company_id, provider: null }
  const own = await db
    .select({ held: isHeldBack(way), given: memberships.sso_provider_id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
  return own.some(({ held }) => held) && own.every(({ held, given }) => held || given !== null)
}
