import type { BuildVital, WebVital } from '@adsite/contract'
import { and, count, countDistinct, eq, gte, inArray, lte, not, sql } from 'drizzle-orm'
import type { Trial } from '../call/releases.ts'
import type { Database, RootDatabase } from '../db/connect.ts'
import { releaseVitals } from '../db/schema.ts'
import { weightOfAccount } from './beacons.ts'

/** Any signed-in user can forge measurements, so an account is limited per minute: kinds (build and metric), and values of each kind. */
const kindsPerMinute = 30
const valuesPerMinute = 5

const { unit, build, minute, account_id, name, values } = releaseVitals

/**
 * Stores what a page of this account measured. What exceeds the account's share of the minute is dropped silently. Calls
 * of one account are serialised, because together they could exceed the share.
 */
export async function keepVitals(db: Database, account: number, vitals: readonly WebVital[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`release_vitals:${account}`}, 0))`)
    const now = sql<Date>`date_trunc('minute', now())`
    const kinds = new Map<string, { unit: string; build: string; name: string; values: number[] }>()
    for (const { value, ...kind } of vitals) {
      const key = JSON.stringify([kind.unit, kind.build, kind.name])
      const row = kinds.get(key) ?? { ...kind, values: [] }
      if (row.values.length < valuesPerMinute) row.values.push(value)
      kinds.set(key, row)
    }
    const ofAccount = and(eq(account_id, account), gte(minute, now))
    const [heard] = await tx.select({ kinds: count() }).from(releaseVitals).where(ofAccount)
    const room = kindsPerMinute - (heard?.kinds ?? 0)
    if (room <= 0) return
    await tx
      .insert(releaseVitals)
      .values([...kinds.values()].slice(0, room).map((row) => ({ ...row, account_id: account, minute: now })))
      .onConflictDoUpdate({
        target: [unit, build, minute, account_id, name],
        set: { values: sql`(${values} || excluded.values)[1:${sql.raw(String(valuesPerMinute))}]` },
      })
  })
}

/** The accounts that reported on a build under trial without being in the trial. */
async function outsiders(db: RootDatabase | Database, of: string, trial: Trial, since: Date): Promise<number[]> {
  const ofTrial = and(eq(unit, of), eq(build, trial.build), gte(minute, since))
  const heard = await db.selectDistinct({ account: account_id }).from(releaseVitals).where(ofTrial)
  return heard.flatMap(({ account }) => (trial.includes(account) ? [] : [account]))
}

export interface VitalsWanted {
  readonly since: Date
  /** Default: all units. */
  readonly unit?: string
  /** The canaries that run, by unit. What accounts outside of them report on their builds does not count. */
  readonly trials: ReadonlyMap<string, Trial>
}

/** Reads the 75th percentile of each metric by unit and build since a moment, from the newest loads of each account. */
export async function readVitals(
  db: RootDatabase | Database,
  { since, unit: wanted, trials }: VitalsWanted,
): Promise<(BuildVital & { unit: string })[]> {
  const judged = [...trials].filter(([of]) => wanted === undefined || of === wanted)
  const foreign = judged.map(async ([of, trial]) => {
    const accounts = await outsiders(db, of, trial, since)
    return and(eq(unit, of), eq(build, trial.build), inArray(account_id, accounts))
  })
  const excluded = (await Promise.all(foreign)).flatMap((condition) => (condition ? [not(condition)] : []))
  const samples = db
    .select({ unit, build, name, account_id, minute, value: sql<number>`unnest(${values})`.as('value') })
    .from(releaseVitals)
    .where(and(gte(minute, since), wanted === undefined ? undefined : eq(unit, wanted), ...excluded))
    .as('samples')
  const newest = db
    .select({
      unit: samples.unit,
      build: samples.build,
      name: samples.name,
      account_id: samples.account_id,
      value: samples.value,
      nth: sql<number>`row_number() over (partition by ${samples.unit}, ${samples.build}, ${samples.name}, ${samples.account_id} order by ${samples.minute} desc)`.as(
        'nth',
      ),
    })
    .from(samples)
    .as('newest')
  return db
    .select({
      unit: newest.unit,
      build: newest.build,
      name: sql<BuildVital['name']>`${newest.name}`,
      p75: sql<number>`percentile_disc(0.75) within group (order by ${newest.value})`,
      loads: count(),
      accounts: countDistinct(newest.account_id),
    })
    .from(newest)
    .where(lte(newest.nth, weightOfAccount))
    .groupBy(newest.unit, newest.build, newest.name)
    .orderBy(newest.unit, newest.build, newest.name)
}
