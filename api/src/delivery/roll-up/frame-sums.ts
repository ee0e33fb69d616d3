import { sql } from 'drizzle-orm'
import type { Backfill } from '../../db/upgrade/backfills.ts'
import { frameSumsRule } from '../../db/upgrade/frame-sums-complete.ts'
import { factSums, frameRollUp } from './roll-ups.ts'

const { table, key, when } = frameRollUp
const sums = sql.raw(`insert into ${table} (${[...Object.keys(key), 'facts', ...Object.keys(factSums)].join(', ')})
  select ${[...Object.values(key), 'count(*)', ...Object.values(factSums)].join(', ')} from delivery_facts where ${when}`)

/**
 * Sums the facts by frame anew, by group and day. A step takes at most `factsAtOnce` facts, unless one day of a group has more.
 * `position` is the last group and day that have been summed, as in `12 2026-03-31`.
 */
export const frameSumsBySteps = (factsAtOnce: number): Backfill => ({
  ...frameSumsRule,
  async step(transaction, position) {
    const [group = '0', day = '0001-01-01'] = position?.split(' ') ?? []
    const after = sql`(publisher_group_id, day) > (${group}::bigint, ${day}::date)`
    // A file waits where it adds its facts to these sums, and then adds them to the new ones. One that has added them already is waited for.
    await transaction.execute(sql`lock table delivery_daily_frame in share row exclusive mode`)
    const { rows } = await transaction.execute<{ group: number; day: string; progress: number }>(sql`
      select publisher_group_id as group, day::text as day,
        (100 * publisher_group_id / (select max(publisher_group_id) from delivery_daily_space))::int as progress
      from (
        select publisher_group_id, day, sum(facts) over so_far as facts, row_number() over so_far as number from delivery_daily_space
        where ${after} window so_far as (order by publisher_group_id, day rows unbounded preceding)
        order by publisher_group_id, day limit 20000) next
      where facts <= ${factsAtOnce} or number = 1 order by number desc limit 1`)
    const [last] = rows
    if (!last) {
      await transaction.execute(sql`delete from delivery_daily_frame where ${after}`)
      return null
    }
    const these = sql`${after} and (publisher_group_id, day) <= (${last.group}::bigint, ${last.day}::date)`
    await transaction.execute(sql`delete from delivery_daily_frame where ${these}`)
    await transaction.execute(sql`${sums} and ${these} group by 1, 2, 3, 4, 5`)
    return { position: `${last.group} ${last.day}`, progress: last.progress }
  },
})

export const frameSums = frameSumsBySteps(200_000)
