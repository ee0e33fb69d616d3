import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { media, revenueShares, spaces } from '../../db/schema.ts'
import { frames } from '../../db/schema/supply/supply.ts'
import { named } from '../../db/schema/common.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { loadFixtures, type Fixtures } from '../../testing/fixtures.ts'
import { handIn, rollUpDifferences } from '../testing/advertiser.ts'
import { lockAdvertisers } from './delivery-locks.ts'
import { priceGroup } from './price-facts.ts'
import { revenueRateOn } from './revenue-rate-on.ts'
import { rollUps } from './roll-ups.ts'
import { advertisersOf, takeBack } from './take-back.ts'

let database: TestDatabase
let fixtures: Fixtures
let otherMedium: number
let handed = 0

beforeAll(async () => {
  database = await createTestDatabase()
  fixtures = await loadFixtures(database.db)
  const publisher_group_id = fixtures.a.publisherGroup
  const [own] = await database.db.select().from(media).where(eq(media.id, fixtures.a.medium))
  const medium = { publisher_group_id, publisher_id: own!.publisher_id, ...named('別の媒体'), domain: 'other.example' }
  otherMedium = (await database.db.insert(media).values(medium).returning())[0]!.id
  const place = { publisher_group_id, medium_id: otherMedium, ...named('別の枠'), position: 'FOOTER' }
  const [space] = await database.db.insert(spaces).values(place).returning()
  const frame = { publisher_group_id, space_id: space!.id, ...named('別の配信枠'), code: 'f-other', width: 0, height: 0 }
  await database.db.insert(frames).values(frame)
})
afterAll(() => database.drop())

beforeEach(async () => {
  const sums = rollUps.map(({ table }) => table)
  await database.pool.query(`truncate ${['delivery_facts', ...sums, 'advertisements', 'changed_campaigns'].join(', ')} cascade`)
  await database.pool.query('delete from revenue_shares')
})

type Rows = readonly (readonly unknown[])[]
const rows = async (statement: string): Promise<Rows> => (await database.pool.query({ text: statement, rowMode: 'array' })).rows as Rows

const header = 'day,campaign,ad,creative,frame_code,imps,clicks,gross,media_cost'
/** Lines of `day,campaign,ad,creative,frame_code,imps,clicks,gross,media_cost`; answers the id of the file. */
async function deliver(lines: readonly string[], options: { source?: string; replace?: boolean } = {}): Promise<number> {
  handed += 1
  const advertiser = String(fixtures.a.accounts.advertiser)
  const { file_id } = await handIn(database.pool, `${header}\n${lines.join('\n')}\n`, {
    advertiser,
    source: `source-${handed}`,
    ...options,
  })
  return file_id!
}

/** Withdraws a file as its record's action does; false, with nothing changed: another file takes away from it. */
async function withdraw(file: number): Promise<boolean> {
  const client: PoolClient = await database.pool.connect()
  try {
    await client.query('begin')
    await lockAdvertisers(client, await advertisersOf(client, file))
    const done = (await takeBack(client, file)) === null
    await client.query(done ? 'commit' : 'rollback')
    return done
  } finally {
    client.release()
  }
}

describe('roll-ups', () => {
  const days = ['2026-01-31', '2026-02-01', '2026-02-10', '2026-02-11', '2026-02-20', '2026-02-21', '2026-02-28', '2026-03-01']
  const line = (day: string, imps: number) => `${day},春,麦茶,,f-a,${imps},1,${imps}.5,1`

  test('add up to ten days from the 1st, 11th and 21st, to months and to everything', async () => {
    await deliver(days.map((day, index) => line(day, 10 ** index)))
    expect(await rows('select ten_days::text, imps from delivery_ten_day_campaign order by 1')).toEqual([
      ['2026-01-21', 1],
      ['2026-02-01', 110],
      ['2026-02-11', 11_000],
      ['2026-02-21', 1_100_000],
      ['2026-03-01', 10_000_000],
    ])
    expect(await rows('select month::text, imps from delivery_monthly_campaign order by 1')).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 1_111_110],
      ['2026-03-01', 10_000_000],
    ])
    expect(await rows('select imps, first_day::text, last_day::text from delivery_totals_campaign')).toEqual([
      [11_111_111, '2026-01-31', '2026-03-01'],
    ])
    expect(await rows('select day::text, imps from delivery_daily order by 1')).toHaveLength(days.length)
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('grow by each file, and know the first and the last day of all of them', async () => {
    await deliver([line('2026-02-10', 1)])
    await deliver([line('2026-02-05', 2), line('2026-02-20', 4)])
    await deliver([line('2026-02-10', 8)])
    expect(await rows('select imps, facts, first_day::text, last_day::text from delivery_totals_campaign')).toEqual([
      [15, 4, '2026-02-05', '2026-02-20'],
    ])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })

  test('count the facts that do not know a figure, beside the sum of the others', async () => {
    await deliver(['2026-02-10,春,麦茶,,f-a,5,2,1,1', '2026-02-10,春,麦茶,,f-a,7,,1,'])
    expect(await rows('select facts, imps, clicks, unknown_clicks, media_cost, unknown_media_cost from delivery_totals_campaign')).toEqual([
      [2, 12, 2, 1, '1.000000', 1],
    ])
  })

  test('have no row of an ad or a space for delivery without one', async () => {
    await deliver(['2026-02-10,春,,,,5,2,1,1'])
    expect(await rows('select * from delivery_totals_ad')).toEqual([])
    expect(await rows('select * from delivery_daily_space')).toEqual([])
    expect(await rows('select space_id, imps from delivery_daily_advertiser_space')).toEqual([[0, 5]])
  })

  test('lose what a withdrawn file brought, and rows of which nothing is left', async () => {
    await deliver([line('2026-02-10', 1)])
    const file = await deliver([line('2026-02-10', 2), line('2026-03-10', 4), '2026-03-10,夏,,,,8,,1,1'])
    await database.pool.query('truncate changed_campaigns')
    expect(await withdraw(file)).toBe(true)
    expect(await rows('select imps from delivery_totals_campaign')).toEqual([[1]])
    expect(await rows('select imps from delivery_monthly_campaign')).toEqual([[1]])
    // Every campaign whose delivery changed is looked at again.
    expect(await rows('select count(distinct campaign_id) from changed_campaigns')).toEqual([[2]])
    expect((await rollUpDifferences(database.pool)).filter((row) => !('day' in (row as object)))).toEqual([])
  })
})

describe('a file that is taken back', () => {
  const gone = async (file: number) => (await rows(`select rows_taken, rows_gone, status from delivery_files where id = ${file}`))[0]

  test('knows how much of it has gone, and is replaced when nothing is left', async () => {
    const file = await deliver(['2026-02-10,春,,,,5,,1,1', '2026-02-11,春,,,,6,,1,1'], { source: 'server' })
    const other = await deliver(['2026-02-10,春,,,,100,,1,1'])
    await deliver(['2026-02-10,春,,,,50,,1,1'], { source: 'server', replace: true })
    expect(await gone(file)).toEqual([2, 1, 'TAKEN'])
    await deliver(['2026-02-11,春,,,,60,,1,1'], { source: 'server', replace: true })
    expect(await gone(file)).toEqual([2, 2, 'REPLACED'])
    expect(await gone(other)).toEqual([1, 0, 'TAKEN'])
    expect(await rows('select imps from delivery_totals_campaign')).toEqual([[210]])
  })

  test('keeps the status that says it was withdrawn', async () => {
    const file = await deliver(['2026-02-10,春,,,,5,,1,1'])
    await database.pool.query(`update delivery_files set status = 'WITHDRAWN' where id = ${file}`)
    expect(await withdraw(file)).toBe(true)
    expect(await gone(file)).toEqual([1, 1, 'WITHDRAWN'])
  })

  test('stays while another file takes away from it', async () => {
    // A source corrects what it delivered itself.
    const options = { source: 'corrected' }
    const first = await deliver(['2026-02-10,春,麦茶,,f-a,5,3,7,1', '2026-02-12,春,麦茶,,f-a,5,3,7,1'], options)
    const correction = await deliver(['2026-02-10,春,麦茶,,f-a,-2,-1,-3,-0.5'], options)
    expect(await rows('select imps from delivery_totals_ad')).toEqual([[8]])
    expect(await withdraw(first)).toBe(false)
    expect(await rows('select count(*) from delivery_facts')).toEqual([[3]])
    expect(await withdraw(correction)).toBe(true)
    expect(await withdraw(first)).toBe(true)
    expect(await rows('select count(*) from delivery_facts')).toEqual([[0]])
  })

  test.each(['imps', 'clicks', 'gross', 'media_cost'])(
    'stays when %s alone would be below zero, and goes when nothing is left of it',
    async (figure) => {
      const lineOf = (value: number, others: number) =>
        ['2026-02-10,春,麦茶,,f-a', ...['imps', 'clicks', 'gross', 'media_cost'].map((name) => (name === figure ? value : others))].join(
          ',',
        )
      const options = { source: `corrected-${figure}` }
      const first = await deliver([lineOf(9, 9)], options)
      await deliver([lineOf(1, 9)], options)
      await deliver([lineOf(-2, 0)], options)
      expect(await rows('select count(*)::int from delivery_facts')).toEqual([[3]])
      expect(await withdraw(first)).toBe(false)
      await deliver([lineOf(1, 8)], options)
      expect(await withdraw(first)).toBe(true)
    },
  )

  test('goes while a correction takes away from another file alone', async () => {
    const first = await deliver(['2026-02-10,春,麦茶,,f-a,5,3,7,1'])
    await deliver(['2026-02-10,春,緑茶,,f-a,5,3,7,1', '2026-02-11,春,麦茶,,f-a,5,3,7,1'], { source: 'other' })
    await deliver(['2026-02-11,春,麦茶,,f-a,-2,-1,-3,-0.5'], { source: 'other' })
    expect(await rows('select sum(imps)::int from delivery_facts')).toEqual([[13]])
    expect(await withdraw(first)).toBe(true)
  })
})

describe('ads in frames', () => {
  const shown = () =>
    rows(`select ads.name, frames.code, first_day::text, last_day::text, creatives.name, known.deleted_at is null from advertisements known
      join ads on ads.id = known.ad_id join frames on frames.id = known.frame_id left join creatives on creatives.id = known.creative_id
      order by 1, 2`)

  test('are known from the first to the last day, with the creative of the last', async () => {
    await deliver([
      '2026-02-10,春,麦茶,青,f-a,1,,1,1',
      '2026-02-12,春,麦茶,赤,f-a,1,,1,1',
      '2026-02-11,春,麦茶,緑,f-a,1,,1,1',
      '2026-02-11,春,緑茶,,f-other,1,,1,1',
    ])
    expect(await shown()).toEqual([
      ['緑茶', 'f-other', '2026-02-11', '2026-02-11', null, true],
      ['麦茶', 'f-a', '2026-02-10', '2026-02-12', '赤', true],
    ])
    await deliver(['2026-02-08,春,麦茶,白,f-a,1,,1,1'])
    expect((await shown())[1]).toEqual(['麦茶', 'f-a', '2026-02-08', '2026-02-12', '赤', true])
    await deliver(['2026-02-12,春,麦茶,黒,f-a,1,,1,1'])
    expect((await shown())[1]).toEqual(['麦茶', 'f-a', '2026-02-08', '2026-02-12', '黒', true])
    await deliver(['2026-02-14,春,麦茶,,f-a,1,,1,1'])
    expect((await shown())[1]).toEqual(['麦茶', 'f-a', '2026-02-08', '2026-02-14', '黒', true])
  })

  test('lie in the space of their frame, and in its medium', async () => {
    await deliver(['2026-02-10,春,麦茶,,f-a,1,,1,1', '2026-02-10,春,麦茶,,f-other,1,,1,1'])
    const places =
      'select frames.code, known.space_id = spaces.id, known.medium_id = spaces.medium_id, known.publisher_group_id = spaces.publisher_group_id'
    expect(
      await rows(
        `${places} from advertisements known join frames on frames.id = known.frame_id join spaces on spaces.id = frames.space_id order by 1`,
      ),
    ).toEqual([
      ['f-a', true, true, true],
      ['f-other', true, true, true],
    ])
  })

  test('are not known from delivery without a frame or an ad', async () => {
    await deliver(['2026-02-10,春,,,f-a,1,,1,1', '2026-02-10,春,麦茶,,,1,,1,1'])
    expect(await shown()).toEqual([])
  })

  test('keep the days on which other files still deliver them', async () => {
    await deliver(['2026-02-10,春,麦茶,,f-a,1,,1,1', '2026-02-14,春,麦茶,,f-a,1,,1,1', '2026-02-01,春,麦茶,,f-other,1,,1,1'])
    await withdraw(await deliver(['2026-02-08,春,麦茶,,f-a,1,,1,1', '2026-02-20,春,麦茶,,f-a,1,,1,1', '2026-02-25,春,麦茶,,,1,,1,1']))
    expect(await shown()).toEqual([
      ['麦茶', 'f-a', '2026-02-10', '2026-02-14', null, true],
      ['麦茶', 'f-other', '2026-02-01', '2026-02-01', null, true],
    ])
  })

  test('shrink with a withdrawn file, go with the last one, and come back with the next', async () => {
    const first = await deliver(['2026-02-10,春,麦茶,,f-a,1,,1,1', '2026-02-10,春,緑茶,,f-a,1,,1,1'])
    const second = await deliver(['2026-02-08,春,麦茶,,f-a,1,,1,1', '2026-02-12,春,麦茶,,f-a,1,,1,1', '2026-02-20,春,麦茶,,f-other,1,,1,1'])
    await withdraw(second)
    expect(await shown()).toEqual([
      ['緑茶', 'f-a', '2026-02-10', '2026-02-10', null, true],
      ['麦茶', 'f-a', '2026-02-10', '2026-02-10', null, true],
      ['麦茶', 'f-other', '2026-02-20', '2026-02-20', null, false],
    ])
    await withdraw(first)
    expect((await shown()).map((row) => row.at(-1))).toEqual([false, false, false])
    await deliver(['2026-03-01,春,麦茶,,f-a,1,,1,1'])
    expect((await shown())[1]!.at(-1)).toBe(true)
  })
})

describe('what is paid', () => {
  const share = (rate: string, valid_from: string, values: Partial<typeof revenueShares.$inferInsert> = {}) =>
    database.db.insert(revenueShares).values({ publisher_group_id: fixtures.a.publisherGroup, rate, valid_from, ...values })
  const rateOn = async (medium: number, day: string, group = fixtures.a.publisherGroup) => {
    const rate = revenueRateOn(sql`${group}::bigint`, sql`${medium}::bigint`, sql`${day}::date`)
    return (await database.db.execute<{ rate: string | null }>(sql`select ${rate} as rate`)).rows[0]!.rate
  }

  test('is by the share of the medium, else of the group, from its first to its last day', async () => {
    await share('60', '2026-02-05', { valid_to: '2026-02-20' })
    await share('72.5', '2026-02-10', { valid_to: '2026-02-12', medium_id: otherMedium })
    await share('50', '2026-03-01')
    await share('10', '2026-02-01', { deleted_at: new Date() })
    await share('99', '2026-01-01', { publisher_group_id: fixtures.b.publisherGroup })
    const dates = [
      '2026-02-04',
      '2026-02-05',
      '2026-02-09',
      '2026-02-10',
      '2026-02-12',
      '2026-02-13',
      '2026-02-20',
      '2026-02-21',
      '2026-03-01',
    ]
    const rates = (medium: number) => Promise.all([...dates, '2099-01-01'].map((day) => rateOn(medium, day)))
    expect(await rates(otherMedium)).toEqual([null, '60.000', '60.000', '72.500', '72.500', '60.000', '60.000', null, '50.000', '50.000'])
    expect(await rates(fixtures.a.medium)).toEqual([
      null,
      '60.000',
      '60.000',
      '60.000',
      '60.000',
      '60.000',
      '60.000',
      null,
      '50.000',
      '50.000',
    ])
  })

  const costs = () =>
    rows('select day::text, frames.code, media_cost from delivery_facts join frames on frames.id = frame_id order by 1, 2')

  test('is worked out for the lines that do not say it', async () => {
    await share('33.333', '2026-02-01')
    await share('60', '2026-02-01', { medium_id: otherMedium })
    await deliver([
      '2026-02-10,春,,,f-a,1,,100.000001,',
      '2026-02-11,春,,,f-other,1,,100,',
      '2026-02-12,春,,,f-a,1,,100,7',
      '2026-01-31,春,,,f-a,1,,100,',
    ])
    expect(await costs()).toEqual([
      ['2026-01-31', 'f-a', null],
      ['2026-02-10', 'f-a', '33.333000'],
      ['2026-02-11', 'f-other', '60.000000'],
      ['2026-02-12', 'f-a', '7.000000'],
    ])
  })

  test('is worked out anew, in every roll-up, when the shares of the group change', async () => {
    const lines = ['2026-02-10,春,,,f-a,1,,100,', '2026-02-12,春,,,f-a,1,,100,7', '2026-02-10,夏,,,f-b,1,,100,']
    await share('20', '2026-02-01', { publisher_group_id: fixtures.b.publisherGroup })
    await deliver(lines)
    await share('60', '2026-02-01')
    await database.db.update(revenueShares).set({ rate: '21' }).where(eq(revenueShares.publisher_group_id, fixtures.b.publisherGroup))
    const price = () => database.db.transaction((transaction) => priceGroup(transaction, fixtures.a.publisherGroup, sql`true`))
    await price()
    const priced = [
      ['2026-02-10', 'f-a', '60.000000'],
      // Another group's share: its facts are priced when that is stored.
      ['2026-02-10', 'f-b', '20.000000'],
      ['2026-02-12', 'f-a', '7.000000'],
    ]
    expect(await costs()).toEqual(priced)
    expect(await rollUpDifferences(database.pool)).toEqual([])
    const versions = () => rows('select xmin::text from delivery_facts order by 1')
    const before = await versions()
    await price()
    expect(await versions()).toEqual(before)
    await database.db
      .update(revenueShares)
      .set({ deleted_at: new Date() })
      .where(eq(revenueShares.publisher_group_id, fixtures.a.publisherGroup))
    await price()
    expect(await costs()).toEqual([['2026-02-10', 'f-a', null], ...priced.slice(1)])
    expect(await rollUpDifferences(database.pool)).toEqual([])
  })
})
