import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Database } from '../../db/connect.ts'
import { collectChanges, updateRollUps } from './roll-ups.ts'
import { revenueRateOn } from './revenue-rate-on.ts'

const lockName = sql`hashtext('revenue share')`

/** Serialises changes of a group's shares with each other and with files whose facts they price. */
export async function lockShares(db: Database, publisherGroupId: unknown): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${lockName}, hashint8(${publisherGroupId}))`)
}

/** The media cost of a fact whose file does not have it: gross × the valid share, rounded as money is stored; null without a share. */
function price(fact: SQLWrapper): SQL {
  const medium = sql`(select s.medium_id from spaces s where s.publisher_group_id = ${fact}.publisher_group_id and s.id = ${fact}.space_id)`
  const rate = revenueRateOn(sql`${fact}.publisher_group_id`, medium, sql`${fact}.day`)
  return sql`round(${fact}.gross * ${rate} * 0.01, 6)`
}

/** Prices the facts of a file during its ingest; its groups' shares are locked until the end of the transaction. */
export async function priceFile(client: PoolClient, fileId: number): Promise<void> {
  const db = drizzle(client)
  await db.execute(sql`select pg_advisory_xact_lock_shared(${lockName}, lock) from (
    select distinct hashint8(publisher_group_id) as lock from delivery_facts
    where delivery_file_id = ${fileId} and cost_by_share and publisher_group_id is not null order by 1) locks`)
  await db.execute(sql`update delivery_facts as fact set media_cost = ${price(sql`fact`)}
    where fact.delivery_file_id = ${fileId} and fact.cost_by_share
      and fact.publisher_group_id in (select publisher_group_id from revenue_shares where deleted_at is null)`)
}

/**
 * Reprices a group's facts after its shares changed, and updates every roll-up. Only facts whose file lacks the
 * media cost and whose price differs are touched. The group's shares must be locked.
 */
export async function priceGroup(db: Database, publisherGroupId: number): Promise<void> {
  await db.execute(sql`create temp table delivery_removed (like delivery_facts) on commit drop`)
  const { rowCount } = await db.execute(sql`with gone as (
      delete from delivery_facts fact where fact.publisher_group_id = ${publisherGroupId} and fact.cost_by_share
        and fact.media_cost is distinct from ${price(sql`fact`)} returning fact.*)
    insert into delivery_removed select * from gone`)
  if (rowCount) {
    await db.execute(sql`create temp table delivery_priced on commit drop as table delivery_removed`)
    await db.execute(sql`update delivery_priced as fact set media_cost = ${price(sql`fact`)}`)
    await db.execute(sql`insert into delivery_facts select * from delivery_priced`)
    const queries = { query: (text: string) => db.execute(sql.raw(text)) }
    await collectChanges(queries, 'delivery_priced')
    await updateRollUps(queries, 'delivery_removed')
    await db.execute(sql`drop table delivery_priced, delivery_changes`)
  }
  await db.execute(sql`drop table delivery_removed`)
}
