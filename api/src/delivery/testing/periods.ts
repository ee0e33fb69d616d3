import type { TestApi } from '../../testing/api.ts'
import { runBackfills } from '../../db/upgrade/backfills.ts'
import { duePeriods } from '../roll-up/period-sums.ts'
import { createAccount, handIn } from './advertiser.ts'

/** Hands in a file of the advertiser and, with other names of ads, one of another. An agency and a rep see the campaign 夏 of each. */
export async function deliverForTwo({ pool, fixtures }: TestApi, content: string): Promise<void> {
  const own = fixtures.a.accounts
  await handIn(pool, content, { advertiser: String(own.advertiser) })
  const other = await createAccount(pool, '別の広告主')
  await handIn(pool, content.replaceAll('茶', '湯'), { advertiser: String(other), source: 'other' })
  await pool.query(`update campaigns set agency_account_id = $1, rep_account_id = $2 where name = '夏'`, [own.agency, own.rep])
}

/** Runs the passes over periods that are due to their ends; returns the number of rounds. */
export async function sumPeriods({ db }: TestApi, now: Date, factsAtOnce?: number): Promise<number> {
  for (let rounds = 0; rounds < 100; rounds += 1) {
    const due = await duePeriods(db, now, factsAtOnce)
    if (due.length === 0) return rounds
    await runBackfills(db, due, () => undefined)
  }
  throw new Error('The passes do not end.')
}
