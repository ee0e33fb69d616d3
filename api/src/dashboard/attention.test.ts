import { attentionReasons, endpoints, type AttentionItem, type Role } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handIn } from '../delivery/testing/advertiser.ts'
import { campaigns, companies } from '../db/schema.ts'
import { named } from '../db/schema/common.ts'
import { pauseWorker, settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { Tenant } from '../testing/fixtures.ts'
import { day } from '../testing/japan-days.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.db.update(companies).set({ credit_status: 'ACTIVE' })
})
afterAll(() => api.close())
beforeEach(async () => {
  // The worker reads these tables, too: emptied beside it, they may wait for each other.
  const resumeWorker = await pauseWorker(api)
  await api.pool.query('truncate delivery_facts, delivery_daily_campaign, delivery_daily_space, ads cascade')
  await api.db.delete(campaigns)
  await resumeWorker()
})

const at = (days: number) => new Date(Date.now() + days * 86_400_000)

async function insert(name: string, values: Partial<typeof campaigns.$inferInsert> = {}, tenant: Tenant = 'a'): Promise<number> {
  const { advertiser, agency, rep } = api.fixtures[tenant].accounts
  const row = {
    advertiser_account_id: advertiser,
    agency_account_id: agency,
    rep_account_id: rep,
    goal: 'TRAFFIC',
    lifetime_budget: '1000',
    // Started today, so nothing is overdue yet.
    start_at: at(-0.001),
    end_at: at(20),
    ...named(name),
    ...values,
  }
  return (await api.db.insert(campaigns).values(row).returning({ id: campaigns.id }))[0]!.id
}

const deliver = (campaign: string, back: number, gross = 1, tenant: Tenant = 'a') =>
  handIn(api.pool, `day,campaign,imps,gross\n${day(back)},${campaign},100,${gross}\n`, {
    advertiser: String(api.fixtures[tenant].accounts.advertiser),
    source: `${campaign} ${back} ${Math.random()}`.replace(/[^\w.-]/gu, '_'),
  })

async function attention(role: Role = 'admin', tenant: Tenant = 'a'): Promise<AttentionItem[]> {
  await settleAnew(api)
  const response = await (await api.signIn(role, tenant)).call(endpoints.dashboard.attention)
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: AttentionItem[] }).data
}
const told = async (role?: Role, tenant?: Tenant) => (await attention(role, tenant)).map(({ name, reason }) => `${name}: ${reason}`)

describe('attention', () => {
  test('none for campaigns that are well, over, far off or deleted', async () => {
    await insert('順調')
    await deliver('順調', 1)
    await insert('終了', { start_at: at(-30), end_at: at(-0.01) })
    await insert('終了 停止', { start_at: at(-30), end_at: at(-0.01), user_status: 'PAUSED' })
    await insert('先', { start_at: at(3.1), user_status: 'PAUSED' })
    await insert('予定通り', { start_at: at(1) })
    await insert('削除', { end_at: at(1), deleted_at: new Date() })
    expect(await told()).toEqual([])
  })

  test('each reason, with its value', async () => {
    const end = at(2)
    await insert('終わる', { end_at: end })
    await insert('止', { user_status: 'PAUSED', start_at: at(-9), end_at: end })
    const start = at(2.5)
    await insert('始まる', { user_status: 'PAUSED', start_at: start })
    await insert('静か', { start_at: at(-9) })
    await deliver('静か', 3)
    await insert('一度も', { start_at: at(-4), end_at: at(30) })
    await insert('使った', { lifetime_budget: '300' })
    await deliver('使った', 1, 271)
    await insert('まだ', { lifetime_budget: '300' })
    await deliver('まだ', 1, 270)
    const values = new Map((await attention()).map(({ name, reason, value }) => [name, [reason, value]]))
    expect(Object.fromEntries(values)).toEqual({
      終わる: ['ends_soon', end.toISOString()],
      止: ['paused', end.toISOString()],
      始まる: ['starts_paused', start.toISOString()],
      静か: ['no_delivery', '2'],
      一度も: ['no_delivery', '4'],
      使った: ['budget_nearly_spent', '90'],
    })
  })

  test('what was spent is read from the total of the campaign, not from its days', async () => {
    await insert('合計', { lifetime_budget: '300' })
    await deliver('合計', 1, 200)
    await deliver('合計', 2, 71)
    await api.pool.query('delete from delivery_daily_campaign')
    expect(await attention()).toMatchObject([{ name: '合計', reason: 'budget_nearly_spent', value: '90' }])
  })

  test('a campaign of one or two days is not silent yet, one that delivered the day before yesterday neither', async () => {
    await insert('昨日から', { start_at: new Date(`${day(1)}T00:00:00+09:00`) })
    await insert('一昨日', { start_at: at(-9) })
    await deliver('一昨日', 2)
    expect(await told()).toEqual([])
    await insert('二日', { start_at: new Date(`${day(2)}T23:59:00+09:00`) })
    expect(await told()).toEqual(['二日: no_delivery'])
  })

  test('credit of the advertiser’s company, for what would serve', async () => {
    const { a, b } = api.fixtures
    await insert('a1')
    await insert('a 停止', { user_status: 'PAUSED', start_at: at(-1) })
    await insert('b1', {}, 'b')
    const credit = (credit_status: string) => api.db.update(companies).set({ credit_status }).where(eq(companies.id, b.company))
    // New ads cannot start; those that have started are still delivered.
    await credit('ON_HOLD')
    expect(await told()).toEqual(['a 停止: paused'])
    await credit('BLOCKED')
    expect(await attention()).toMatchObject([{ name: 'b1', reason: 'credit', value: 'BLOCKED' }, { name: 'a 停止' }])
    await api.db.update(companies).set({ credit_status: 'ACTIVE' }).where(eq(companies.id, b.company))
    expect(a.company).not.toBe(b.company)
  })

  test('the most urgent reason of a campaign, the most urgent campaigns first, at most twenty', async () => {
    for (let index = 0; index < 25; index += 1)
      await insert(`停止${index}`, { user_status: 'PAUSED', start_at: at(-5), end_at: at(30 - index) })
    await insert('終わる 遅い', { end_at: at(2.5) })
    await insert('終わる 早い', { end_at: at(1) })
    await insert('静かで終わる', { start_at: at(-9), end_at: at(1) })
    const list = await told()
    expect(list).toHaveLength(20)
    expect(list.slice(0, 5)).toEqual([
      '静かで終わる: no_delivery',
      '終わる 早い: ends_soon',
      '終わる 遅い: ends_soon',
      '停止24: paused',
      '停止23: paused',
    ])
    const ranks = Object.keys(attentionReasons)
    const order = (await attention()).map(({ reason }) => ranks.indexOf(reason))
    expect(order).toEqual(order.toSorted((x, y) => x - y))
  })

  test('only the campaigns of the role’s account', async () => {
    await insert('a1', { end_at: at(1) })
    await insert('b1', { end_at: at(1) }, 'b')
    await insert('代理店なし', { end_at: at(1), agency_account_id: null, rep_account_id: null })
    expect((await told('admin')).toSorted()).toEqual(['a1: ends_soon', 'b1: ends_soon', '代理店なし: ends_soon'].toSorted())
    expect((await told('advertiser')).toSorted()).toEqual(['a1: ends_soon', '代理店なし: ends_soon'].toSorted())
    for (const role of ['agency', 'rep'] as const) {
      expect(await told(role)).toEqual(['a1: ends_soon'])
      expect(await told(role, 'b')).toEqual(['b1: ends_soon'])
    }
    for (const role of ['ptd', 'pg'] as const) expect((await (await api.signIn(role)).call(endpoints.dashboard.attention)).status).toBe(403)
  })
})
