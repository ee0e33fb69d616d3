import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createAccount, handIn, rollUpDifferences, sha256 } from './testing/advertiser.ts'
import { dirtyFile, dirtyMap } from './testing/dirty-file.ts'
import { contentHash } from './parse/text-lines.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

let made = 0
/** Creates an advertiser for one test and returns its id as text. */
async function advertiser(): Promise<string> {
  made += 1
  return String(await createAccount(database.pool, `株式会社テスト${made}`))
}

const tables = [
  'delivery_facts',
  'delivery_daily_campaign',
  'delivery_daily_space',
  'delivery_files',
  'campaigns',
  'ads',
  'creatives',
  'frames',
  'accounts',
  'companies',
]
async function counts(): Promise<Record<string, number>> {
  const text = `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`
  return (await database.pool.query<Record<string, number>>(text)).rows[0]!
}
async function factsOf(id: string) {
  const text = `select day::text, hour, c.name as campaign, a.name as ad, r.name as creative, r.width, r.height, f.name as frame, device, prefecture,
      d.imps, d.clicks, d.cv_click, d.cv_view, d.gross::text, d.media_cost::text
    from delivery_facts d join campaigns c on c.id = d.campaign_id left join ads a on a.id = d.ad_id left join creatives r on r.id = d.creative_id
      left join frames f on f.id = d.frame_id where d.advertiser_account_id = $1 order by d.day, d.imps`
  return (await database.pool.query(text, [id])).rows
}

const header = 'day,campaign,imps,clicks,gross'
const good = `${header}\n2026-01-01,春,10,1,1.5\n2026-01-02,春,20,2,2.25\n`

describe('what is taken', () => {
  test('nothing of a file with a month that was detached, until it is attached again', async () => {
    const id = await advertiser()
    const content = `${header}\n2017-05-31,春,10,1,1.5\n2017-06-01,春,20,2,2.25\n`
    const { pool } = database
    await pool.query(`select ensure_delivery_partitions('2017-06-01', '2017-06-01')`)
    await pool.query('alter table delivery_facts detach partition delivery_facts_2017_06')
    const before = await counts()
    const file = () => handIn(pool, content, { advertiser: id, source: 'detached' })
    await expect(file()).rejects.toThrow(/Delivery of 2017-06 cannot be taken: .* Attach it again/u)
    expect(await counts()).toEqual(before)
    await pool.query(`alter table delivery_facts attach partition delivery_facts_2017_06 for values from ('2017-06-01') to ('2017-07-01')`)
    expect(await file()).toMatchObject({ rows_taken: 2 })
    expect(await factsOf(id)).toMatchObject([{ day: '2017-05-31' }, { day: '2017-06-01' }])
  })

  test('a name with a line break, as that of the record that is stored on one line', async () => {
    const id = await advertiser()
    const content = `${header}\n2026-01-01,"春の\n販促",10,1,1\n2026-01-02,春の 販促,20,2,2\n`
    expect(await handIn(database.pool, content, { advertiser: id, source: 'line breaks' })).toMatchObject({ rows_taken: 2 })
    expect(await factsOf(id)).toMatchObject([{ campaign: '春の 販促' }, { campaign: '春の 販促' }])
  })

  test('every field of a line, names turned into records', async () => {
    const id = await advertiser()
    const content = `day,hour,campaign,ad,creative,frame,device,prefecture,imps,clicks,cv_click,cv_view,gross,media_cost
2026-01-01,23,春,見出しA,バナー 300x250,トップ,SP,東京都,10,3,2,1,1.500000,0.75
2026-01-03,,春,,#N/A,#N/A,,,5,0,0,0,0,0\n`
    const summary = await handIn(database.pool, content, { advertiser: id, source: 'fields' })
    expect(summary).toMatchObject({
      rows_read: 2,
      rows_taken: 2,
      rows_refused: 0,
      rows_odd: 1,
      already_taken: false,
      file_hash: sha256(content),
    })
    expect(summary.sums).toEqual({ imps: 15, clicks: 3, conversions: 2, gross: '1.5', media_cost: '0.75' })
    expect(await factsOf(id)).toMatchObject([
      {
        day: '2026-01-01',
        hour: 23,
        campaign: '春',
        ad: '見出しA',
        creative: 'バナー 300x250',
        width: 300,
        height: 250,
        frame: 'トップ',
        prefecture: '13',
        cv_view: 1,
        gross: '1.500000',
      },
      { day: '2026-01-03', hour: null, ad: null, creative: null, frame: null, device: null },
    ])
    const { rows } = await database.pool.query('select start_at, end_at, user_status from campaigns where advertiser_account_id = $1', [id])
    expect(rows).toEqual([{ start_at: new Date('2025-12-31T15:00:00Z'), end_at: new Date('2026-01-03T15:00:00Z'), user_status: 'PAUSED' }])
    const made = await database.pool.query('select distinct user_status from ads where advertiser_account_id = $1', [id])
    expect(made.rows).toEqual([{ user_status: 'PAUSED' }])
  })

  test('names that exist are used, not made again; so are ids where a column has them', async () => {
    const id = await advertiser()
    await handIn(database.pool, good, { advertiser: id, source: 'first' })
    const before = await counts()
    const { rows } = await database.pool.query<{ id: number }>('select id from campaigns where advertiser_account_id = $1', [id])
    const byId = `${header},campaign_id\n2026-01-03,,30,3,3,${rows[0]!.id}\n2026-01-03,春,40,4,4,\n`
    expect(await handIn(database.pool, byId, { advertiser: id, source: 'second', createMissing: false })).toMatchObject({ rows_taken: 2 })
    expect(await counts()).toMatchObject({ campaigns: before['campaigns'], ads: before['ads'] })
    expect(await factsOf(id)).toHaveLength(4)
  })

  test('the same slot of the same source is one frame, of another source another', async () => {
    const slots = 'day,campaign,frame,imps,gross\n2026-01-01,a,右上,1,1\n'
    for (const source of ['frames-1', 'frames-1', 'frames-2']) {
      await handIn(database.pool, `${slots}2026-01-0${made % 9},a,右上,2,2\n`, { advertiser: await advertiser(), source })
    }
    const { rows } = await database.pool
      .query(`select m.domain from frames f join spaces s on s.id = f.space_id join media m on m.id = s.medium_id
      where f.name = '右上' order by 1`)
    expect(rows).toEqual([{ domain: 'frames-1' }, { domain: 'frames-2' }])
  })

  test('a new advertiser is made with --create-missing, and only then', async () => {
    await expect(handIn(database.pool, good, { advertiser: '新しい広告主', createMissing: false })).rejects.toThrow(
      'no advertiser account "新しい広告主"',
    )
    await expect(handIn(database.pool, good, { advertiser: '987654' })).rejects.toThrow('no advertiser account "987654"')
    const summaries = await Promise.all([
      handIn(database.pool, good, { advertiser: '新しい広告主', source: 'new-1' }),
      handIn(database.pool, good, { advertiser: '新しい広告主', source: 'new-2' }),
    ])
    expect(summaries.map((summary) => summary.rows_taken)).toEqual([2, 2])
    const { rows } = await database.pool.query(`select id from accounts where name = '新しい広告主'`)
    expect(rows).toHaveLength(1)
  })

  test('a new advertiser of whom no line is good is not made, and nothing is kept of its file', async () => {
    const bad = `${header}\n2026-01-01,春,x,1,1\n`
    expect(await handIn(database.pool, bad, { advertiser: '読めない広告主', source: 'bad' })).toMatchObject({
      file_id: null,
      rows_taken: 0,
      rows_refused: 1,
      nothing_added: expect.any(String) as string,
    })
    const { rows } = await database.pool.query(`select from accounts where name = '読めない広告主'
      union all select from delivery_files where source = 'bad'`)
    expect(rows).toEqual([])
  })

  test('a slot that several files bring at once is one frame', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => advertiser()))
    const content = 'day,campaign,frame,imps,gross\n2026-01-01,a,同時の枠,1,1\n'
    await Promise.all(ids.map((id) => handIn(database.pool, `${content}2026-01-02,a,,${id},1\n`, { advertiser: id, source: 'at-once' })))
    expect((await database.pool.query(`select from frames where name = '同時の枠'`)).rowCount).toBe(1)
  })

  test('an agency is no advertiser', async () => {
    const agency = await createAccount(database.pool, '代理店テスト', 'agency')
    await expect(handIn(database.pool, good, { advertiser: String(agency) })).rejects.toThrow('no advertiser account')
  })
})

describe('a deleted record', () => {
  const remove = (table: string, id: unknown) => database.pool.query(`update ${table} set deleted_at = now() where id = $1`, [id])
  const ofAdvertiser = async (table: string, id: string) =>
    (await database.pool.query<{ id: number }>(`select id from ${table} where advertiser_account_id = $1 order by id`, [id])).rows.map(
      (row) => row.id,
    )

  test.for([
    ['campaigns', 'campaign', '春'],
    ['ads', 'ad', '広告'],
    ['creatives', 'creative', '素材'],
  ] as const)('of %s is meant neither by its name nor by its id, and another is made of the name', async ([table, field, name]) => {
    const id = await advertiser()
    const names = 'day,campaign,ad,creative,imps,gross\n'
    const take = (content: string, createMissing: boolean) =>
      handIn(database.pool, content, { advertiser: id, source: `deleted ${table}`, createMissing })
    await take(`${names}2026-01-01,春,広告,素材,1,1\n`, true)
    const [former] = await ofAdvertiser(table, id)
    await remove(table, former)
    const unknown = (call: string, value: unknown) => ({
      rows_taken: 0,
      refused: [
        { line: 2, reason: expect.stringMatching(new RegExp(`\\[${call}\\] "${String(value)}" is not registered`, 'u')) as string },
      ],
    })
    expect(await take(`${names}2026-01-02,春,広告,素材,1,1\n`, false)).toMatchObject(unknown(field, name))
    const byId = `day,campaign,imps,gross,${field}_id\n2026-01-03,${field === 'campaign' ? '' : '春'},1,1,${former}\n`
    expect(await take(byId, true)).toMatchObject(unknown(`${field}_id`, former))
    expect(await take(`${names}2026-01-04,春,広告,素材,1,1\n`, true)).toMatchObject({ rows_taken: 1 })
    expect((await ofAdvertiser(table, id)).length).toBe(2)
  })

  test('is no group for the creatives that a file brings', async () => {
    const id = await advertiser()
    const take = (creative: string) =>
      handIn(database.pool, `day,campaign,creative,imps,gross\n2026-01-01,春,${creative},1,1\n`, { advertiser: id, source: 'groups' })
    await take('一')
    const [group] = await ofAdvertiser('creative_groups', id)
    await take('二')
    expect(await ofAdvertiser('creative_groups', id)).toEqual([group])
    await remove('creative_groups', group)
    await take('三')
    expect(await ofAdvertiser('creative_groups', id)).toEqual([group, expect.any(Number)])
  })

  test('is no advertiser, of a file or of a line', async () => {
    const id = await advertiser()
    await remove('accounts', id)
    for (const given of [id, `株式会社テスト${made}`])
      await expect(handIn(database.pool, good, { advertiser: given, source: 'gone', createMissing: false })).rejects.toThrow(
        `no advertiser account "${given}"`,
      )
    const lines = `${header},advertiser,advertiser_id\n2026-01-01,春,10,1,1,株式会社テスト${made},\n2026-01-01,春,10,1,1,,${id}\n`
    const { refused } = await handIn(database.pool, lines, { advertiser: null, source: 'gone', createMissing: false })
    expect(refused.map(({ reason }) => reason)).toEqual([
      `Advertiser (name) [advertiser] "株式会社テスト${made}" is not registered.`,
      `Advertiser (our id) [advertiser_id] "${id}" is not registered.`,
    ])
  })
})

describe('bad lines', () => {
  const mixed = `${header}\n2026-01-01,春,10,1,1.5\n2026-01-32,春,10,1,1\n2026-01-02,春,x,2,2.25\n2026-01-02,春,20,2,2.25\n`

  test('lose no good one, and are handed back with the header', async () => {
    const id = await advertiser()
    const handedBack: string[] = []
    const summary = await handIn(database.pool, mixed, {
      advertiser: id,
      source: 'mixed',
      onHeader: (raw) => handedBack.push(raw),
      onRefused: ({ raw }) => handedBack.push(raw),
    })
    expect(summary).toMatchObject({ rows_read: 4, rows_taken: 2, rows_refused: 2, sums: { imps: 30, gross: '3.75' } })
    expect(summary.refused).toEqual([
      { line: 3, reason: '"2026-01-32" is no day in the format YYYY-MM-DD.' },
      { line: 4, reason: 'Impressions [imps] "x" is not a whole number.' },
    ])
    expect(handedBack).toEqual([header, '2026-01-32,春,10,1,1', '2026-01-02,春,x,2,2.25'])
    const corrected = handedBack.join('\n').replace('01-32', '01-31').replace('x', '7')
    expect(await handIn(database.pool, corrected, { advertiser: id, source: 'mixed' })).toMatchObject({ rows_taken: 2, sums: { imps: 17 } })
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('take everything down with --strict', async () => {
    const id = await advertiser()
    const before = await counts()
    const summary = await handIn(database.pool, mixed, { advertiser: id, source: 'strict', strict: true })
    expect(summary).toMatchObject({ rows_read: 4, rows_taken: 0, rows_refused: 2, sums: { imps: 0, gross: '0' } })
    expect(await counts()).toEqual({ ...before, delivery_files: before['delivery_files']! + 1 })
  })

  test('with names that nobody knows are refused, and may come again once they are known', async () => {
    const id = await advertiser()
    const before = await counts()
    const refused = await handIn(database.pool, good, { advertiser: id, source: 'unknown', createMissing: false, locale: 'ja' })
    expect(refused).toMatchObject({ rows_taken: 0, rows_refused: 2, already_taken: false })
    expect(refused.refused[0]).toEqual({ line: 2, reason: 'キャンペーン名 [campaign]「春」は登録されていません。' })
    expect(refused.nothing_added).toContain('取り込める行がありませんでした')
    expect(await counts()).toEqual({ ...before, delivery_files: before['delivery_files']! + 1 })
    expect(await handIn(database.pool, good, { advertiser: id, source: 'unknown' })).toMatchObject({ rows_taken: 2, already_taken: false })
  })

  test.for([
    ['a long name that is cut at an emoji or a rare kanji', `2026-01-03,${'あ'.repeat(78)}𠮷野家キャンペーン,1,1,1`],
    ['what looks like an escape of JSON', String.raw`2026-01-03,\u0000,1,1,1`],
  ])('with %s lose no good one', async ([, bad]) => {
    const id = await advertiser()
    await handIn(database.pool, good, { advertiser: id, source: `known-${id}` })
    const content = `${header}\n2026-01-01,春,10,1,1.5\n${bad}\n`
    const options = { advertiser: id, source: 'odd characters', createMissing: false }
    const summary = await handIn(database.pool, content, options)
    expect(summary).toMatchObject({ rows_taken: 1, rows_refused: 1, refused: [{ line: 3 }] })
    expect(summary.refused[0]!.reason).toMatch(/^Campaign \(name\) \[campaign\] ".*" is not registered\.$/u)
    const kept = await database.pool.query<{ reason: { key: string } }>(
      'select reason from delivery_refused_lines where delivery_file_id = $1 and line = 3',
      [summary.file_id],
    )
    expect(kept.rows[0]!.reason).toMatchObject({ key: 'unknown_name' })
  })

  test.for(['day', 'hour', 'campaign', 'campaign_id', 'ad', 'creative', 'frame', 'device', 'prefecture', 'imps', 'gross'])(
    'with half of a character as %s lose no good one',
    async (field) => {
      const names = { campaign: '春', campaign_id: '', ad: '広告', creative: '素材', frame: '枠', device: 'SP', prefecture: '東京都' }
      const line = { day: '2026-01-01', hour: '1', ...names, imps: 1, gross: 1 }
      const content = [line, { ...line, [field]: '\uD800' }, { ...line, '\uD800': 1 }].map((row) => JSON.stringify(row)).join('\n')
      const summary = await handIn(database.pool, content, { advertiser: await advertiser(), source: 'halves' })
      expect(summary).toMatchObject({ rows_taken: 2, rows_refused: 1, refused: [{ line: 2 }] })
      expect(JSON.stringify(summary)).not.toContain(String.raw`\ud800`)
    },
  )

  test("with another advertiser's campaign are refused", async () => {
    const [mine, other] = [await advertiser(), await advertiser()]
    await handIn(database.pool, good, { advertiser: other, source: 'other' })
    const { rows } = await database.pool.query<{ id: number }>('select id from campaigns where advertiser_account_id = $1', [other])
    const foreign = `${header},campaign_id\n2026-01-01,,1,1,1,${rows[0]!.id}\n2026-01-01,春,1,1,1,\n`
    expect(await handIn(database.pool, foreign, { advertiser: mine, source: 'foreign', createMissing: false })).toMatchObject({
      rows_refused: 2,
    })
  })

  test('a name that stands for several records is refused, not guessed', async () => {
    const id = await advertiser()
    await handIn(database.pool, good, { advertiser: id, source: 'twin' })
    await database.pool.query(
      `insert into campaigns (advertiser_account_id, name, name_norm, goal, start_at, end_at, lifetime_budget)
      select advertiser_account_id, name, name_norm, goal, start_at, end_at, lifetime_budget from campaigns where advertiser_account_id = $1`,
      [id],
    )
    const summary = await handIn(database.pool, `${header}\n2026-01-05,春,1,1,1\n`, { advertiser: id, source: 'twin' })
    expect(summary.refused).toEqual([
      { line: 2, reason: 'Campaign (name) [campaign] "春" stands for several records. Give the id instead.' },
    ])
  })

  test('so many of them, so many lines and so many bytes as a file may have are taken, and one more refuses it', async () => {
    const id = await advertiser()
    const content = `${good}2026-01-03,春,x,0,0\n2026-01-03,春,,0,0\n`
    const most = { lines: 5, unpackedBytes: Buffer.byteLength(content), refused: 2 }
    const take = (limits: typeof most) => handIn(database.pool, gzipSync(content), { advertiser: id, source: 'limits', limits })
    await expect(take({ ...most, lines: 4 })).rejects.toThrow('more than 4 lines')
    await expect(take({ ...most, unpackedBytes: most.unpackedBytes - 1 })).rejects.toThrow('unpacks to more than')
    await expect(take({ ...most, refused: 1 })).rejects.toThrow('More than 1 lines cannot be taken (line 4: Impressions [imps] "x"')
    expect(await factsOf(id)).toEqual([])
    expect(await take(most)).toMatchObject({ rows_taken: 2, rows_refused: 2 })
  })

  test('sums that no column can hold refuse the file', async () => {
    const content = `${header}\n${'2026-01-01,a,1,0,9999999999\n'.repeat(101)}`
    const before = await counts()
    await expect(handIn(database.pool, content, { advertiser: await advertiser() })).rejects.toThrow('The sums exceed')
    expect(await counts()).toMatchObject({ delivery_facts: before['delivery_facts'], delivery_files: before['delivery_files'] })
  })
})

describe('once for each source and content', () => {
  test('a second run adds nothing, gzipped or under another mapping neither; another source does', async () => {
    const id = await advertiser()
    await handIn(database.pool, good, { advertiser: id, source: 'once' })
    const before = await counts()
    const again = await handIn(database.pool, good, { advertiser: id, source: 'once' })
    expect(again).toMatchObject({ already_taken: true, rows_read: 2, rows_taken: 0, sums: { imps: 0, gross: '0' } })
    expect(await handIn(database.pool, gzipSync(good), { advertiser: id, source: 'once' })).toMatchObject({ already_taken: true })
    expect(await counts()).toEqual(before)
    expect(await handIn(database.pool, good, { advertiser: id, source: 'twice' })).toMatchObject({ already_taken: false, rows_taken: 2 })
  })

  test('one whose hash is known beforehand is not read again, but where a line was refused or days are replaced', async () => {
    const id = await advertiser()
    const unread = `${header}\n`
    const known = (content: string, options = {}) =>
      handIn(database.pool, unread, { advertiser: id, source: 'hash', hash: sha256(content), ...options })
    await expect(known(good)).rejects.toThrow('no lines below it')
    await handIn(database.pool, good, { advertiser: id, source: 'hash' })
    expect(await known(good)).toMatchObject({ already_taken: true, file_hash: sha256(good), rows_read: 2, rows_taken: 0 })
    await expect(known(good, { source: 'hash-2' })).rejects.toThrow('no lines below it')
    await expect(known(good, { replace: true })).rejects.toThrow('no lines below it')
    const withBad = `${good}2026-01-32,春,1,1,1\n`
    expect(await handIn(database.pool, withBad, { advertiser: id, source: 'hash' })).toMatchObject({ rows_taken: 2, rows_refused: 1 })
    await expect(known(withBad)).rejects.toThrow('no lines below it')
  })

  test('the hash of the content is that of the unpacked one, and none of a file that is cut short', async () => {
    const chunks = (bytes: Uint8Array) => Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])
    expect(await contentHash(chunks(Buffer.from(good)))).toBe(sha256(good))
    expect(await contentHash(chunks(gzipSync(good)))).toBe(sha256(good))
    expect(await contentHash(chunks(gzipSync(good).subarray(0, -9)))).toBe(null)
  })

  test('of eight that arrive at once one is taken', async () => {
    const id = await advertiser()
    const { content, rows, imps } = dirtyFile(300, 7)
    const options = { advertiser: id, source: 'parallel', map: dirtyMap }
    const summaries = await Promise.all(Array.from({ length: 8 }, () => handIn(database.pool, content, options)))
    expect(summaries.filter((summary) => !summary.already_taken)).toHaveLength(1)
    const { rows: sums } = await database.pool.query(
      'select count(*), sum(imps)::bigint as imps from delivery_facts where advertiser_account_id = $1',
      [id],
    )
    expect(sums).toEqual([{ count: rows, imps }])
  })

  test('of two that arrive at once for different advertisers the second is told whose it was, and has not been taken', async () => {
    const [first, second] = [await advertiser(), await advertiser()]
    const source = 'meanwhile'
    const winner = await database.pool.connect()
    try {
      await winner.query('begin')
      const stored = await winner.query<{ id: number }>(
        `insert into delivery_files (source, file_hash, advertiser_account_id, rows_read, rows_taken, rows_refused, rows_odd, imps, gross,
           refused, name_norm, size, status) values ($1, $2, $3, 2, 2, 0, 0, 30, 3.75, '[]', $1, 1, 'TAKEN') returning id`,
        [source, sha256(good), first],
      )
      const loser = handIn(database.pool, good, { advertiser: second, source })
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into delivery_files%'`
      await expect.poll(async () => (await database.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
      await winner.query('commit')
      const { id } = stored.rows[0]!
      expect(await loser).toMatchObject({
        already_taken: false,
        file_id: id,
        rows_taken: 0,
        nothing_added: expect.stringContaining(`as the delivery of another advertiser (file ${id})`) as string,
      })
    } finally {
      winner.release(true)
    }
    expect(await factsOf(second)).toEqual([])
  })

  test('a run that breaks off leaves nothing and can be repeated', async () => {
    const id = await advertiser()
    const { content } = dirtyFile(500, 9)
    const before = await counts()
    const broken = gzipSync(content).subarray(0, -40)
    await expect(handIn(database.pool, broken, { advertiser: id, source: 'broken', map: dirtyMap })).rejects.toThrow('cut short')
    await expect(
      handIn(database.pool, Buffer.concat([Buffer.from(content), Buffer.from([0xff])]), { advertiser: id, map: dirtyMap }),
    ).rejects.toThrow('not UTF-8')
    expect(await counts()).toEqual(before)
    expect(await handIn(database.pool, gzipSync(content), { advertiser: id, source: 'broken', map: dirtyMap })).toMatchObject({
      already_taken: false,
    })
  })
})

test('a file that goes to the database in several pieces: new names, months and duplicates may be anywhere', async () => {
  const id = await advertiser()
  // An unmapped column keeps the lines distinct; every thousandth line is repeated at the end.
  const lines = Array.from({ length: 40_000 }, (_, at) => `2025-03-${10 + (at % 9)},春${at % 3},枠${at >> 13},${at},0,0.5,r${at}`)
  const last = ['2025-04-01,夏,枠9,1,0,1,a', '2025-05-01,秋,枠10,1,0,1,b', '2025-04-02,秋,枠10,1,2,1,more clicks than impressions']
  const again = lines.filter((_, at) => at % 1000 === 999)
  const content = ['day,campaign,frame,imps,clicks,gross,request', ...lines, ...last, ...again].join('\n')
  const summary = await handIn(database.pool, content, { advertiser: id, source: 'pieces' })
  expect(summary).toMatchObject({ rows_taken: 40_043, rows_refused: 0, rows_odd: 41 })
  const { rows } = await database.pool.query(
    `select count(*), sum(imps)::bigint as imps from delivery_facts where advertiser_account_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ count: 40_043, imps: summary.sums.imps }])
  expect(await rollUpDifferences(database.pool)).toEqual([])
})

test('where the months stand a file needs one connection: as many may come at once as there are', async () => {
  const ids = [await advertiser(), await advertiser(), await advertiser()]
  await handIn(database.pool, good, { advertiser: ids[0]!, source: 'months' })
  const { pool } = connect(database.url, { max: 2 })
  try {
    const summaries = await Promise.all(ids.map((id, at) => handIn(pool, good, { advertiser: id, source: `one-connection-${at}` })))
    expect(summaries.map(({ rows_taken }) => rows_taken)).toEqual([2, 2, 2])
  } finally {
    await pool.end()
  }
})

test('roll-ups equal facts after many files of several advertisers at once', async () => {
  const ids = [await advertiser(), await advertiser(), await advertiser()]
  const files = Array.from({ length: 9 }, (_, index) => ({ id: ids[index % 3]!, file: dirtyFile(200 + index * 37, 100 + index) }))
  const summaries = await Promise.all(
    files.map(({ id, file }, index) =>
      handIn(database.pool, file.content, { advertiser: id, source: `random-${index % 4}`, map: dirtyMap }, 1000),
    ),
  )
  for (const [index, { file }] of files.entries()) {
    expect(summaries[index]).toMatchObject({ rows_taken: file.rows, rows_odd: file.odd, rows_refused: 0 })
    expect(summaries[index]!.sums).toMatchObject({ imps: file.imps, clicks: file.clicks, conversions: file.conversions })
    expect(BigInt(Math.round(Number(summaries[index]!.sums.gross) * 10_000))).toBe(file.gross)
  }
  expect(await rollUpDifferences(database.pool)).toEqual([])
})
