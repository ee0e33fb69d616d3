import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import type { Figure } from '../base/figure.ts'
import { openSession, withSite, type BenchSite } from '../base/site.ts'

/** Downloads the whole list as CSV: rows, milliseconds to the first and last byte, and the server's peak memory above its base. */
async function download(site: BenchSite, session: string) {
  const before = site.memory()
  let most = before
  let bytes = 0
  const watch = setInterval(() => (most = Math.max(most, site.memory())), 250)
  try {
    const answer = await site.call('/api/campaign/export?format=csv', session, { onBytes: (length) => (bytes += length) })
    if (answer.status !== 200) throw new Error(`The export answered ${answer.status}`)
    return { ...answer, bytes, memory: most - before }
  } finally {
    clearInterval(watch)
  }
}

/** Reads the same rows through a cursor and discards them. */
async function cursorSeconds({ pool }: BenchDatabase): Promise<number> {
  const client = await pool.connect()
  const began = performance.now()
  try {
    await client.query('begin read only')
    await client.query(`declare plain no scroll cursor for select id, name, advertiser_account_id, agency_account_id, start_at, end_at, lifetime_budget
      from campaigns where deleted_at is null order by updated_at desc nulls last, id desc nulls last`)
    while ((await client.query('fetch 1000 from plain')).rows.length > 0);
    await client.query('commit')
  } finally {
    client.release()
  }
  return (performance.now() - began) / 1000
}

export async function exports({ progress }: BenchContext): Promise<Figure[]> {
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const count = database.rows.campaigns
      const session = await openSession(database, database.parties.admin)
      progress(`${count.toLocaleString('en-US')} rows through a cursor`)
      const plain = await cursorSeconds(database)
      progress(`${count.toLocaleString('en-US')} rows as CSV`)
      const { firstByte, whole, bytes, memory } = await download(site, session)
      return [
        { name: 'first byte', unit: 'ms', ours: firstByte, target: { text: '< 500', met: firstByte < 500 } },
        {
          name: `CSV of ${count.toLocaleString('en-US')} campaigns`,
          unit: 'rows/s',
          ours: (count * 1000) / whole,
          beside: { what: 'the rows through a cursor', value: count / plain },
        },
        { name: 'size of the file', unit: 'MB', ours: bytes / 2 ** 20 },
        { name: 'more memory of the server', unit: 'MB', ours: memory, target: { text: '< 100', met: memory < 100 } },
      ]
    },
  )
}
