import { daysOfPeriod, japanDay, keysOf, namedPeriods, periodText, type Period, type PeriodName } from '@adsite/contract'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Database, RootDatabase } from '../../db/connect.ts'
import type { Backfill } from '../../db/upgrade/backfills.ts'
import { isLong, periodPrefix, periodRule, periodSince } from '../../db/upgrade/kept-periods.ts'
import { countedFigures, periodRollUps, summedFigures, type PeriodRollUp } from './roll-ups.ts'

/** Single days are not kept: few facts are summed as fast. */
const keptNames: readonly PeriodName[] = keysOf(namedPeriods).filter((name) => name !== 'today' && name !== 'yesterday')

/** A period is kept for so long before and after it is named (milliseconds): it is filled before midnight, and calls that began before can end. */
const margin = 3_600_000

function keptPeriods(now: Date): Period[] {
  const days = [-margin, 0, margin].map((offset) => japanDay(new Date(now.getTime() + offset)))
  const periods = days.flatMap((today) => keptNames.map((name) => namedPeriods[name](today)))
  return [...new Map(periods.map((period) => [periodRule(period).name, period])).values()]
}

/** Sums what a roll-up of periods has of one of them, as far as a condition tells. */
async function fill(transaction: Database, { table, key, when = 'true', from }: PeriodRollUp, period: Period, which: SQL | undefined) {
  const days: Readonly<Record<string, SQL>> = { first_day: sql`${period.from}::date`, last_day: sql`${period.to}::date` }
  const figures = from ? summedFigures : countedFigures
  const columns = [...Object.keys(key), ...figures.map(({ name }) => name)]
  const values = [...Object.entries(key).map(([name, of]) => days[name] ?? sql.raw(of)), ...figures.map(({ of }) => sql.raw(of))]
  const places = Object.keys(key).map((_, index) => index + 1)
  await transaction.execute(sql`insert into ${sql.raw(table)} (${sql.raw(columns.join(', '))})
    select ${sql.join(values, sql`, `)} from ${sql.raw(from ?? 'delivery_facts')}
    where ${and(sql`day between ${period.from}::date and ${period.to}::date`, which, sql.raw(when))} group by ${sql.raw(places.join(', '))}`)
}

/** Sums the facts of a period by advertiser, so many in a step unless one advertiser has more. `position` is the last one that has been summed. */
const sumsOfPeriod = (period: Period, factsAtOnce: number): Backfill => ({
  ...periodRule(period),
  async step(transaction, position) {
    const [from, to] = [sql`${period.from}::date`, sql`${period.to}::date`]
    const after = sql`advertiser_account_id > ${position ?? '0'}::bigint`
    const kept = periodRollUps.filter(({ long }) => !long || isLong(period))
    const tables = kept.map((each) => sql.raw(each.table))
    // A file waits where it adds its facts to these sums, and then adds them to the new ones. One that has added them already is waited for.
    await transaction.execute(sql`lock table ${sql.join(tables, sql`, `)} in share row exclusive mode`)
    const next = await transaction.execute<{ advertiser: number; progress: number }>(sql`
      select advertiser_account_id as advertiser,
        (100 * advertiser_account_id / (select max(advertiser_account_id) from delivery_daily_advertiser))::int as progress
      from (
        select advertiser_account_id, sum(sum(facts)) over so_far as facts, row_number() over so_far as number from delivery_daily_advertiser
        where ${after} and day between ${from} and ${to} group by advertiser_account_id
        window so_far as (order by advertiser_account_id rows unbounded preceding)) as next
      where facts <= ${factsAtOnce} or number = 1 order by number desc limit 1`)
    const [last] = next.rows
    const through = last && sql`advertiser_account_id <= ${last.advertiser}`
    for (const rollUp of kept) {
      // Few rows, and not of one advertiser each: the first step sums them all.
      if (rollUp.from && position !== null) continue
      const which = rollUp.from ? undefined : and(after, through)
      const removed = and(sql`first_day = ${from} and last_day = ${to}`, which)
      await transaction.execute(sql`delete from ${sql.raw(rollUp.table)} where ${removed}`)
      if (last) await fill(transaction, rollUp, period, which)
    }
    if (last) return { position: String(last.advertiser), progress: last.progress }
    await transaction.execute(sql`select analyze_delivery_periods()`)
    return null
  },
})

/**
 * The passes that fill the periods that are named now, an hour ago or in an hour, and those that somebody has asked for in the last hour
 * (`askForPeriod`), as far as they are due. Drops the sums of other periods.
 */
export async function duePeriods(db: RootDatabase, now = new Date(), factsAtOnce = 200_000): Promise<Backfill[]> {
  const { rows } = await db.execute<{ days: string; complete: boolean; asked: boolean }>(sql`
    select substr(name, ${periodPrefix.length + 1}) as days, since = ${periodSince} and alone and finished_at is not null as complete,
      coalesce(finished_at > ${now}::timestamptz - interval '1 hour', true) as asked
    from backfills where starts_with(name, ${periodPrefix})`)
  const named = keptPeriods(now)
  const isNamed = (days: string) => named.some((period) => periodText(period) === days)
  const asked = rows.filter((row) => row.asked && !isNamed(row.days)).map(({ days }) => daysOfPeriod(days))
  const kept = [...named, ...asked].map((period) => sumsOfPeriod(period, factsAtOnce))
  const names = sql`${sql.param(kept.map(({ name }) => name))}::text[]`
  if (rows.some((row) => !row.asked && !isNamed(row.days)))
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`delete from backfills where starts_with(name, ${periodPrefix}) and name <> all(${names})`)
      for (const { table } of periodRollUps)
        await transaction.execute(
          sql`delete from ${sql.raw(table)} where ${periodPrefix} || first_day || '..' || last_day <> all(${names})`,
        )
    })
  return kept.filter(({ name }) => !rows.some(({ days, complete }) => complete && name === `${periodPrefix}${days}`))
}
