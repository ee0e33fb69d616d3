import { endpoints, labelLimit, labelsOverlapText, type Endpoint, type Role } from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaigns } from '../db/schema.ts'
import { handIn } from '../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi, type TestClient } from '../testing/index.ts'
import { insertCampaign, type Tenant } from '../testing/fixtures.ts'

type Query = Readonly<Record<string, string>>
interface Record_ {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly label_ids: number[] | null
  readonly refs: Readonly<Record<string, string>>
  readonly colours?: Readonly<Record<string, string>>
}
interface Page {
  readonly data: readonly Record_[]
}
interface Row {
  readonly key: string
  readonly name: string
  readonly imps: number
  readonly clicks: number | null
  readonly gross: string
}
interface Report {
  readonly data: {
    readonly rows: readonly Row[]
    readonly totals: Row
    readonly row_count: number
    readonly previous: { totals: Row } | null
  }
}

let api: TestApi
const browsers = new Map<string, TestClient>()
const [from, to] = ['2026-03-01', '2026-03-31']

beforeAll(async () => {
  api = await startTestApi()
  const lines = Array.from({ length: 240 }, (_, line) => {
    const campaign = line % 12
    const day = `2026-03-${String((line % 28) + 1).padStart(2, '0')}`
    // Campaign 5 does not know its clicks.
    return `${day},企画 ${campaign},広告 ${campaign}-${line % 5},${100 + line},${campaign === 5 ? '' : line % 7},${line}.25`
  })
  for (const tenant of ['a', 'b'] as const)
    await handIn(api.pool, `day,campaign,ad,imps,clicks,gross\n${lines.join('\n')}\n`, {
      advertiser: String(api.fixtures[tenant].accounts.advertiser),
      source: `labels ${tenant}`,
    })
  // The agency of tenant a has even campaigns of both advertisers, that of tenant b the others.
  const { a, b } = api.fixtures
  await api.db.execute(sql`update campaigns set agency_account_id = case id % 2 when 0 then ${a.accounts.agency}::bigint
    else ${b.accounts.agency}::bigint end`)
})
afterAll(() => api.close())

async function browser(role: Role, tenant: Tenant = 'a'): Promise<TestClient> {
  const key = `${role} ${tenant}`
  const known = browsers.get(key) ?? (await api.signIn(role, tenant))
  browsers.set(key, known)
  return known
}
async function read<T>(client: TestClient, endpoint: Endpoint, query: Query): Promise<T> {
  const response = await client.call(endpoint, { query })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as T
}
async function make(client: TestClient, name: string, colour = 'RED'): Promise<number> {
  const response = await client.call(endpoints.label.create, { body: { name, colour } })
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: { id: number } }).data.id
}
const put = (client: TestClient, endpoint: Endpoint, body: object) => client.call(endpoint, { body })
async function done(response: Response): Promise<{ total: number; changed: number }> {
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: { total: number; changed: number } }).data
}
async function refused(response: Response): Promise<[number, string[]]> {
  return [response.status, Object.keys(((await response.json()) as { errors?: object }).errors ?? {})]
}
const campaignsOf = async (client: TestClient, query: Query = {}) =>
  (await read<Page>(client, endpoints.campaign.list, { limit: '100', sort: 'name', ...query })).data
const adsOf = async (client: TestClient, query: Query = {}) =>
  (await read<Page>(client, endpoints.ad.list, { limit: '100', ...query })).data

test('an account puts its labels on what it sees, and no other account sees them, in any call', async () => {
  const agency = await browser('agency')
  const seen = await campaignsOf(agency)
  const first = seen[0]!
  const id = await make(agency, '代理店の重点', 'GREEN')
  expect(await done(await put(agency, endpoints.campaign.labels, { ids: [first.id], add: [id] }))).toEqual({ total: 1, changed: 1 })
  // Once more changes nothing.
  expect(await done(await put(agency, endpoints.campaign.labels, { ids: [first.id], add: [id] }))).toEqual({ total: 1, changed: 0 })
  const labelled = (await campaignsOf(agency)).find((row) => row.id === first.id)!
  expect(labelled).toMatchObject({ label_ids: [id], version: first.version })
  expect(labelled.refs[`label_ids.${id}`]).toBe('代理店の重点')
  expect(labelled.colours).toEqual({ [`label_ids.${id}`]: 'GREEN' })
  expect((await campaignsOf(agency, { label_ids: String(id) })).map((row) => row.id)).toEqual([first.id])

  const others = [await browser('admin'), await browser('advertiser', 'a'), await browser('advertiser', 'b'), await browser('agency', 'b')]
  for (const other of others) {
    const rows = await campaignsOf(other)
    expect(JSON.stringify(rows)).not.toContain('代理店の重点')
    expect(rows.every((row) => row.label_ids === null)).toBe(true)
    expect(await campaignsOf(other, { label_ids: String(id) })).toEqual([])
    expect((await other.call(endpoints.label.get, { params: { id } })).status).toBe(404)
    expect((await other.call(endpoints.label.history, { params: { id } })).status).toBe(404)
    expect((await other.call(endpoints.label.update, { params: { id }, body: { version: 1, name: '奪う' } })).status).toBe(404)
    expect((await other.call(endpoints.label.delete, { params: { id } })).status).toBe(404)
    expect(JSON.stringify(await read(other, endpoints.label.select, { ids: String(id) }))).toBe('{"data":[]}')
    const own = rows[0]!
    expect(await refused(await put(other, endpoints.campaign.labels, { ids: [own.id], add: [id] }))).toEqual([422, ['add']])
    expect(await refused(await put(other, endpoints.campaign.labels, { ids: [own.id], remove: [id] }))).toEqual([422, ['remove']])
    for (const query of [{ group_by: 'campaign_label' }, { group_by: 'ad_label' }]) {
      const report = await read<Report>(other, endpoints.report.demand, { from, to, ...query })
      expect(report.data.rows.map(({ key }) => key)).toEqual([''])
    }
    const filtered = await read<Report>(other, endpoints.report.demand, { from, to, campaign_label_id: String(id) })
    expect(filtered.data.totals.imps).toBe(0)
  }
  for (const row of seen) {
    const history = await agency.call(endpoints.campaign.history, { params: { id: row.id } })
    expect(await history.text()).not.toContain('代理店の重点')
  }
  // Nor does anybody put it on by an ordinary write.
  const admin = await browser('admin')
  const write = await admin.call(endpoints.campaign.update, { params: { id: first.id }, body: { version: first.version, label_ids: [id] } })
  expect(write.status).toBe(422)
})

test('what an account does not see cannot be labelled, and nothing of the call is done', async () => {
  const agency = await browser('agency')
  const id = await make(agency, '越境')
  const own = (await campaignsOf(agency))[0]!
  const foreign = (await campaignsOf(await browser('admin'))).find((row) => row.id % 2 === 1)!
  expect(await refused(await put(agency, endpoints.campaign.labels, { ids: [own.id, foreign.id], add: [id] }))).toEqual([422, ['ids']])
  expect(await campaignsOf(agency, { label_ids: String(id) })).toEqual([])
  const ad = (await adsOf(await browser('admin'), { campaign_id: String(foreign.id) }))[0]!
  expect(await refused(await put(agency, endpoints.ad.labels, { ids: [ad.id], add: [id] }))).toEqual([422, ['ids']])
  const gone = await insertCampaign(api.db, api.fixtures.a.accounts, '削除済み')
  await api.db.update(campaigns).set({ deleted_at: new Date() }).where(eq(campaigns.id, gone))
  expect(await refused(await put(agency, endpoints.campaign.labels, { ids: [own.id, gone], add: [id] }))).toEqual([422, ['ids']])
  for (const role of ['ptd', 'pg'] as const) {
    const client = await browser(role)
    expect((await put(client, endpoints.campaign.labels, { ids: [own.id], add: [id] })).status).toBe(403)
    expect((await client.call(endpoints.label.list)).status).toBe(403)
  }
  const empty = [{ ids: [own.id] }, { ids: [own.id], add: [id], remove: [id] }, { ids: [own.id], filter: {}, add: [id] }, { add: [id] }]
  for (const body of empty) expect([body, (await put(agency, endpoints.campaign.labels, body)).status]).toEqual([body, 422])
})

test('a rep labels campaigns that it may not change', async () => {
  const rep = await browser('rep')
  const { accounts, campaign } = api.fixtures.a
  await api.db.execute(sql`update campaigns set rep_account_id = ${accounts.rep} where id = ${campaign}`)
  const id = await make(rep, 'レップの')
  expect(await done(await put(rep, endpoints.campaign.labels, { ids: [campaign], add: [id] }))).toEqual({ total: 1, changed: 1 })
})

test('everything that a filter matches is labelled, as far as the caller sees it, and a label is taken off again', async () => {
  const agency = await browser('agency')
  const [one, other] = [await make(agency, 'まとめて'), await make(agency, 'もう一つ')]
  const matching = await campaignsOf(agency, { q: '企画 1' })
  expect(matching.length).toBeGreaterThan(1)
  const all = { filter: { q: '企画 1' }, add: [one, other] }
  expect(await done(await put(agency, endpoints.campaign.labels, all))).toEqual({ total: matching.length, changed: matching.length })
  expect((await campaignsOf(agency, { label_ids: String(one) })).map(({ id }) => id)).toEqual(matching.map(({ id }) => id))
  await put(agency, endpoints.campaign.labels, { ids: [matching[0]!.id], remove: [one] })
  expect((await campaignsOf(agency)).find(({ id }) => id === matching[0]!.id)!.label_ids).not.toContain(one)
  expect((await campaignsOf(agency, { label_ids: `${one},${other}` })).length).toBe(matching.length)
})

/** The figures of the facts whose record has a label of an account, straight from the tables. */
async function fromTables(account: number, of: 'campaign' | 'ad', scope: string) {
  const key = `${of}_id`
  const sums = `sum(imps)::int as imps, case when count(*) = count(clicks) then sum(clicks)::int end as clicks, sum(gross)::float as gross`
  const where = `day between '${from}' and '${to}' and ${scope}`
  const { rows } = await api.pool.query<{ key: string; imps: number; clicks: number | null; gross: number }>(`
    select coalesce(label_id::text, '') as key, ${sums} from delivery_facts
      left join (select label_id, ${key} from ${of}_labels where account_id = ${account}
        and label_id in (select id from labels where deleted_at is null)) as put using (${key})
    where ${where} group by 1 order by 1`)
  const whole = await api.pool.query<{ imps: number; gross: number }>(
    `select sum(imps)::int as imps, sum(gross)::float as gross from delivery_facts where ${where}`,
  )
  return { rows, whole: whole.rows[0]! }
}

test.each(['campaign', 'ad'] as const)(
  'a report by labels of %ss has each record in the row of each label, and once in its totals',
  async (of) => {
    const agency = await browser('agency')
    const account = api.fixtures.a.accounts.agency
    const [first, second] = [await make(agency, `${of} 一`), await make(agency, `${of} 二`)]
    const records = of === 'campaign' ? await campaignsOf(agency, { q: '企画' }) : await adsOf(agency, { q: '広告' })
    const ids = records.map(({ id }) => id)
    const endpoint = of === 'campaign' ? endpoints.campaign.labels : endpoints.ad.labels
    await done(await put(agency, endpoint, { ids: ids.slice(0, 4), add: [first] }))
    await done(await put(agency, endpoint, { ids: ids.slice(2, 6), add: [second] }))
    const scope = `campaign_id in (select id from campaigns where agency_account_id = ${account})`
    const expected = await fromTables(account, of, scope)
    const query = { from, to, group_by: `${of}_label`, sort: 'key' }
    for (const name of ['demand', 'conversion'] as const) {
      const { data } = await read<Report>(agency, endpoints.report[name], query)
      const rows = data.rows.map(({ key, imps, clicks, gross }) => ({ key, imps, clicks, gross: Number(gross) }))
      expect(rows.toSorted((x, y) => (x.key < y.key ? -1 : 1))).toEqual(expected.rows)
      expect([data.totals.imps, Number(data.totals.gross)]).toEqual([expected.whole.imps, expected.whole.gross])
      expect(rows.reduce((sum, { imps }) => sum + imps, 0)).toBeGreaterThan(data.totals.imps)
      expect(data.row_count).toBe(rows.length)
      expect(data.rows.find(({ key }) => key === '')?.name).toBe('(ラベルなし)')
    }
    const counted = await read<Report>(agency, endpoints.report.demand, { ...query, limit: '1', count: 'exact' })
    expect(counted.data.row_count).toBe(expected.rows.length)
    // The row leads to the report that its label filters, which has the same figures.
    const filtered = await read<Report>(agency, endpoints.report.demand, {
      from,
      to,
      [`${of}_label_id`]: String(second),
      compare: 'previous',
    })
    expect(filtered.data.totals.imps).toBe(expected.rows.find(({ key }) => key === String(second))!.imps)
    const either = await read<Report>(agency, endpoints.report.demand, { from, to, [`${of}_label_id`]: `${first},${second}` })
    const once = await api.pool.query<{ imps: number }>(
      `select sum(imps)::int as imps from delivery_facts where day between '${from}' and '${to}' and ${of}_id = any($1)`,
      [ids.slice(0, 6)],
    )
    expect(either.data.totals.imps).toBe(once.rows[0]!.imps)

    const file = await agency.call(endpoints.report.demand_export, { query: { ...query, locale: 'ja' } })
    const lines: string[][] = parse(await file.text(), { bom: true })
    expect(lines[0]!.slice(0, 2)).toEqual(['ID', of === 'campaign' ? 'キャンペーンのラベル' : '広告のラベル'])
    expect(lines.at(-1)![1]).toBe(labelsOverlapText.ja)
    expect(Number(lines.at(-2)![2])).toBe(expected.whole.imps)
    const ordinary = await agency.call(endpoints.report.demand_export, { query: { from, to, group_by: of, locale: 'ja' } })
    expect(await ordinary.text()).not.toContain(labelsOverlapText.ja)
    const compared = await agency.call(endpoints.report.demand_export, { query: { ...query, compare: 'previous', locale: 'en' } })
    expect(await compared.text()).toContain(labelsOverlapText.en)
  },
)

test('files of lists have the names of the labels of the own account', async () => {
  const advertiser = await browser('advertiser')
  const [one, other] = [await make(advertiser, '=危ない', 'BLUE'), await make(advertiser, '普通')]
  const { campaign } = api.fixtures.a
  await put(advertiser, endpoints.campaign.labels, { ids: [campaign], add: [one, other] })
  const file = await advertiser.call(endpoints.campaign.export, {
    query: { columns: 'name,label_ids', label_ids: String(one), locale: 'ja' },
  })
  const lines: string[][] = parse(await file.text(), { bom: true })
  expect(lines.map((line) => line[2])).toEqual(['ラベル', "'=危ない; 普通"])
})

test('a deleted label is on nothing, and its name is free again', async () => {
  const advertiser = await browser('advertiser')
  const { campaign } = api.fixtures.a
  const id = await make(advertiser, '消える')
  const twice = await advertiser.call(endpoints.label.create, { body: { name: '消える', colour: 'RED' } })
  expect(await refused(twice)).toEqual([422, ['name']])
  await put(advertiser, endpoints.campaign.labels, { ids: [campaign], add: [id] })
  expect((await advertiser.call(endpoints.label.delete, { params: { id } })).status).toBe(204)
  const rows = await campaignsOf(advertiser)
  expect(rows.some((row) => row.label_ids?.includes(id))).toBe(false)
  expect(await campaignsOf(advertiser, { label_ids: String(id) })).toEqual([])
  const report = await read<Report>(advertiser, endpoints.report.demand, { from, to, group_by: 'campaign_label' })
  expect(report.data.rows.some(({ key }) => key === String(id))).toBe(false)
  expect(await refused(await put(advertiser, endpoints.campaign.labels, { ids: [campaign], add: [id] }))).toEqual([422, ['add']])
  await make(advertiser, '消える')
})

test('an account has so many labels that a screen can show them', async () => {
  const client = await browser('advertiser', 'b')
  for (let number = 1; number < labelLimit; number++) await make(client, `ラベル ${number}`)
  const last = ['一', '二', '三', '四'].map((name) => client.call(endpoints.label.create, { body: { name, colour: 'RED' } }))
  const answers = await Promise.all(last)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
  expect(await refused(answers.find(({ status }) => status === 422)!)).toEqual([422, ['name']])
  // One that is deleted makes room for another.
  const made = answers.find(({ status }) => status === 201)!
  const { id } = ((await made.json()) as { data: { id: number } }).data
  expect((await client.call(endpoints.label.delete, { params: { id } })).status).toBe(204)
  await make(client, '五')
})
