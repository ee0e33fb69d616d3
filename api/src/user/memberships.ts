import { message, roleCode, type Membership, type Permission, type RoleCode } from '@adsite/contract'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { revokeKeys } from '../api-key/revoke-keys.ts'
import { logChanges, type Change, type LogAuthor } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, sessions, users } from '../db/schema.ts'
import { userAccountScope, type Caller } from '../db/scope.ts'
import { RequestError } from '../error/request-error.ts'
import { throwBlocker } from '../resource/write/guard.ts'
import { waitsForSecondPerson } from '../second-person/hold.ts'
import { keepsAnAdministrator, lockAdministrators } from './mapping.ts'
import { voidVouchedFactors } from './vouched-factors.ts'

interface NewMembership {
  readonly user_id: number
  readonly account_id: number
  readonly role: RoleCode
  /** The single sign-on whose groups give it and take it away; null: people do. */
  readonly sso_provider_id: number | null
}

async function accountIds(db: Database, userId: number): Promise<number[]> {
  const rows = await db.select({ id: memberships.account_id }).from(memberships).where(eq(memberships.user_id, userId))
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Records who gives a membership from now on, where it was somebody else: what people have given stays when a group goes. */
async function changeGiver(
  transaction: Database,
  author: LogAuthor,
  { user_id, account_id, sso_provider_id }: NewMembership,
): Promise<void> {
  const own = and(eq(memberships.user_id, user_id), eq(memberships.account_id, account_id))
  const [former] = await transaction.select({ giver: memberships.sso_provider_id }).from(memberships).where(own)
  if (!former || former.giver === sso_provider_id) return
  await transaction.update(memberships).set({ sso_provider_id }).where(own)
  const giver = (provider: number | null) => `account ${account_id} by ${provider === null ? 'people' : `single_sign_on ${provider}`}`
  const change = { field: 'given_by', before: giver(former.giver), after: giver(sso_provider_id) }
  await logChanges(transaction, author, 'membership', user_id, 'update', [change])
}

/**
 * Adds the account to the user, whose row the caller has locked; the first account becomes the default. Of an existing
 * membership only who gives it changes.
 */
export async function addMembership(transaction: Database, author: LogAuthor, membership: NewMembership): Promise<void> {
  const { user_id } = membership
  await voidVouchedFactors(transaction, membership)
  const before = await accountIds(transaction, user_id)
  const hasDefault = await transaction.$count(memberships, and(eq(memberships.user_id, user_id), eq(memberships.is_default, true)))
  const is_default = hasDefault === 0
  const added = await transaction
    .insert(memberships)
    .values({ ...membership, is_default })
    .onConflictDoNothing({ target: [memberships.user_id, memberships.account_id] })
    .returning()
  if (added.length === 0) return changeGiver(transaction, author, membership)
  const { account_id, role } = membership
  await logChanges(transaction, author, 'membership', user_id, 'create', [
    { field: null, before: null, after: { account_id, role, is_default } },
  ])
  const after = await accountIds(transaction, user_id)
  await logChanges(transaction, author, 'user', user_id, 'update', [{ field: 'account_ids', before, after }])
}

/** The accounts of a user that the caller manages, the default one first. */
export async function membershipsOf(db: Database, caller: Caller, userId: number): Promise<Membership[]> {
  const { account_id, role, is_default, created_at } = memberships
  const group = sql<number | null>`(select min(g.id) from publisher_groups g where g.account_id = ${accounts.id} and g.deleted_at is null)`
  const rows = await db
    .select({ account_id, role, is_default, created_at, name: accounts.name, kind: accounts.kind, group_id: group })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, account_id), isNull(accounts.deleted_at)))
    .where(and(eq(memberships.user_id, userId), userAccountScope(caller)))
    .orderBy(desc(is_default), asc(created_at), asc(account_id))
  const recordOf = ({ kind, account_id: id, group_id }: (typeof rows)[number]) =>
    kind === 'admin' ? null : kind === 'pg' ? (group_id === null ? null : Number(group_id)) : id
  return rows.map((row) => ({
    account_id: row.account_id,
    name: row.name,
    role: row.role,
    is_default: row.is_default,
    joined_at: row.created_at.toISOString(),
    record_id: recordOf(row),
  }))
}

/** Sets the account that the user's sign-ins start with; returns the changes. */
export async function changeDefault(transaction: Database, userId: number, accountId: number, field: string): Promise<Change[]> {
  const own = await transaction
    .select({ account_id: memberships.account_id, is_default: memberships.is_default })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
  const wanted = own.find(({ account_id }) => account_id === accountId)
  if (!wanted) throw new RequestError('validation_failed', { errors: { [field]: [message('not_found')] } })
  if (wanted.is_default) return []
  const [former] = await transaction
    .update(memberships)
    .set({ is_default: false })
    .where(and(eq(memberships.user_id, userId), eq(memberships.is_default, true)))
    .returning({ account_id: memberships.account_id })
  await transaction
    .update(memberships)
    .set({ is_default: true })
    .where(and(eq(memberships.user_id, userId), eq(memberships.account_id, accountId)))
  return [{ field: 'default_account_id', before: former?.account_id ?? null, after: accountId }]
}

/** Locks the user, so that changes of the memberships are serialised. */
export async function lockUser(transaction: Database, id: number): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
}

/** Sets, for an administrator, the account that the user's sign-ins start with. */
export async function setDefaultAccount(db: Database, author: Author, userId: number, accountId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const changes = await changeDefault(transaction, userId, accountId, 'account_id')
    if (changes.length > 0) await logChanges(transaction, author, 'user', userId, 'update', changes)
  })
}

/** Makes the oldest membership the default; returns the changes. */
async function nextDefault(transaction: Database, userId: number): Promise<Change[]> {
  const [oldest] = await transaction
    .select({ account_id: memberships.account_id })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
    .where(eq(memberships.user_id, userId))
    .orderBy(asc(memberships.created_at), asc(memberships.account_id))
    .limit(1)
  return oldest ? changeDefault(transaction, userId, oldest.account_id, 'account_id') : []
}

/**
 * Takes an account from a user, whose row the caller has locked; sessions in it end, keys made in it are revoked, and another account
 * becomes the default.
 */
export async function endMembership(
  transaction: Database,
  author: LogAuthor,
  userId: number,
  { account_id, role, is_default }: Pick<Membership, 'account_id' | 'role' | 'is_default'>,
): Promise<void> {
  const before = await accountIds(transaction, userId)
  await transaction.delete(memberships).where(and(eq(memberships.user_id, userId), eq(memberships.account_id, account_id)))
  await transaction.delete(sessions).where(and(eq(sessions.user_id, userId), eq(sessions.account_id, account_id)))
  await revokeKeys(transaction, { user: userId, account: account_id, by: author.user_id })
  const changes: Change[] = [{ field: 'account_ids', before, after: before.filter((id) => id !== account_id) }]
  if (is_default) changes.push(...(await nextDefault(transaction, userId)))
  await logChanges(transaction, author, 'user', userId, 'update', changes)
  const gone = { account_id, role, is_default }
  await logChanges(transaction, author, 'membership', userId, 'delete', [{ field: null, before: gone, after: null }])
}

/** Removes a user from an account that the caller manages; sessions in it end. */
export async function leaveAccount(db: Database, author: Author, userId: number, accountId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const own = await membershipsOf(transaction, author, userId)
    const left = own.find(({ account_id }) => account_id === accountId)
    if (!left) throw new RequestError('not_found')
    if (left.role === roleCode('admin')) {
      await lockAdministrators(transaction)
      const user = { id: userId }
      throwBlocker(await keepsAnAdministrator(transaction, author, [user]), user)
    }
    await endMembership(transaction, author, userId, left)
  })
}

interface Leaving {
  readonly user: number
  readonly account: number
  readonly permission: Permission
}

/** Does what `leaveAccount` does. If the account wants a second person for its users, the removal waits for one. */
export async function leaveAfterTwo(db: Database, author: Author, { user, account, permission }: Leaving): Promise<void> {
  const isWaiting = await db.transaction(async (transaction) => {
    await lockUser(transaction, user)
    const found = (await membershipsOf(transaction, author, user)).find(({ account_id }) => account_id === account)
    if (!found) throw new RequestError('not_found')
    const [member] = await transaction.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, user))
    const before = { user: member?.email ?? '', account: found.name, user_id: user, account_id: account, role: found.role }
    const change = {
      entity: 'membership',
      entity_id: user,
      action: 'delete',
      name: member?.name ?? '',
      permission,
      before,
      after: {},
    } as const
    return waitsForSecondPerson(transaction, author, { area: 'role', of: eq(accounts.id, account) }, change)
  })
  if (isWaiting) throw new RequestError('second_person')
  await leaveAccount(db, author, user, account)
}
