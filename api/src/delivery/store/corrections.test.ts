import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { startDatabase, type RunningDatabase } from '../../db/embedded/start-database.ts'
import { migrate } from '../../db/upgrade/migrate.ts'
import { Random } from '../../demo/base/random.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { DeliverySummary } from '@adsite/contract'
import { createAccount, handIn, rollUpDifferences } from '../testing/advertiser.ts'

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
    // Files are identified by source and content, whoever they are for.
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

  test('that is in place is read anew and counts once; an older one comes back when it is handed in again', async () => {
    const { advertiser, take } = await delivered()
    const [first, second] = ['2026-01-02,春,A,b,右,20,1,3\n', '2026-01-02,春,A,b,右,30,1,3\n']
    expect(await take(first, { replace: true })).toMatchObject({ already_taken: false })
    expect(await take(first, { replace: true })).toMatchObject({ already_taken: false, rows_completed: 1, rows_replaced: 0 })
    expect((await days(advertiser))[1]).toMatchObject({ imps: 20 })
    expect(await take(second, { replace: true })).toMatchObject({ rows_replaced: 1 })
    expect(await take(first)).toMatchObject({ already_taken: true })
    expect(await take(first, { replace: true })).toMatchObject({ already_taken: false, rows_taken: 1, rows_replaced: 1 })
    expect((await days(advertiser))[1]).toMatchObject({ imps: 20 })
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('with a refused line takes the good ones; a day of which every line is refused stays', async () => {
    const { advertiser, take } = await delivered()
    const lines = '2026-01-01,春,A,b,右,90,9,45\n2026-01-01,春,A,b,右,x,9,45\n2026-01-02,春,A,b,右,x,9,45\n'
    const summary = await take(lines, { replace: true })
    expect(summary).toMatchObject({ rows_taken: 1, rows_refused: 2, rows_replaced: 2 })
    expect(await days(advertiser)).toMatchObject([{ imps: 1090 }, { imps: 7 }])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('below zero is taken where it leaves nothing below zero, and refused alone where it would', async () => {
    const { advertiser, take } = await delivered()
    const summary = await take(
      [
        '2026-01-01,春,A,b,右,-30,-2,-10.5',
        // More than what is left of it.
        '2026-01-01,春,A,b,右,-71,0,0',
        // Of another frame; delivered only by another source; of a line that comes later.
        '2026-01-01,春,A,b,左,-1,0,0',
        '2026-01-02,春,A,b,右,-8,0,0',
        '2026-01-03,春,A,b,右,-4,0,-1',
        '2026-01-03,春,A,b,右,5,0,1',
        '2026-01-03,春,A,b,右,x,0,1',
      ].join('\n'),
    )
    expect(summary).toMatchObject({ rows_taken: 3, rows_refused: 4, sums: { imps: -29, clicks: -2, gross: '-10.5' } })
    expect(summary.refused.map(({ line }) => line)).toEqual([3, 4, 5, 8])
    expect(await days(advertiser)).toMatchObject([{ imps: 1110, gross: 559.5 }, { imps: 7 }, { imps: 1, gross: 0 }])
    // When replacing, it corrects only lines of its own file.
    const replaced = await take('2026-01-02,春,A,b,右,-3,0,0\n2026-01-01,春,A,b,右,6,0,9\n2026-01-01,春,A,b,右,-2,0,-4\n', {
      replace: true,
    })
    expect(replaced).toMatchObject({ rows_taken: 2, rows_refused: 1, sums: { imps: 4, gross: '5' } })
    expect(await days(advertiser)).toMatchObject([{ imps: 1004 }, { imps: 7 }, { imps: 1 }])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })
})

describe('a file of which lines were refused', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const content = 'day,campaign,frame,frame_id,imps,gross\n2026-03-01,春,右,,10,1\n2026-03-01,春,,999999999,20,2\n2026-03-01,夏,右,,40,4\n'
  const imps = async (advertiser: string) =>
    (await database.pool.query('select sum(imps)::int as imps from delivery_facts where advertiser_account_id = $1', [advertiser])).rows
  const statuses = async () => (await database.pool.query('select status, rows_taken, rows_gone from delivery_files order by id')).rows

  test('is completed by the same file once the mapping is mended, and counts once', async () => {
    const advertiser = String(await createAccount(database.pool, '補完'))
    const options = { advertiser, source: 'complete', locale: 'ja' as const }
    expect(await handIn(database.pool, content, options)).toMatchObject({ rows_taken: 2, rows_refused: 1, nothing_added: null })
    const again = await handIn(database.pool, content, options)
    expect(again).toMatchObject({ already_taken: true, rows_taken: 0 })
    expect(again.nothing_added).toContain('前回のエラー 1 行は今回も取り込めない')
    expect(await imps(advertiser)).toEqual([{ imps: 50 }])
    const map = 'day=day,campaign=campaign,frame=frame,imps=imps,gross=gross'
    const twice = await Promise.all([1, 2, 3].map(() => handIn(database.pool, content, { ...options, map })))
    expect(twice.map(({ rows_taken }) => rows_taken).toSorted()).toEqual([0, 0, 3])
    expect(twice.find(({ rows_taken }) => rows_taken === 3)).toMatchObject({ rows_refused: 0, rows_completed: 2, rows_replaced: 0 })
    expect(await imps(advertiser)).toEqual([{ imps: 70 }])
    expect(await statuses()).toEqual([
      { status: 'REPLACED', rows_taken: 2, rows_gone: 2 },
      { status: 'TAKEN', rows_taken: 3, rows_gone: 0 },
    ])
    expect(await rollUpDifferences(database.pool)).toEqual([])
    const { rows } = await database.pool.query<{ line: number; raw: string }>('select line, raw from delivery_refused_lines order by line')
    expect(rows).toEqual([
      { line: 0, raw: content.split('\n')[0] },
      { line: 3, raw: content.split('\n')[2] },
    ])
  })

  test('is not completed while a correction takes away from what would be elsewhere', async () => {
    const advertiser = String(await createAccount(database.pool, '移動'))
    const options = { advertiser, source: 'moved', locale: 'ja' as const }
    const take = (map: string) => handIn(database.pool, content, { ...options, map })
    const [mapped, withoutFrames] = [
      'day=day,campaign=campaign,frame=frame,imps=imps,gross=gross',
      'day=day,campaign=campaign,imps=imps,gross=gross',
    ]
    const first = await handIn(database.pool, content, options)
    expect(first).toMatchObject({ rows_taken: 2, rows_refused: 1 })
    const correction = await handIn(database.pool, 'day,campaign,frame,imps,gross\n2026-03-01,夏,右,-30,-3\n', options)
    expect(correction).toMatchObject({ rows_taken: 1 })
    const moved = await take(withoutFrames)
    expect(moved).toMatchObject({ already_taken: false, file_id: first.file_id, rows_taken: 0 })
    expect(moved.nothing_added).toBe(
      `この配信を減らす訂正が別のファイルで取り込まれています（取込ファイル ${correction.file_id}、2026-03-01、キャンペーン「夏」）。何も変更していません。先に訂正のファイルを取り消してください。`,
    )
    expect(await imps(advertiser)).toEqual([{ imps: 20 }])
    expect(await rollUpDifferences(database.pool)).toEqual([])
    // What stays where it was is covered still.
    expect(await take(mapped)).toMatchObject({ rows_taken: 3, rows_completed: 2 })
    expect(await imps(advertiser)).toEqual([{ imps: 40 }])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })
})

test('a correction has the media cost where files gave it, and without one takes away from delivery that is paid by the share alone', async () => {
  const database = await createTestDatabase()
  try {
    const advertiser = String(await createAccount(database.pool, '媒体費'))
    const take = (content: string) => handIn(database.pool, content, { advertiser, source: 'costs' })
    await take('day,campaign,ad,imps,gross,media_cost\n2026-04-01,春,A,10,100,60\n2026-04-01,春,B,10,100,\n')
    const without = await take('day,campaign,ad,imps,gross\n2026-04-01,春,A,-1,-10\n2026-04-01,春,B,-1,-10\n')
    expect(without).toMatchObject({ rows_taken: 1, rows_refused: 1 })
    expect(without.refused).toEqual([
      { line: 2, reason: 'The delivery that this corrects has a media cost (media_cost). Give one for the correction, too.' },
    ])
    // A share's cost is none to take away from.
    const given = await take('day,campaign,ad,imps,gross,media_cost\n2026-04-01,春,A,-1,-10,-6\n2026-04-01,春,B,-1,-10,-6\n')
    expect(given).toMatchObject({ rows_taken: 1, rows_refused: 1, sums: { media_cost: '-6' } })
    expect(given.refused).toMatchObject([{ line: 3 }])
  } finally {
    await database.drop()
  }
})

test('an hour is the same with and without a leading zero', async () => {
  const database = await createTestDatabase()
  try {
    const advertiser = String(await createAccount(database.pool, '時間'))
    const take = (lines: string) => handIn(database.pool, `day,hour,campaign,imps,gross\n${lines}`, { advertiser, source: 'hours' })
    await take('2026-04-01,9,春,5,1\n')
    const corrections = await take('2026-04-01,09,春,-3,0\n2026-04-01,9,春,-3,0\n')
    expect(corrections).toMatchObject({ rows_taken: 1, rows_refused: 1, sums: { imps: -3 } })
  } finally {
    await database.drop()
  }
})

/** Uses a server of its own, which can be killed. */
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
  /** Retries like a delivery server, until it gets an answer. */
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
    // The expected result: impressions of the last file by advertiser, source and day.
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
  })
})
