import type { Queries } from './roll-ups.ts'

const name = `hashtext('delivery of advertiser')`
/** Advertisers share them by their id, so that a file of thousands does not run out of locks. */
const slots = 512
/** The one that no advertiser has. */
const gate = slots

/**
 * Whoever changes delivery goes through the gate before it takes any other lock. One that makes records of advertisers
 * that it only meets line by line goes `alone`: it could not take their locks in an order.
 */
export async function passGate(client: Queries, alone: boolean): Promise<void> {
  await client.query(`select pg_advisory_xact_lock${alone ? '' : '_shared'}(${name}, ${gate})`)
}

/** Files of one advertiser are added one after the other: their roll-up rows are the same. In one order, so that files of several wait and do not block each other. */
export async function lockAdvertisers(client: Queries, ids: readonly number[]): Promise<void> {
  await passGate(client, false)
  await client.query(`select pg_advisory_xact_lock(${name}, slot)
    from (select distinct (id % ${slots})::int as slot from unnest('{${ids.join(',')}}'::bigint[]) id order by 1) slots`)
}
