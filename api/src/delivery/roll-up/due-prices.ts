import { required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import type { Database, RootDatabase } from '../../db/connect.ts'
import { isLocked } from '../../db/database-error.ts'
import type { Backfill, NextStep } from '../../db/upgrade/backfills.ts'
import { lockShares, priceGroup } from './price-facts.ts'

/** The first and the last day (`YYYY-MM-DD`) whose prices a change of shares may change. */
export interface PricedDays {
  readonly from: string
  readonly to: string
}

/** Facts of one step, unless a single space has more of a day: then only the worker prices them, at once. */
const atOnce = 50_000

/**
 * Prices the next facts of a group. `position` is the last day and space that has been priced, and the last day that is due, as in
 * `2026-03-01 12 2026-03-31`. A file or a withdrawal that changes delivery of the group is waited for briefly; then the next step
 * begins where this one did.
 */
async function priceNext(
  transaction: Database,
  group: number,
  position: string,
  factsAtOnce: number,
  by: 'call' | 'worker',
): Promise<NextStep | null> {
  const [day = '', space = '', last = ''] = position.split(' ')
  const step = async (inner: Database): Promise<NextStep | null> => {
    await inner.execute(sql`set local lock_timeout = '2s'`)
    await lockShares(inner, group)
    const { rows } = await inner.execute<{ day: string; space: number; facts: string; more: boolean }>(sql`
      select day::text as day, space_id as space, facts, number < count as more from (
        select day, space_id, sum(facts) over so_far as facts, row_number() over so_far as number, count(*) over () as count from (
          select day, space_id, facts from delivery_daily_space
          where publisher_group_id = ${group} and (day, space_id) > (${day}::date, ${space}::bigint) and day <= ${last}::date
          order by day, space_id limit ${factsAtOnce + 1}) as sums
        window so_far as (order by day, space_id rows unbounded preceding)) as next
      where facts <= ${factsAtOnce} or number = 1 order by number desc limit 1`)
    const [reached] = rows
    const isLeft = by === 'call' && Number(reached?.facts) > factsAtOnce
    if (reached && !isLeft) {
      const after = sql`(fact.day, fact.space_id) > (${day}::date, ${space}::bigint) and fact.day >= ${day}::date`
      const through = sql`(fact.day, fact.space_id) <= (${reached.day}::date, ${reached.space}) and fact.day <= ${reached.day}::date`
      await priceGroup(inner, group, sql`${after} and ${through}`)
    }
    await inner.execute(sql`set local lock_timeout to default`)
    if (isLeft) return { position, progress: 0 }
    return reached?.more ? { position: `${reached.day} ${reached.space} ${last}`, progress: 0 } : null
  }
  return transaction.transaction(step).catch((error: unknown) => {
    if (isLocked(error)) return { position, progress: 0 }
    throw error
  })
}

/** The pricing of a group as work of the worker; each group has its own, so that a change of its shares waits for no other one. */
const prefix = 'share_prices '

const pricesOfGroup = (group: number, factsAtOnce: number): Backfill => ({
  name: `${prefix}${group}`,
  since: 0,
  step: async (transaction, position) => (position === null ? null : priceNext(transaction, group, position, factsAtOnce, 'worker')),
})

/**
 * To be called in the transaction that changes shares of a group: prices the facts of these days anew, as far as one step goes,
 * and leaves the others to the worker.
 */
export async function sharesChanged(transaction: Database, group: number, { from, to }: PricedDays, factsAtOnce = atOnce): Promise<void> {
  const { name, since } = pricesOfGroup(group, factsAtOnce)
  // Taken before the shares are locked, as the worker does. What was due already stays due.
  const { rows } = await transaction.execute<{ position: string }>(sql`
    insert into backfills as due (name, since, position) values (${name}, ${since}, ${`${from} 0 ${to}`})
    on conflict (name) do update set progress = 0, finished_at = null, position = case when due.finished_at is null
      then least(split_part(due.position, ' ', 1), ${from}) || ' 0 ' || greatest(split_part(due.position, ' ', 3), ${to})
      else excluded.position end
    returning position`)
  const next = await priceNext(transaction, group, required(rows[0], 'the prices that are due').position, factsAtOnce, 'call')
  await transaction.execute(sql`update backfills set position = ${next?.position ?? null}, progress = ${next ? 0 : 100},
    finished_at = ${next ? null : sql`now()`} where name = ${name}`)
}

/** The pricing that changes of shares have left to the worker. */
export async function duePrices(db: RootDatabase, factsAtOnce = atOnce): Promise<Backfill[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from backfills where starts_with(name, ${prefix}) and finished_at is null order by name`,
  )
  return rows.map(({ name }) => pricesOfGroup(Number(name.slice(prefix.length)), factsAtOnce))
}
