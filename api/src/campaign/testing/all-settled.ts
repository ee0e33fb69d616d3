import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from '../../testing/database.ts'
import { settleChangedCampaigns } from '../../serving/settle.ts'

/** Ends when no campaign is listed as changed any more: the site of a test looks at them by itself, too, and then keeps this one from it. */
export async function allSettled({ db, pool }: Pick<TestDatabase, 'db' | 'pool'>): Promise<void> {
  await settleChangedCampaigns(db)
  const { rowCount } = await pool.query('select from changed_campaigns limit 1')
  if (rowCount === 0) return
  await sleep(20)
  await allSettled({ db, pool })
}
