import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TestDatabase } from '../../testing/database.ts'
import { pacedCampaigns } from '../../pace/paced-records.ts'
import { pacesAreDue } from '../../pace/settle-paces.ts'
import { listChanged } from '../changed-campaigns.ts'
import { pacedAds } from '../paced-ads.ts'
import { settleChangedCampaigns } from '../settle-changed-campaigns.ts'

type Settling = Pick<TestDatabase, 'db' | 'pool'>

/** Ends when every status is settled: the site of a test settles them by itself, too, and then keeps this one from it. */
export async function allSettled({ db, pool }: Settling): Promise<void> {
  await settleChangedCampaigns(db)
  const { rowCount } = await pool.query(`select from changed_campaigns union all select from campaigns where status_until <= now()
    union all select from ads where status_until <= now() limit 1`)
  const { rows } = await db.execute<{ due: boolean }>(sql`select ${pacesAreDue(pacedCampaigns)} or ${pacesAreDue(pacedAds)} as due`)
  if (rowCount === 0 && !rows[0]?.due) return
  await sleep(20)
  await allSettled({ db, pool })
}

/** The same where a test has written to the tables itself: nothing has listed what changed. */
export async function settleAnew(api: Settling): Promise<void> {
  await listChanged(api.db, sql`true`)
  await allSettled(api)
}

/** Keeps the worker from settling anything; answers the function that lets it go on. */
export async function pauseWorker({ pool }: Pick<Settling, 'pool'>): Promise<() => Promise<void>> {
  const other = await pool.connect()
  await other.query(`select pg_advisory_lock(hashtext('adsite changed campaigns'))`)
  // The lock goes with the connection.
  return async () => other.release(true)
}
