import { required, roleCode, singleSignOnLimits } from '@adsite/contract'
import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { logChanges, type LogAuthor } from '../audit/log-changes.ts'
import type { Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, ssoDomains, ssoGroups, ssoIdentities, users } from '../db/schema.ts'
import { shortLine } from '../text/short-line.ts'
import { addMembership, endMembership } from '../user/memberships.ts'
import type { Claims } from './claims.ts'
import { refusal } from './faults.ts'
import type { Provider } from './provider.ts'

/** Domains whose proof was found lately enough to count. */
export const isProven = gt(ssoDomains.proven_at, sql`now() - make_interval(days => ${singleSignOnLimits.proofDays})`)

/** The domain of a normalised address; '' for none. */
export const domainOf = (email: string): string => /@([^@]*)$/u.exec(email)?.[1] ?? ''

async function mayVouchFor(db: Database, { id }: Provider, email: string): Promise<boolean> {
  return (await db.$count(ssoDomains, and(eq(ssoDomains.provider_id, id), eq(ssoDomains.domain, domainOf(email)), isProven))) > 0
}

/** The accounts that the groups give, those of the provider's company alone and never one of administrators. */
async function accountsFor(db: Database, { id, company_id }: Provider, groups: readonly string[]) {
  if (groups.length === 0) return []
  return db
    .selectDistinct({ account_id: accounts.id, kind: accounts.kind })
    .from(ssoGroups)
    .innerJoin(accounts, and(eq(accounts.id, ssoGroups.account_id), isNull(accounts.deleted_at), ne(accounts.kind, 'admin')))
    .where(and(eq(ssoGroups.provider_id, id), inArray(ssoGroups.value, [...groups]), eq(accounts.company_id, company_id)))
    .orderBy(asc(accounts.id))
}

type User = typeof users.$inferSelect

/** The user whom the provider means: the one it has named before, else the one with the address. Locks the row. */
async function findUser(transaction: Database, provider: Provider, subject: string, email: string): Promise<User | undefined> {
  const [known] = await transaction
    .select({ user: users })
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.user_id))
    .where(and(eq(ssoIdentities.provider_id, provider.id), eq(ssoIdentities.subject, subject)))
    .for('update', { of: users })
  if (known) return known.user
  const [named] = await transaction.select().from(users).where(eq(users.email, email)).for('update')
  if (!named) return undefined
  // The address may have been given to somebody else meanwhile; they are not who it belonged to.
  const others = and(eq(ssoIdentities.provider_id, provider.id), eq(ssoIdentities.user_id, named.id), ne(ssoIdentities.subject, subject))
  if ((await transaction.$count(ssoIdentities, others)) > 0) throw refusal('other_subject')
  return named
}

/** A new user of that address, without a password. */
async function createUser(transaction: Database, email: string, name: string | null): Promise<User> {
  const [made] = await transaction
    .insert(users)
    .values({ email, name: shortLine(name ?? email, 100), status: 'ACTIVE' })
    .returning()
  const user = required(made, 'the new user')
  const author = { user_id: user.id, account_id: null, source: 'screen' } as const
  await logChanges(transaction, author, 'user', user.id, 'create', [{ field: null, before: null, after: { email, name: user.name } }])
  return user
}

async function isAdministrator(transaction: Database, userId: number): Promise<boolean> {
  return (await transaction.$count(memberships, and(eq(memberships.user_id, userId), eq(memberships.role, roleCode('admin'))))) > 0
}

/** Makes a user who was only entered an active one, as registering does. */
async function activate(transaction: Database, { id, status }: User): Promise<void> {
  if (status !== 'INVITED') return
  await transaction
    .update(users)
    .set({ status: 'ACTIVE', version: sql`${users.version} + 1`, updated_by: id, updated_at: sql`now()` })
    .where(eq(users.id, id))
  const author = { user_id: id, account_id: null, source: 'screen' } as const
  await logChanges(transaction, author, 'user', id, 'update', [{ field: 'status', before: status, after: 'ACTIVE' }])
}

/** Gives and takes accounts, so that those by this provider are what the groups say now. What people have given stays. */
async function followGroups(transaction: Database, provider: Provider, userId: number, given: Awaited<ReturnType<typeof accountsFor>>) {
  const author: LogAuthor = { user_id: userId, account_id: given[0]?.account_id ?? null, source: 'screen' }
  const had = await transaction.select().from(memberships).where(eq(memberships.user_id, userId))
  for (const { account_id, kind } of given) {
    const former = had.find((each) => each.account_id === account_id)
    if (former && (former.sso_provider_id === null || former.sso_provider_id === provider.id)) continue
    await addMembership(transaction, author, { user_id: userId, account_id, role: roleCode(kind), sso_provider_id: provider.id })
  }
  const isGiven = (id: number) => given.some(({ account_id }) => account_id === id)
  const lost = had.filter(({ sso_provider_id, account_id }) => sso_provider_id === provider.id && !isGiven(account_id))
  for (const each of lost) await endMembership(transaction, author, userId, each)
}

export interface Admitted {
  readonly user: Session['user']
  /** The account that the session starts in. */
  readonly account_id: number
}

/**
 * Decides whom the claims are of and what they may use (docs/decisions/0044-single-sign-on.md). Throws a refusal that names
 * what is missing.
 */
export async function admit(db: Database, provider: Provider, { subject, email, name, groups }: Claims): Promise<Admitted> {
  if (email === null) throw refusal('no_email')
  if (!(await mayVouchFor(db, provider, email))) throw refusal('foreign_domain')
  return db
    .transaction(async (transaction) => {
      // Two first sign-ins of one person are one after the other.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${email}`}, 0))`)
      const found = await findUser(transaction, provider, subject, email)
      if (found && (found.deleted_at || found.status === 'SUSPENDED' || found.status === 'DELETED')) throw refusal('inactive')
      if (found && (await isAdministrator(transaction, found.id))) throw refusal('administrator')
      const given = await accountsFor(transaction, provider, groups)
      // Also where people have given accounts: nobody comes in by a provider that says nothing of them.
      if (given.length === 0 && found) await followGroups(transaction, provider, found.id, given)
      if (given.length === 0) return null
      const user = found ?? (await createUser(transaction, email, name))
      await activate(transaction, user)
      const signed_in_at = sql`now()`
      await transaction
        .insert(ssoIdentities)
        .values({ provider_id: provider.id, subject, user_id: user.id, signed_in_at })
        .onConflictDoUpdate({ target: [ssoIdentities.provider_id, ssoIdentities.subject], set: { signed_in_at } })
      await followGroups(transaction, provider, user.id, given)
      const [own] = await transaction
        .select({ account_id: memberships.account_id })
        .from(memberships)
        .where(
          and(
            eq(memberships.user_id, user.id),
            inArray(
              memberships.account_id,
              given.map(({ account_id }) => account_id),
            ),
          ),
        )
        .orderBy(sql`${memberships.is_default} desc`, asc(memberships.account_id))
      const { id, locale } = user
      return { user: { id, name: user.name, email: user.email, locale }, account_id: required(own, 'a membership').account_id }
    })
    .then((admitted) => {
      if (admitted === null) throw refusal('no_group')
      return admitted
    })
}
