import { join } from 'node:path'
import { connect, migrate, startDatabase, StartError } from '@adsite/api'

type Pool = ReturnType<typeof connect>['pool']

/** Whose calls are measured: the administrator, and of each kind of tenant the account with the most campaigns. */
export interface Parties {
  readonly admin: Party
  readonly advertiser: Party
  readonly agency: Party
  readonly rep: Party
}
export interface Party {
  readonly userId: number
  readonly accountId: number
}

export interface BenchDatabase {
  readonly url: string
  readonly pool: Pool
  readonly parties: Parties
  /** The product that the fewest ads bought. */
  readonly rareProduct: number
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
  const most = (kind: 'advertiser' | 'agency' | 'rep') =>
    of(`select ${kind}_account_id from campaigns where ${kind}_account_id is not null group by 1 order by count(*) desc limit 1`)
  const [advertiser, agency, rep] = [await most('advertiser'), await most('agency'), await most('rep')]
  if (!admin || !advertiser || !agency || !rep)
    throw new StartError('There is nothing to measure in this database: fill it with `npm run seed -- --help`.')
  return { admin, advertiser, agency, rep }
}

/** Opens a database that `pnpm seed` filled: DATABASE_URL, or the one in DATA_DIR (default: data-scale). */
export async function openBenchDatabase(databaseUrl = process.env['DATABASE_URL']): Promise<BenchDatabase> {
  const dataDir = process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../../data-scale')
  const running = await startDatabase({ dataDir, databaseUrl })
  try {
    await migrate(running.url)
    const { pool } = connect(running.url, { work: 'command' })
    const close = async () => {
      await pool.end()
      await running.stop()
    }
    try {
      const parties = await partiesOf(pool)
      const count = async (table: string) => (await pool.query<{ count: number }>(`select count(*) from ${table}`)).rows.at(0)?.count ?? 0
      const rows = { campaigns: await count('campaigns'), ads: await count('ads'), delivery_facts: await count('delivery_facts') }
      const { rows: products } = await pool.query<{ product_id: number }>(
        'select product_id from ads where product_id is not null group by product_id order by count(*) limit 1',
      )
      const { rows: days } = await pool.query<{ last: string | null }>('select max(day)::text as last from delivery_daily')
      if (!products[0]) throw new StartError('There are no ads in this database: fill it with `npm run seed -- --help`.')
      const rareProduct = products[0].product_id
      return { url: running.url, pool, parties, rareProduct, rows, lastDay: days[0]?.last ?? '2026-01-01', close }
    } catch (error) {
      await pool.end()
      throw error
    }
  } catch (error) {
    await running.stop()
    throw error
  }
}
