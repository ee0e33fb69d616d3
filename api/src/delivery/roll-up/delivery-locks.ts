import type { Queries } from './roll-ups.ts'

const name = `hashtext('delivery of advertiser')`
/** Advertisers share advisory locks by id, so that a file of thousands does not exhaust them. */
const slots = 512
/** A lock number that no advertiser maps to. */
const gate = slots

/**
 * Every change of delivery passes this gate before it takes other locks. A file that creates records of
 * advertisers it meets line by line passes it `alone`, because it cannot lock them in order.
 */
export async function passGate(client: Queries, alone: boolean): Promise<void> {
  await client.query(`select pg_advisory_xact_lock${alone ? '' : '_shared'}(${name}, ${gate})`)
}

/**
 * Files of one advertiser are added one after the other, because they update the same roll-up rows. Locks are
 * taken in order, so that files of several advertisers do not deadlock.
 */
export async function lockAdvertisers(client: Queries, ids: readonly number[]): Promise<void> {
  await passGate(client, false)
  await client.query(`select pg_advisory_xact_lock(${name}, slot)
    from (select distinct (id % ${slots})::int as slot from unnest('{${ids.join(',')}}'::bigint[]) id order by 1) slots`)
}
