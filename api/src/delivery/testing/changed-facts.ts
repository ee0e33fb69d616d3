import type { Pool, PoolClient } from 'pg'
import { collectChanges, updateRollUps, type Queries } from '../roll-up/roll-ups.ts'

/** Runs work in a transaction on a connection of its own. */
export async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** Stores all facts of a day once more, as a file does, and collects what that changes of the sums. */
export async function store(client: Queries, day: string): Promise<void> {
  await client.query(`create temp table delivery_made on commit drop as select * from delivery_facts where day = '${day}'`)
  await client.query('insert into delivery_facts select * from delivery_made')
  await collectChanges(client, 'delivery_made')
}

/** Takes all facts of a day away, as a file that replaces them does, and updates the sums. */
export async function remove(client: Queries, day: string): Promise<void> {
  await client.query('create temp table delivery_gone (like delivery_facts) on commit drop')
  await client.query(
    `with gone as (delete from delivery_facts where day = '${day}' returning *) insert into delivery_gone select * from gone`,
  )
  await collectChanges(client, 'delivery_gone where false')
  await updateRollUps(client, 'delivery_gone')
}

/** The connection of a process of a former release, which does not know some sums. */
export const withoutSums = (client: Queries, sums: RegExp): Queries => ({
  query: async (text) => (sums.test(text) ? { rows: [] } : client.query(text)),
})
