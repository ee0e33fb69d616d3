import { roleCode, secondFactorKinds, type RoleCode } from '@adsite/contract'
import { and, eq, gte, isNull, not, or, sql } from 'drizzle-orm'
import { recordEvent } from '../audit/record-event.ts'
import type { Database } from '../db/connect.ts'
import { accounts, recoveryCodes, sessions, ssoIdentities, ssoProviders, userFactors, users } from '../db/schema.ts'
import { queueMail } from '../mail/mail-jobs.ts'
import { hasAccountsBeyond, isAdministrator } from '../requirement/sign-on-requirement.ts'

interface Gained {
  readonly user_id: number
  readonly account_id: number
  readonly role: RoleCode
}

/**
 * Returns since when a provider could have added factors that would open the account: the provider vouches for the user, all of
 * the user's accounts belong to its company, and this account does not. Returns null if there is no such provider.
 */
async function vouchedSince(transaction: Database, { user_id, account_id, role }: Gained): Promise<string | null> {
  const user = sql`${user_id}::bigint`
  const isBeyond = or(sql`${accounts.company_id} <> ${ssoProviders.company_id}`, sql`${role === roleCode('admin')}`)
  const [found] = await transaction
    .select({ since: sql<string | null>`min(${ssoIdentities.created_at})::text` })
    .from(ssoIdentities)
    .innerJoin(ssoProviders, eq(ssoProviders.id, ssoIdentities.provider_id))
    .innerJoin(accounts, eq(accounts.id, account_id))
    .where(
      and(eq(ssoIdentities.user_id, user_id), isBeyond, not(hasAccountsBeyond(user, ssoProviders.company_id)), not(isAdministrator(user))),
    )
  return found?.since ?? null
}

/**
 * Removes what the provider of another company may hold of a user, before the user gets an account
 * (docs/decisions/0044-single-sign-on.md). It removes:
 * - second factors that were added since the provider vouches for the user, or are being added. Which session added them does not
 *   matter, because one factor may have led to the next;
 * - the recovery codes;
 * - sessions in which one of these was given. Those of a provider stay: they reach only its company.
 *
 * The caller has locked the user.
 */
export async function voidVouchedFactors(transaction: Database, gained: Gained): Promise<void> {
  const since = await vouchedSince(transaction, gained)
  if (since === null) return
  const { user_id } = gained
  const isLater = or(isNull(userFactors.added_at), gte(userFactors.added_at, sql`${since}::timestamptz`))
  const removed = await transaction
    .delete(userFactors)
    .where(and(eq(userFactors.user_id, user_id), isLater))
    .returning({ kind: userFactors.kind, name: userFactors.name, added_at: userFactors.added_at })
  const codes = await transaction
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.user_id, user_id))
    .returning({ user_id: recoveryCodes.user_id })
  const gaveOne = sql`${sessions.factors} && ${sql.raw(`'{${secondFactorKinds.join()}}'::text[]`)}`
  await transaction.delete(sessions).where(and(eq(sessions.user_id, user_id), isNull(sessions.sso_provider_id), gaveOne))
  const told = removed.filter(({ added_at }) => added_at !== null).map(({ kind, name }) => `${kind} ${name}`)
  if (codes.length > 0) told.push('recovery codes')
  if (told.length === 0) return
  const detail = `removed ${told.join(', ')}: added while single sign-on opened all accounts of the user`
  await recordEvent(transaction, { kind: 'factor_change', user_id, target: `user ${user_id}`, detail })
  const [user] = await transaction.select({ email: users.email }).from(users).where(eq(users.id, user_id))
  if (user) await queueMail(transaction, 'factor_removed', user.email)
}
