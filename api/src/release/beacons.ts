import type { ReleaseBeacon, ReleaseLoads } from '@adsite/contract'
import { and, count, eq, gte, ne, not, notInArray, or, sql, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { releaseBeacons } from '../db/schema.ts'
import { boundDetails } from './bound-details.ts'
import { keepDescriptions, keyBeacon } from './describe-failures.ts'

/** Any signed-in user can forge beacons, so an account is limited per minute: kinds (build, phase), and beacons of each kind. */
const kindsPerMinute = 30
const countsPerMinute = 5
/** Maximum weight of one account in the figures of a build, however often it reports. */
export const weightOfAccount = 10

const { ok, failed, phase } = releaseBeacons
// Reports of one account, capped at its weight: successful first screens, and failures. The sums are small and cast to
// numbers, because PostgreSQL's bigint arrives as text.
const workedOfAccount = sql<number>`least(coalesce(sum(${ok}) filter (where ${phase} = 'mount'), 0), ${weightOfAccount})`
const failedOfAccount = sql<number>`least(sum(${failed}), ${weightOfAccount})`

/**
 * Stores what a page of this account observed. Beacons beyond the account's share of the minute are dropped
 * silently. Calls of one account are serialised, because together they could exceed the share.
 */
export async function keepBeacons(db: Database, account_id: number, beacons: readonly ReleaseBeacon[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`release_beacons:${account_id}`}, 0))`)
    const minute = sql<Date>`date_trunc('minute', now())`
    const kinds = new Map<string, Omit<typeof releaseBeacons.$inferInsert, 'minute'> & { ok: number; failed: number }>()
    for (const beacon of await keepDescriptions(tx, await boundDetails(tx, account_id, beacons.map(keyBeacon)))) {
      const { remote: unit, build, canary, phase: seen, ok: worked, route, error } = beacon
      const key = JSON.stringify([unit, build, canary, seen, route, error])
      const kind = { unit, build, canary, phase: seen, route, error }
      const row = kinds.get(key) ?? { ...kind, account_id, ok: 0, failed: 0 }
      row[worked ? 'ok' : 'failed'] = Math.min(row[worked ? 'ok' : 'failed'] + 1, countsPerMinute)
      kinds.set(key, row)
    }
    const [heard] = await tx
      .select({ kinds: count() })
      .from(releaseBeacons)
      .where(and(eq(releaseBeacons.account_id, account_id), gte(releaseBeacons.minute, minute)))
    const room = kindsPerMinute - (heard?.kinds ?? 0)
    if (room <= 0) return
    const { unit, build, minute: at, account_id: account, canary, route, error } = releaseBeacons
    await tx
      .insert(releaseBeacons)
      .values([...kinds.values()].slice(0, room).map((row) => ({ ...row, minute })))
      .onConflictDoUpdate({
        target: [unit, build, at, account, canary, phase, route, error],
        set: {
          ok: sql`least(${ok} + excluded.ok, ${countsPerMinute})`,
          failed: sql`least(${failed} + excluded.failed, ${countsPerMinute})`,
        },
      })
  })
}

/** How pages fared with one build, for accounts in the canary or for the others. */
export interface BuildLoads {
  readonly build: string
  readonly canary: boolean
  /** Successful first screens. */
  readonly worked: number
  readonly failed: number
  /** Accounts that reported, and accounts that reported failures. */
  readonly accounts: number
  readonly failingAccounts: number
}

/**
 * Reads the reports on a unit's builds since a moment. The weight of each account is limited.
 * @param withApi whether calls that the API did not answer count as failures
 * @param isInCanary whether an account tries the canary. Reports on the canary from other accounts do not count, because a page
 * can claim anything.
 */
export async function readLoads(
  db: Database,
  unit: string,
  { since, withApi, isInCanary }: { readonly since: Date; readonly withApi: boolean; readonly isInCanary: (account: number) => boolean },
): Promise<BuildLoads[]> {
  const { build, canary, account_id, minute } = releaseBeacons
  const ofUnit = and(eq(releaseBeacons.unit, unit), gte(minute, since))
  const trying = await db.selectDistinct({ account: account_id }).from(releaseBeacons).where(and(ofUnit, canary))
  const others = trying.flatMap(({ account }) => (isInCanary(account) ? [] : [account]))
  const byAccount = db
    .select({ build, canary, worked: workedOfAccount.as('worked'), failed: failedOfAccount.as('failures') })
    .from(releaseBeacons)
    .where(and(ofUnit, withApi ? undefined : ne(phase, 'api'), or(not(canary), notInArray(account_id, others))))
    .groupBy(build, canary, account_id)
    .as('by_account')
  return db
    .select({ build: byAccount.build, canary: byAccount.canary, ...totalsOf(byAccount) })
    .from(byAccount)
    .groupBy(byAccount.build, byAccount.canary)
    .orderBy(byAccount.build, byAccount.canary)
}

/** Reads the reports on every build since a moment, by unit, over canary and other accounts. */
export async function readRates(db: Database, since: Date): Promise<ReadonlyMap<string, ReleaseLoads[]>> {
  const { unit, build, account_id, minute } = releaseBeacons
  const byAccount = db
    .select({ unit, build, worked: workedOfAccount.as('worked'), failed: failedOfAccount.as('failures') })
    .from(releaseBeacons)
    .where(gte(minute, since))
    .groupBy(unit, build, account_id)
    .as('by_account')
  const rows = await db
    .select({ unit: byAccount.unit, build: byAccount.build, ...totalsOf(byAccount) })
    .from(byAccount)
    .groupBy(byAccount.unit, byAccount.build)
    .orderBy(byAccount.unit, byAccount.build)
  const rates = new Map<string, ReleaseLoads[]>()
  for (const { unit: name, failingAccounts, ...loads } of rows) {
    rates.set(name, [...(rates.get(name) ?? []), { ...loads, failing_accounts: failingAccounts }])
  }
  return rates
}

/** Sums over the accounts. */
function totalsOf({ worked, failed: failures }: { readonly worked: SQLWrapper; readonly failed: SQLWrapper }) {
  return {
    worked: sql<number>`sum(${worked})::int`,
    failed: sql<number>`sum(${failures})::int`,
    accounts: sql<number>`count(*)::int`,
    failingAccounts: sql<number>`(count(*) filter (where ${failures} > 0))::int`,
  }
}
