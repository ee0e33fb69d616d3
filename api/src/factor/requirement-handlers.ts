import { message, roleOfCode, roles, secondFactorKinds, type AccountRequirement, type RoleCode, type Text } from '@adsite/contract'
import { and, asc, countDistinct, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import { recordOfAccount } from '../account/record-of-account.ts'
import { describeEvent } from '../audit/record-event.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { jstToday } from '../db/jst-today.ts'
import { accounts, memberships, publisherGroups, roleFactors, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { hasFactorOf } from '../requirement/factor-requirement.ts'
import { choicesOf } from './prove.ts'

const ownFirst: Text = {
  ja: '必須にするには、先にご自身の二段階認証を登録してください。マイアカウントから登録できます。',
  en: 'Set up two-step sign-in for yourself first, on your account page.',
}

/**
 * Refuses a day that is over, and everybody who has no second factor themselves: it shows that one can be added at this
 * site, and whoever requires it of others is not locked out by it.
 */
async function checkRequirement(db: Database, userId: number, day: string | null): Promise<void> {
  if (day === null) return
  const { rows } = await db.execute<{ today: string }>(sql`select ${jstToday}::text as today`)
  const today = rows[0]?.today ?? ''
  if (day < today) throw new RequestError('validation_failed', { errors: { required_from: [message('day_past', today)] } })
  const choices = await choicesOf(db, userId)
  if (!choices.some((kind) => secondFactorKinds.some((second) => second === kind)))
    throw new RequestError('action_blocked', { message: ownFirst })
}

const counts = {
  users: countDistinct(users.id),
  without_factor: sql<number>`count(distinct ${users.id}) filter (where not ${hasFactorOf(users.id)})`.mapWith(Number),
}
const isMember = and(eq(users.id, memberships.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at))
/** The media group that stands for an account. */
const groupOf = sql<
  number | null
>`(select min(${publisherGroups.id}) from ${publisherGroups} where ${publisherGroups.account_id} = ${accounts.id} and ${publisherGroups.deleted_at} is null)`

const countsByAccount = (db: Database) =>
  db
    .select({
      account_id: accounts.id,
      name: accounts.name,
      kind: accounts.kind,
      group_id: groupOf.mapWith(Number),
      required_from: accounts.factor_required_from,
      ...counts,
    })
    .from(accounts)
    .leftJoin(memberships, eq(memberships.account_id, accounts.id))
    .leftJoin(users, isMember)
    .groupBy(accounts.id)
    .orderBy(asc(accounts.factor_required_from), asc(accounts.id))

const codeOf = (kind: string): RoleCode => roles.find(({ key }) => key === kind)?.code ?? 6

/** The account with that id; administrators' own accounts are not set one by one, their role is. */
const isNamed = (id: number) => and(eq(accounts.id, id), ne(accounts.kind, 'admin'), isNull(accounts.deleted_at))

async function requirementOf(db: Database, id: number): Promise<AccountRequirement> {
  const [found] = await countsByAccount(db).where(isNamed(id))
  if (!found) throw new RequestError('not_found')
  const [ofRole] = await db
    .select()
    .from(roleFactors)
    .where(eq(roleFactors.role, codeOf(found.kind)))
  const { required_from, users: members, without_factor } = found
  return { required_from, users: members, without_factor, role_required_from: ofRole?.required_from ?? null }
}

/** What the audit says of a requirement that was sent as it was. */
const unchanged = (day: string | null) => describeEvent({ detail: `was so already: ${day ?? 'none'}` })

/** Who needs a second factor, from when (docs/decisions/0040). */
export const factorRequirementHandlers: Handlers['factor_requirement'] = {
  async list({ db }) {
    const required = new Map((await db.select().from(roleFactors)).map(({ role, required_from }) => [role, required_from]))
    const counted = await db
      .select({ role: memberships.role, ...counts })
      .from(memberships)
      .innerJoin(users, isMember)
      .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at)))
      .groupBy(memberships.role)
    const byRole = new Map(counted.map(({ role, ...ofRole }) => [role, ofRole]))
    const own = await countsByAccount(db).where(and(isNotNull(accounts.factor_required_from), isNull(accounts.deleted_at)))
    return {
      data: {
        roles: roles.map(({ code }) => ({
          role: code,
          required_from: required.get(code) ?? null,
          ...(byRole.get(code) ?? { users: 0, without_factor: 0 }),
        })),
        accounts: own.map(({ kind, group_id, ...row }) => ({
          ...row,
          role: codeOf(kind),
          record_id: kind === 'pg' ? group_id || null : row.account_id,
        })),
      },
    }
  },

  async ofAccount({ db, id }) {
    return { data: await requirementOf(db, id) }
  },

  async requireOfRole(call) {
    const { db, session, body } = call
    const { role, required_from } = body
    describeEvent({ target: `role ${roleOfCode(role)}`, detail: required_from ?? 'no longer' })
    await checkRequirement(db, session.user.id, required_from)
    await db.transaction(async (transaction) => {
      // A role that requires none yet has no row to lock.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`role_factor:${role}`}, 0))`)
      const [former] = await transaction.select().from(roleFactors).where(eq(roleFactors.role, role))
      const before = former?.required_from ?? null
      if (before === required_from) return unchanged(before)
      describeEvent({ detail: `${before ?? 'none'} → ${required_from ?? 'none'}` })
      if (required_from === null) await transaction.delete(roleFactors).where(eq(roleFactors.role, role))
      else
        await transaction
          .insert(roleFactors)
          .values({ role, required_from })
          .onConflictDoUpdate({ target: roleFactors.role, set: { required_from } })
      const change = { field: 'factor_required_from', before, after: required_from }
      await logChanges(transaction, authorOf(call), 'role', role, 'update', [change])
    })
  },

  async requireOfAccount(call) {
    const { db, session, id, body } = call
    const { required_from } = body
    describeEvent({ target: `account ${id}`, detail: required_from ?? 'no longer' })
    await db.transaction(async (transaction) => {
      const [account] = await transaction
        .select({ kind: accounts.kind, before: accounts.factor_required_from })
        .from(accounts)
        .where(isNamed(id))
        .for('update')
      if (!account) throw new RequestError('not_found')
      await checkRequirement(transaction, session.user.id, required_from)
      const { kind, before } = account
      if (before === required_from) return unchanged(before)
      describeEvent({ detail: `${before ?? 'none'} → ${required_from ?? 'none'}` })
      await transaction.update(accounts).set({ factor_required_from: required_from }).where(eq(accounts.id, id))
      const [entity, record] = await recordOfAccount(transaction, { id, kind })
      const change = { field: 'factor_required_from', before, after: required_from }
      await logChanges(transaction, authorOf(call), entity, record, 'update', [change])
    })
  },
}
