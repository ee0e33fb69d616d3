import { endpoints, type Endpoint } from '@adsite/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { deliveryDailySpace, frames, media, revenueShares, spaces } from '../db/schema.ts'
import { handIn, rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { named } from '../db/schema/common.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { dayFromNow } from '../testing/requests/media-requests.ts'
import { revenueRateOn } from '../delivery/roll-up/revenue-rate-on.ts'
import { revenueShareMapping } from './mapping.ts'

let api: TestApi
let admin: TestClient
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.delete(revenueShares)
})

const { revenue_share: share } = endpoints

async function send(endpoint: Endpoint, options: CallOptions = {}) {
  const response = await admin.call(endpoint, options)
  const text = await response.text()
  return {
    status: response.status,
    body: (text === '' ? {} : JSON.parse(text)) as { data?: unknown; errors?: Record<string, string[]>; message?: string },
  }
}
const group = () => api.fixtures.a.publisherGroup
const bodyOf = (from: number, to: number | null, more: object = {}) => ({
  publisher_group_id: group(),
  rate: '60',
  valid_from: dayFromNow(from),
  valid_to: to === null ? null : dayFromNow(to),
  ...more,
})

/** Inserts a period that was written when its days were in the future. */
async function stored(from: number, to: number | null, rate = '60', medium_id: number | null = null): Promise<number> {
  const row = {
    publisher_group_id: group(),
    medium_id,
    rate,
    valid_from: dayFromNow(from),
    valid_to: to === null ? null : dayFromNow(to),
  }
  const [made] = await api.db.insert(revenueShares).values(row).returning({ id: revenueShares.id })
  return made!.id
}
const change = (id: number, values: object) => send(share.update, { params: { id }, body: { version: 1, ...values } })

type Days = readonly [from: number, to: number | null]

test.each<[string, Days, Days, (() => object)?]>([
  ['one day of both', [10, 20], [20, 30]],
  ['one day of both, the later first', [20, 30], [10, 20]],
  ['days that follow', [10, 20], [21, 30]],
  ['the first without an end', [10, null], [20, 30]],
  ['the second without an end', [20, 30], [10, null]],
  ['days before one without an end', [10, null], [5, 9]],
  ['one of all media, and one of a medium', [10, 20], [10, 20], () => ({ medium_id: api.fixtures.a.medium })],
  ['two media groups', [10, 20], [10, 20], () => ({ publisher_group_id: api.fixtures.b.publisherGroup })],
])('two new periods wait beside each other only where both can be stored: %s', async (_, one, other, elsewhere = () => ({})) => {
  const [first, second] = [bodyOf(...one, { medium_id: null }), bodyOf(...other, { medium_id: null, ...elsewhere() })]
  await api.db.insert(revenueShares).values(first)
  const isRefused = await api.db
    .insert(revenueShares)
    .values(second)
    .then(
      () => false,
      () => true,
    )
  expect(revenueShareMapping.exclude?.(first, second)).toBe(isRefused)
})

describe('periods', () => {
  test('begin today or later, or in a past that has none', async () => {
    expect((await send(share.create, { body: bodyOf(0, 9) })).status).toBe(201)
    expect((await send(share.create, { body: bodyOf(-9, -1) })).status).toBe(201)
    expect(await send(share.create, { body: bodyOf(-5, -2) })).toMatchObject({
      status: 422,
      body: { errors: { valid_from: [expect.stringContaining('重なっています')] } },
    })
    expect(await send(share.create, { body: bodyOf(20, 19) })).toMatchObject({
      status: 422,
      body: { errors: { valid_to: [expect.any(String)] } },
    })
  })

  test.for([
    [-15, -8, 422],
    [-5, null, 422],
    [-9, -9, 422],
    [-15, -11, 201],
    [0, null, 201],
  ] as const)('of a medium do not change what its group’s share has paid: from %i to %s', async ([from, to, status]) => {
    await stored(-10, 20)
    const body = bodyOf(from, to, { medium_id: api.fixtures.a.medium })
    const answer = await send(share.create, { body })
    const settled = answer.body.errors?.['valid_from']?.[0]?.includes('確定しています')
    expect([answer.status, settled]).toEqual([status, status === 422 ? true : undefined])
  })

  test('of a medium may begin in a past that its group’s share, of today on, has not paid', async () => {
    await stored(0, 20)
    // A deleted one has paid nobody.
    await api.db
      .update(revenueShares)
      .set({ deleted_at: new Date() })
      .where(eq(revenueShares.id, await stored(-20, -1)))
    expect((await send(share.create, { body: bodyOf(-5, null, { medium_id: api.fixtures.a.medium }) })).status).toBe(201)
  })

  test.for([
    [10, 19],
    [5, 10],
    [19, 30],
    [12, 13],
    [5, null],
    [19, null],
  ] as const)('do not overlap: from %i to %s', async ([from, to]) => {
    await stored(10, 19)
    expect(await send(share.create, { body: bodyOf(from, to) })).toMatchObject({
      status: 422,
      body: { errors: { valid_from: [expect.stringContaining('重なっています')] } },
    })
  })

  test('may touch, and are one thing for the group and another for each medium', async () => {
    await stored(10, 19)
    for (const body of [bodyOf(5, 9), bodyOf(20, null), bodyOf(10, 19, { medium_id: api.fixtures.a.medium })]) {
      expect((await send(share.create, { body })).status).toBe(201)
    }
  })

  test('are of a medium of the group', async () => {
    const body = bodyOf(10, 19, { medium_id: api.fixtures.b.medium })
    expect(await send(share.create, { body })).toMatchObject({ status: 422, body: { errors: { medium_id: [expect.any(String)] } } })
  })

  test('many at once leave no overlap, and every refused one is told why', async () => {
    // No more than there are connections: who waits long for one is told that the site is busy, and not of the overlap.
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => send(share.create, { body: bodyOf(10 + (index % 5), 30) })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 422 && body.errors?.['valid_from'] !== undefined)).toHaveLength(24)
    const { rows } = await api.db.execute(sql`select 1 from revenue_shares a join revenue_shares b on a.id < b.id
      and a.publisher_group_id = b.publisher_group_id and a.medium_id is not distinct from b.medium_id
      and daterange(a.valid_from, a.valid_to, '[]') && daterange(b.valid_from, b.valid_to, '[]')`)
    expect(rows).toEqual([])
  })

  test('a refusal lets the next writer go on, also of creates that carry a key', async () => {
    await stored(10, 19)
    const create = (key: string, from: number) =>
      send(share.create, { body: bodyOf(from, null), headers: { 'Idempotency-Key': `revenue-share-period-${key}` } })
    expect((await create('one', 12)).body.errors).toHaveProperty('valid_from')
    expect((await create('two', 15)).body.errors).toHaveProperty('valid_from')
    expect((await create('three', 20)).status).toBe(201)
  })

  test('the database refuses an overlap by itself', async () => {
    await stored(10, 19)
    await expect(stored(15, 25)).rejects.toMatchObject({ cause: { constraint: 'revenue_shares_no_overlap' } })
  })

  test.for(['-1', '100', '12.3456', 'abc', '1e1'])('a rate of %s is refused', async (rate) => {
    expect(await send(share.create, { body: bodyOf(10, 19, { rate }) })).toMatchObject({
      status: 422,
      body: { errors: { rate: ['0.000から99.999までの数値を小数点以下3桁までで入力してください。'] } },
    })
  })
})

describe('the past is immutable', () => {
  /** The space of the group has delivery of this day for the length of a test. */
  async function delivered(day: number): Promise<void> {
    const row = { publisher_group_id: group(), space_id: api.fixtures.a.space, day: dayFromNow(day) }
    await api.db.insert(deliveryDailySpace).values(row)
    onTestFinished(async () => void (await api.db.delete(deliveryDailySpace).where(eq(deliveryDailySpace.day, row.day))))
  }

  test('a period that is over changes no more', async () => {
    await delivered(-20)
    const id = await stored(-20, -1)
    for (const values of [{ rate: '1' }, { valid_to: dayFromNow(5) }, { valid_from: dayFromNow(-30) }]) {
      expect(await change(id, values)).toMatchObject({ status: 409, body: { code: 'action_blocked' } })
    }
    expect(await send(share.delete, { params: { id } })).toMatchObject({ status: 409, body: { code: 'action_blocked' } })
    expect((await send(share.get, { params: { id } })).body.data).toMatchObject({
      phase: 'PAST',
      rate: '60',
      version: 1,
      blocked: { update: '終了した期間は変更できません。', delete: '配信のある期間は削除できません。' },
    })
  })

  test('a period in which nothing was delivered has paid nobody, and goes: one of a wrong year, of a medium without delivery', async () => {
    await delivered(-10)
    const [own] = await api.db.select().from(media).where(eq(media.id, api.fixtures.a.medium))
    const [other] = await api.db
      .insert(media)
      .values({ publisher_group_id: group(), publisher_id: own!.publisher_id, ...named('配信のない媒体'), domain: 'none.example' })
      .returning({ id: media.id })
    const [wrong, ended, current, ofOther] = [
      await stored(-7300, -6935),
      await stored(-9, -5),
      await stored(-4, null),
      await stored(-20, -1, '50', other!.id),
    ]
    const [used, ofMedium] = [await stored(-12, -10), await stored(-10, null, '50', api.fixtures.a.medium)]
    const ids = [wrong, ended, current, ofOther, used, ofMedium]
    const expected = [true, true, true, true, false, false]
    const blocked = async (id: number) => (await send(share.get, { params: { id } })).body.data as { blocked: { delete?: string } }
    expect(await Promise.all(ids.map(async (id) => (await blocked(id)).blocked.delete === undefined))).toEqual(expected)
    for (const dry_run of [true, false]) {
      const { body } = await send(share.bulk, { body: { action: 'delete', ids, dry_run } })
      expect((body.data as { results: { ok: boolean }[] }).results.map(({ ok }) => ok)).toEqual(expected)
    }
    // Its days are available again.
    expect((await send(share.create, { body: bodyOf(-9, -5) })).status).toBe(201)
  })

  test('the current one only ends, today or later', async () => {
    await delivered(-1)
    const id = await stored(-20, null)
    for (const values of [{ rate: '61' }, { valid_from: dayFromNow(-10) }, { valid_from: dayFromNow(3) }]) {
      expect(await change(id, values)).toMatchObject({
        status: 422,
        body: { errors: { [Object.keys(values)[0]!]: ['適用中の期間は終了日だけを変更できます。'] } },
      })
    }
    expect(await change(id, { valid_to: dayFromNow(-1) })).toMatchObject({
      status: 422,
      body: { errors: { valid_to: [expect.any(String)] } },
    })
    expect((await send(share.delete, { params: { id } })).status).toBe(409)
    expect((await change(id, { valid_to: dayFromNow(0), rate: '60.000' })).status).toBe(204)
    expect((await send(share.get, { params: { id } })).body.data).toMatchObject({ phase: 'CURRENT', valid_to: dayFromNow(0), version: 2 })
  })

  test('one to come changes and goes', async () => {
    const id = await stored(10, 19)
    expect((await change(id, { rate: '75.125', valid_from: dayFromNow(5) })).status).toBe(204)
    expect((await send(share.get, { params: { id } })).body.data).toMatchObject({ phase: 'FUTURE', rate: '75.125', name: 'グループ a' })
    expect((await send(share.delete, { params: { id } })).status).toBe(204)
    // Its days are available again.
    expect((await send(share.create, { body: bodyOf(5, 19) })).status).toBe(201)
  })

  test('of many at once those to come go, and each of the others says why it stays', async () => {
    for (const day of [-1, 0]) await delivered(day)
    const [past, current, coming] = [await stored(-20, -1), await stored(0, 5), await stored(10, 19)]
    const { status, body } = await send(share.bulk, { body: { action: 'delete', ids: [past, current, coming] } })
    expect([status, body.data]).toMatchObject([
      200,
      { total: 3, done: 1, results: [{ ok: false }, { ok: false }, { id: coming, ok: true }] },
    ])
    for (const id of [past, current]) expect((await send(share.get, { params: { id } })).status).toBe(200)
    expect((await send(share.get, { params: { id: coming } })).status).toBe(404)
  })

  test('moving one onto another is refused', async () => {
    await stored(10, 19)
    const id = await stored(20, 29)
    expect(await change(id, { valid_from: dayFromNow(19) })).toMatchObject({
      status: 422,
      body: { errors: { valid_from: [expect.any(String)] } },
    })
  })
})

describe('what it pays', () => {
  const rateOn = async (medium: number, day: number) => {
    const rate = revenueRateOn(sql`${group()}::bigint`, sql`${medium}::bigint`, sql`${dayFromNow(day)}::date`)
    const { rows } = await api.db.execute<{ rate: string | null }>(sql`select ${rate} as rate`)
    return rows[0]!.rate
  }

  test('the rate of a day: the medium’s own before the group’s, none outside of both', async () => {
    const { medium } = api.fixtures.a
    await stored(-20, 10, '60')
    await stored(-5, 5, '72.5', medium)
    const rates = await Promise.all([-21, -20, -6, -5, 5, 6, 10, 11].map((day) => rateOn(medium, day)))
    expect(rates).toEqual([null, '60.000', '60.000', '72.500', '72.500', '60.000', '60.000', null])
    expect(await rateOn(999_999, 0)).toBe('60.000')
    await api.db.update(revenueShares).set({ deleted_at: new Date() })
    expect(await rateOn(medium, 0)).toBeNull()
  })

  test('by month, to the last digit what an independent sum over the file says, with shares given to the past afterwards', async () => {
    const publisher_group_id = group()
    const [own] = await api.db.select().from(media).where(eq(media.id, api.fixtures.a.medium))
    const [other] = await api.db
      .insert(media)
      .values({ publisher_group_id, publisher_id: own!.publisher_id, ...named('別の媒体'), domain: 'other.example' })
      .returning({ id: media.id })
    const [place] = await api.db
      .insert(spaces)
      .values({ publisher_group_id, medium_id: other!.id, ...named('別の枠'), position: 'FOOTER' })
      .returning({ id: spaces.id })
    await api.db.insert(frames).values({
      publisher_group_id,
      space_id: place!.id,
      ...named('別の配信枠'),
      code: 'f-other',
      width: 0,
      height: 0,
    })
    // Starts before all rates, with fractions that floats could not add; every fifth line has its own media cost.
    const lines = Array.from({ length: 101 }, (_, back) =>
      ['f-a', 'f-other'].map((code, at) => ({
        day: dayFromNow(-back),
        code,
        gross: `${1000 + back}.${100_001 + at}`,
        cost: back % 5 === 0 ? '77.7' : '',
      })),
    ).flat()
    const content = lines.map(({ day, code, gross, cost }) => `${day},春,${code},1,${gross},${cost}\n`).join('')
    const advertiser = String(api.fixtures.a.accounts.advertiser)
    await handIn(api.pool, `day,campaign,frame_code,imps,gross,media_cost\n${content}`, { advertiser, source: 'monthly' })
    const monthly = async () => {
      const { body } = await send(share.monthly, { query: { publisher_group_id } })
      return body as unknown as { data: Record<string, string | null>[]; total: Record<string, string | null> }
    }
    expect((await monthly()).total).toMatchObject({ revenue: null })
    for (const body of [
      bodyOf(-50, -20, { medium_id: other!.id, rate: '99.999' }),
      bodyOf(-80, -41, { rate: '60' }),
      bodyOf(-40, null, { rate: '33.333' }),
    ])
      expect((await send(share.create, { body })).status).toBe(201)

    const { data, total } = await monthly()
    expect(data).toHaveLength(12)
    expect(data.at(-1)!['month']).toBe(dayFromNow(0).slice(0, 7))
    // Millionths, each line rounded half up.
    const expected = new Map<string, bigint | null>()
    let unrated = 0n
    for (const { day, code, gross, cost } of lines) {
      const groups = day >= dayFromNow(-40) ? 33_333n : day >= dayFromNow(-80) ? 60_000n : null
      const rate = code === 'f-other' && day >= dayFromNow(-50) && day <= dayFromNow(-20) ? 99_999n : groups
      const units = BigInt(gross.replace('.', ''))
      const paid = cost === '' ? (rate === null ? null : (units * rate + 50_000n) / 100_000n) : 77_700_000n
      if (paid === null) unrated += units
      const month = day.slice(0, 7)
      const sum = expected.has(month) ? expected.get(month)! : 0n
      expected.set(month, sum === null || paid === null ? null : sum + paid)
    }
    const exact = (decimal: string | null) => {
      if (decimal === null) return null
      const [whole = '0', fraction = ''] = decimal.split('.')
      return BigInt(whole + fraction.padEnd(6, '0'))
    }
    for (const { month, revenue } of data)
      expect([month, exact(revenue!)]).toEqual([month, expected.has(month!) ? expected.get(month!) : 0n])
    expect(exact(total['unrated_gross']!)).toBe(unrated)
    expect(await rollUpDifferences(api.pool)).toEqual([])
  })

  test('by month is refused for a group that nobody has', async () => {
    expect((await send(share.monthly, { query: { publisher_group_id: 999_999 } })).status).toBe(404)
  })

  test('a group that delivered long ago shows the months of then', async () => {
    const { publisherGroup: publisher_group_id } = api.fixtures.b
    const advertiser = String(api.fixtures.b.accounts.advertiser)
    const content = 'day,campaign,frame_code,imps,gross,media_cost\n2019-06-03,昔,f-b,9,1000,640\n'
    await handIn(api.pool, content, { advertiser, source: 'long-ago' })
    const { body } = await send(share.monthly, { query: { publisher_group_id } })
    const { data, total } = body as unknown as { data: object[]; total: object }
    expect(data.at(-1)).toEqual({ month: '2019-06', gross: '1000', revenue: '640', unrated_gross: '0' })
    expect([data.length, total]).toEqual([12, { gross: '1000', revenue: '640', unrated_gross: '0' }])
  })
})

test('what is paid is shown by month, of the twelve months that end with the last delivery', async () => {
  // What is delivered of days to come moves no month.
  const content = ['2026-03-15', '2025-04-01', '2025-03-31', dayFromNow(40)]
    .map((day, index) => `${day},春,f-b,1,${10 ** index},1\n`)
    .join('')
  const advertiser = String(api.fixtures.b.accounts.advertiser)
  await handIn(api.pool, `day,campaign,frame_code,imps,gross,media_cost\n${content}`, { advertiser, source: 'twelve months' })
  const { body } = await send(share.monthly, { query: { publisher_group_id: api.fixtures.b.publisherGroup } })
  const { data, total } = body as unknown as { data: Record<string, string | null>[]; total: Record<string, string | null> }
  expect(data.map(({ month, gross }) => [month, gross]).filter(([, gross]) => gross !== '0')).toEqual([
    ['2025-04', '10'],
    ['2026-03', '1'],
  ])
  expect([data.length, total['gross']]).toEqual([12, '11'])
})
