import { sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Database } from '../../db/connect.ts'
import { collectChanges, updateRollUps, type Queries } from './roll-ups.ts'
import { revenueRateOn } from './revenue-rate-on.ts'

const lockName = `hashtext('revenue share')`

/** Makes the pricing of a group's facts by its shares wait for files whose facts they price, and those for it. */
export async function lockShares(db: Database, publisherGroupId: unknown): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${sql.raw(lockName)}, hashint8(${publisherGroupId}))`)
}

/**
 * Locks the shares of the groups by which some facts (a condition on them) are priced, beside other files, until the end of the
 * transaction. Two statements, because on a cluster a lock beside facts would be taken on their node. A file locks twice, for what
 * it adds and for what it removes: should two groups' pricing wait between two files, PostgreSQL lets the files go first.
 */
export async function lockSharesOf(client: Queries, facts: string): Promise<void> {
  const { rows } = await client.query(
    `select distinct publisher_group_id as id from delivery_facts where (${facts}) and cost_by_share and publisher_group_id is not null`,
  )
  await client.query(`select pg_advisory_xact_lock_shared(${lockName}, lock)
    from (select distinct hashint8(id) as lock from unnest('{${rows.map(({ id }) => Number(id)).join(',')}}'::bigint[]) id order by 1) locks`)
}

/**
 * What is paid for the facts that match and whose files do not say it: `prices` has a row per place and day with the rate valid
 * then (percent), null without a share. It is worked out before the facts are changed, because they may be on other nodes than
 * the shares (docs/decisions/0028-citus.md).
 */
function pricesOf(which: SQL, facts = sql`delivery_facts`): SQL {
  const medium = sql`(select s.medium_id from spaces s where s.publisher_group_id = places.publisher_group_id and s.id = places.space_id)`
  return sql`places as materialized (
      select distinct publisher_group_id, coalesce(space_id, 0) as space_id, day from ${facts} as fact where ${which} and cost_by_share
    ), prices as materialized (
      select places.*, ${revenueRateOn(sql`places.publisher_group_id`, medium, sql`places.day`)} as rate from places
    )`
}

/** Joins a fact with its row of the prices. */
const ofPlace = sql`fact.cost_by_share and fact.publisher_group_id = prices.publisher_group_id
  and coalesce(fact.space_id, 0) = prices.space_id and fact.day = prices.day`
/** Gross × the valid share, rounded as money is stored. */
const price = sql`round(fact.gross * prices.rate * 0.01, 6)`

/** Prices the facts of a file during its ingest (`facts`: a condition on them); its groups' shares are locked until the end of the transaction. */
export async function priceFile(client: PoolClient, facts: string): Promise<void> {
  await lockSharesOf(client, facts)
  const db = drizzle(client)
  const placed = sql`${sql.raw(facts)} and publisher_group_id is not null`
  await db.execute(sql`with ${pricesOf(placed)} update delivery_facts as fact set media_cost = ${price}
    from prices where ${sql.raw(facts)} and ${ofPlace} and prices.rate is not null`)
}

/**
 * Reprices those of a group's facts that match (a condition on `fact`) after its shares changed, and updates every roll-up. Only
 * facts whose file lacks the media cost and whose price differs are touched. The group's shares must be locked.
 */
export async function priceGroup(db: Database, publisherGroupId: number, which: SQL): Promise<void> {
  await db.execute(sql`create temp table delivery_removed (like delivery_facts) on commit drop`)
  const ofGroup = sql`fact.publisher_group_id = ${publisherGroupId} and ${which}`
  const { rowCount } = await db.execute(sql`with ${pricesOf(ofGroup)}, gone as (
      delete from delivery_facts as fact using prices where ${ofGroup} and ${ofPlace}
        and fact.media_cost is distinct from ${price} returning fact.*)
    insert into delivery_removed select * from gone`)
  if (rowCount) {
    await db.execute(sql`create temp table delivery_priced on commit drop as table delivery_removed`)
    await db.execute(sql`with ${pricesOf(ofGroup, sql`delivery_priced`)} update delivery_priced as fact set media_cost = ${price}
      from prices where ${ofPlace}`)
    await db.execute(sql`insert into delivery_facts select * from delivery_priced`)
    const queries = { query: (text: string) => db.execute(sql.raw(text)) }
    await collectChanges(queries, 'delivery_priced')
    await updateRollUps(queries, 'delivery_removed')
    await db.execute(sql`drop table delivery_priced, delivery_changes`)
  }
  await db.execute(sql`drop table delivery_removed`)
}
