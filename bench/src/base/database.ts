import { join } from 'node:path'
import { connect, migrate, startDatabase, StartError } from '@adsite/api'

type Pool = ReturnType<typeof connect>['pool']

/** Whose calls are measured: the administrator, and the accounts of the tenant with the most campaigns. */
export interface Parties {
  readonly admin: Party
  readonly advertiser: Party
}
export interface Party {
  readonly userId: number
  readonly accountId: number
}

export interface BenchDatabase {
  readonly url: string
  readonly pool: Pool
  readonly parties: Parties
  /** The last day of delivery, `YYYY-MM-DD`. */
  readonly lastDay: string
  /** Exact row counts of the measured tables. */
  readonly rows: Readonly<Record<'campaigns' | 'ads' | 'delivery_facts', number>>
  close(): Promise<void>
}

async function partiesOf(pool: Pool): Promise<Parties> {
  const of = async (account: string): Promise<Party | undefined> =>
    (
      await pool.query<Party>(
        `select user_id as "userId", account_id as "accountId" from memberships where account_id = (${account}) order by user_id limit 1`,
      )
    ).rows[0]
  const admin = await of(`select id from accounts where kind = 'admin' order by id limit 1`)
  const advertiser = await of('select advertiser_account_id from campaigns group by 1 order by count(*) desc limit 1')
  if (!admin || !advertiser) throw new StartError('There is nothing to measure in this database: fill it with `npm run seed -- --help`.')
  return { admin, advertiser }
}

/** Opens the database that `pnpm seed` filled: DATABASE_URL, or the one in DATA_DIR (default: data-scale). */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../../data-scale')
  const running = await startDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'] })
  try {
    await migrate(running.url)
    const { pool } = connect(running.url, { work: 'command' })
    const close = async () => {
      await pool.end()
      await running.stop()
    }
    try {
      const parties = await partiesOf(pool)
      const count = async (table: string) => (await pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]!.count
      const rows = { campaigns: await count('campaigns'), ads: await count('ads'), delivery_facts: await count('delivery_facts') }
      const { rows: days } = await pool.query<{ last: string | null }>('select max(day)::text as last from delivery_daily')
      return { url: running.url, pool, parties, rows, lastDay: days[0]!.last ?? '2026-01-01', close }
    } catch (error) {
      await pool.end()
      throw error
    }
  } catch (error) {
    await running.stop()
    throw error
  }
}
