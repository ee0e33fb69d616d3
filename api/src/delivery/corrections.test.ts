import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { startDatabase, type RunningDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { Random } from '../demo/random.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { DeliverySummary } from '@adsite/contract'
import { createAccount, handIn, rollUpDifferences } from './testing/advertiser.ts'

const header = 'day,campaign,ad,creative,frame,imps,clicks,gross'

describe('a correction', () => {
  let database: TestDatabase
  let made = 0
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  async function delivered() {
    made += 1
    const advertiser = String(await createAccount(database.pool, `訂正${made}`))
    // Files are known by their source and content, whoever they are for.
    const server = `server${made}`
    const take = (content: string, options: { source?: string; replace?: boolean; strict?: boolean } = {}) =>
      handIn(database.pool, `${header}\n${content}`, { advertiser, source: server, ...options })
    await take('2026-01-01,春,A,b,右,100,10,50\n2026-01-01,春,B,b,左,40,4,20\n')
    await take('2026-01-02,春,A,b,右,7,1,3\n')
    await take('2026-01-01,春,A,b,右,1000,0,500\n', { source: `other${made}` })
    return { advertiser, server, take }
  }
  const read = async (text: string, advertiser: string) => (await database.pool.query(text, [advertiser])).rows as unknown[]
  const days = (advertiser: string) =>
    read('select day::text, imps, gross::float from delivery_daily_advertiser where advertiser_account_id = $1 order by 1', advertiser)
  const ads = (advertiser: string) =>
    read(
      `select a.name, t.imps from delivery_totals_ad t join ads a on a.id = t.ad_id where t.advertiser_account_id = $1 order by 1`,
      advertiser,
    )

  test('takes the place of the days that it holds, of its source alone, in every roll-up', async () => {
    const { advertiser, take } = await delivered()
    const summary = await take('2026-01-01,春,A,b,右,90,9,45\n', { replace: true })
    expect(summary).toMatchObject({ rows_taken: 1, rows_replaced: 2, sums: { imps: 90 } })
    expect(await days(advertiser)).toEqual([
      { day: '2026-01-01', imps: 1090, gross: 545 },
      { day: '2026-01-02', imps: 7, gross: 3 },
    ])
    expect(await ads(advertiser)).toEqual([{ name: 'A', imps: 1097 }])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('ads that are shown in a frame no longer are not listed there, and are again when they are', async () => {
    const { advertiser, server, take } = await delivered()
    const shown = () =>
      read(
        `select f.name as frame, a.name, s.first_day::text, s.last_day::text from advertisements s join ads a on a.id = s.ad_id join frames f on f.id = s.frame_id
         join media m on m.publisher_group_id = f.publisher_group_id and m.domain = '${server}' and m.id = s.medium_id
         where s.advertiser_account_id = $1 and s.deleted_at is null order by 2`,
        advertiser,
      )
    const both = { frame: '右', name: 'A', first_day: '2026-01-01', last_day: '2026-01-02' }
    const left = { frame: '左', name: 'B', first_day: '2026-01-01', last_day: '2026-01-01' }
    expect(await shown()).toEqual([both, left])
    await take('2026-01-01,春,C,b,右,1,0,1\n', { replace: true })
    expect(await shown()).toEqual([
      { ...both, first_day: '2026-01-02' },
      { frame: '右', name: 'C', first_day: '2026-01-01', last_day: '2026-01-01' },
    ])
    await take('2026-01-01,春,A,b,右,100,10,50\n2026-01-01,春,B,b,左,40,4,20\n', { replace: true })
    expect(await shown()).toEqual([both, left])
  })

  test('that is in place adds nothing; an older one comes back when it is handed in again', async () => {
    const { advertiser, take } = await delivered()
    const [first, second] = ['2026-01-02,春,A,b,右,20,1,3\n', '2026-01-02,春,A,b,右,30,1,3\n']
    expect(await take(first, { replace: true })).toMatchObject({ already_taken: false })
    expect(await take(first, { replace: true })).toMatchObject({ already_taken: true, rows_replaced: 0 })
    expect(await take(second, { replace: true })).toMatchObject({ rows_replaced: 1 })
    expect(await take(first)).toMatchObject({ already_taken: true })
    expect(await take(first, { replace: true })).toMatchObject({ already_taken: false, rows_taken: 1, rows_replaced: 1 })
    expect((await days(advertiser))[1]).toMatchObject({ imps: 20 })
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('with a refused line changes nothing', async () => {
    const { advertiser, take } = await delivered()
    const before = await days(advertiser)
    const summary = await take('2026-01-01,春,A,b,右,90,9,45\n2026-01-01,春,A,b,右,x,9,45\n', { replace: true })
    expect(summary).toMatchObject({ rows_taken: 0, rows_refused: 1, rows_replaced: 0 })
    expect(await days(advertiser)).toEqual(before)
  })
})

/** A server of its own, which can be killed. */
describe('files and corrections while the server is killed', () => {
  let directory: string
  let running: RunningDatabase
  let pool: Pool
  const dataDir = () => join(directory, 'data')
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'adsite-corrections-'))
    await chmod(directory, 0o755)
    running = await startDatabase({ dataDir: dataDir() })
    await migrate(running.url)
    pool = connect(running.url, { max: 12 }).pool
  })
  afterAll(async () => {
    await pool.end()
    await running.stop()
    const home = await realpath(join(dataDir(), 'postgres')).catch(() => undefined)
    if (home?.startsWith('/var/lib/adsite-')) await rm(dirname(home), { recursive: true })
    await rm(directory, { recursive: true, force: true })
  })

  function kill(): void {
    const file = join(dataDir(), 'postgres', 'cluster', 'postmaster.pid')
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
  }
  /** As a delivery server does: hands the file in until it gets an answer. */
  async function persist(work: () => Promise<DeliverySummary>): Promise<{ summary: DeliverySummary; failures: number }> {
    const until = Date.now() + 12_000
    for (let failures = 0; ; failures += 1) {
      try {
        return { summary: await work(), failures }
      } catch (error) {
        if (Date.now() > until) throw error
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
    }
  }

  test('every roll-up equals the facts, and the facts what was handed in', async () => {
    const random = new Random(20_261)
    const advertisers = [String(await createAccount(pool, '甲')), String(await createAccount(pool, '乙'))]
    // What counts in the end: by advertiser, source and day the imps of the last file.
    const model = new Map<string, number>()
    let failures = 0
    for (let round = 0; round < 3; round += 1) {
      const replace = round > 0
      const files = advertisers.flatMap((advertiser) =>
        ['s1', 's2'].map((source) => {
          const lines: string[] = []
          for (const day of ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'].filter(() => random.chance(0.7))) {
            const key = `${advertiser} ${source} ${day}`
            if (!replace && model.has(key)) continue
            let imps = 0
            for (let line = random.whole(1, 60); line > 0; line -= 1) {
              const count = random.whole(0, 500)
              imps += count
              const slot = random.pick(['右', '左', '#N/A'])
              lines.push(
                `${day},c${random.whole(1, 3)},a${random.whole(1, 3)},b,${slot},${count},${line},${round}.${random.whole(0, 999_999)}`,
              )
            }
            model.set(key, imps)
          }
          return { advertiser, source, content: `${header}\n${lines.join('\n')}\n`, empty: lines.length === 0 }
        }),
      )
      const handed = files
        .filter(({ empty }) => !empty)
        .map(({ advertiser, source, content }) => persist(() => handIn(pool, content, { advertiser, source, replace })))
      if (round < 2) {
        await new Promise((resolve) => setTimeout(resolve, random.whole(20, 120)))
        kill()
      }
      for (const { failures: failed } of await Promise.all(handed)) failures += failed
      expect(await rollUpDifferences(pool)).toEqual([])
    }
    expect(failures).toBeGreaterThan(0)
    const { rows } = await pool.query<{ key: string; imps: number }>(
      `select f.advertiser_account_id || ' ' || d.source || ' ' || f.day as key, sum(f.imps)::bigint as imps
       from delivery_facts f join delivery_files d on d.id = f.delivery_file_id group by 1`,
    )
    expect(new Map(rows.map(({ key, imps }) => [key, imps]))).toEqual(model)
  }, 40_000)
})
