import { singleSignOnLimits, type RequirementObstacle, type SingleSignOnRequirement } from '@adsite/contract'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { accounts, memberships, ssoDomains, ssoIdentities, users } from '../db/schema.ts'
import { domainOf, isAdministrator } from '../requirement/sign-on-requirement.ts'
import { isProven } from './admit.ts'
import type { Provider } from './provider.ts'

const isRecent = gt(ssoIdentities.signed_in_at, sql`now() - make_interval(hours => ${singleSignOnLimits.triedHours})`)

/** What stands in the way of requiring a provider; null: nothing. */
export async function obstacleOf(db: Database, { id, active }: Provider): Promise<RequirementObstacle | null> {
  if (!active) return 'inactive'
  if ((await db.$count(ssoDomains, and(eq(ssoDomains.provider_id, id), isProven))) === 0) return 'no_proof'
  const hasWorked = (await db.$count(ssoIdentities, and(eq(ssoIdentities.provider_id, id), isRecent))) > 0
  return hasWorked ? null : 'no_sign_in'
}

/** Whom it concerns: users of the company's accounts with an address of its domains. */
async function concerned(db: Database, { id, company_id }: Provider) {
  const isLinked = sql`exists (select from ${ssoIdentities} where ${ssoIdentities.provider_id} = ${id} and ${ssoIdentities.user_id} = ${users.id})`
  const [counted] = await db
    .select({
      people: sql<number>`count(distinct ${users.id})::int`,
      without: sql<number>`(count(distinct ${users.id}) filter (where not ${isLinked}))::int`,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.user_id, users.id))
    .innerJoin(accounts, and(eq(accounts.id, memberships.account_id), isNull(accounts.deleted_at), eq(accounts.company_id, company_id)))
    .innerJoin(ssoDomains, and(eq(ssoDomains.provider_id, id), eq(ssoDomains.domain, domainOf(users.email))))
    .where(
      and(
        eq(users.status, 'ACTIVE'),
        isNull(users.deleted_at),
        sql`${ssoDomains.proven_at} is not null`,
        sql`not ${isAdministrator(users.id)}`,
      ),
    )
  return counted ?? { people: 0, without: 0 }
}

export async function requirementOf(db: Database, provider: Provider): Promise<SingleSignOnRequirement> {
  return { required: provider.required, obstacle: await obstacleOf(db, provider), ...(await concerned(db, provider)) }
}
