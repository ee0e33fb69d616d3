import {
  changeOf,
  isPercentage,
  daysOfPeriod,
  endpoints,
  listMetrics,
  metrics,
  visibleListMetrics,
  type AnyResource,
  type Endpoint,
  type Figures,
  type MetricName,
  type Role,
} from '@adsite/contract'
import * as resources from '@adsite/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../demo/base/random.ts'
import { handIn } from '../../delivery/testing/advertiser.ts'
import { startTestApi, type TestApi, type TestClient } from '../../testing/index.ts'
import { insertCampaign, type Tenant } from '../../testing/fixtures.ts'

type Query = Readonly<Record<string, string>>

interface Lists {
  readonly resource: AnyResource
  readonly group: Readonly<Record<'list' | 'totals' | 'export', Endpoint>> & { readonly labels?: Endpoint }
  /** The column of the facts with the record, and the roles that have the list. */
  readonly fact: string
  readonly roles: readonly Role[]
  /** Part of some names. */
  readonly word: string
}

const demand = ['admin', 'advertiser', 'agency', 'rep'] as const

const lists: readonly Lists[] = [
  { resource: resources.campaign, group: endpoints.campaign, fact: 'campaign_id', roles: demand, word: '企画 1' },
  { resource: resources.ad, group: endpoints.ad, fact: 'ad_id', roles: demand, word: '広告 1' },
  { resource: resources.creative, group: endpoints.creative, fact: 'creative_id', roles: demand, word: '素材 1' },
  { resource: resources.space, group: endpoints.space, fact: 'space_id', roles: ['admin', 'ptd', 'pg'], word: '枠 a' },
]

interface Row {
  readonly id: number
  readonly name: string
  readonly figures?: Figures
  readonly former_figures?: Figures
}
interface Page {
  readonly data: readonly Row[]
  readonly page: { readonly next: string | null; readonly previous: string | null; readonly total: number }
}
interface Totals {
  readonly period: { readonly from: string; readonly to: string }
  readonly figures: Figures
  readonly former: { readonly period: object; readonly figures: Figures } | null
}

const random = new Random(19)
const period = '2026-03-05..2026-04-14'
const [from, to] = ['2026-03-05', '2026-04-14']
const former = ['2026-01-23', '2026-03-04'] as const

let api: TestApi
const browsers = new Map<string, TestClient>()

beforeAll(async () => {
  api = await startTestApi()
  const { a, b } = api.fixtures
  for (const [tenant, code] of [
    [a, 'f-a'],
    [b, 'f-b'],
  ] as const) {
    const lines = Array.from({ length: 400 }, () => {
      const campaign = random.whole(1, 24)
      const day = new Date(Date.UTC(2026, 0, 20 + random.whole(0, 90))).toISOString().slice(0, 10)
      const clicks = random.whole(0, 30)
      // Some lines do not know their conversions, some neither ad nor creative nor frame.
      const whole = random.whole(0, 9) > 0
      const names = whole ? `広告 ${campaign}-${random.whole(1, 3)},素材 ${campaign % 7}` : ','
      const cv = campaign % 5 === 0 && random.whole(0, 3) === 0 ? '' : random.whole(0, clicks)
      return `${day},企画 ${campaign},${names},${whole ? (random.whole(0, 4) > 0 ? code : code === 'f-a' ? 'f-b' : 'f-a') : '#N/A'},${random.whole(100, 900)},${clicks},${cv},${random.whole(0, 99_999)}.000001`
    })
    // One that spent money and delivered nothing, and one that delivered nothing at all.
    lines.push(`2026-03-20,無料,,,${code},50,0,0,0`, `2026-03-21,空,,,#N/A,0,0,0,10`)
    await handIn(api.pool, `day,campaign,ad,creative,frame_code,imps,clicks,cv_click,gross\n${lines.join('\n')}\n`, {
      advertiser: String(tenant.accounts.advertiser),
      source: code,
    })
  }
  // Two pages of what was never delivered, all with the same value.
  for (let number = 1; number <= 45; number++) await insertCampaign(api.db, a.accounts, `配信なし ${number}`)
  // Agency and rep of tenant a have every third campaign of both advertisers.
  await api.db.execute(
    sql`update campaigns set agency_account_id = ${a.accounts.agency}, rep_account_id = ${a.accounts.rep} where id % 3 = 0`,
  )
  await api.db.execute(
    sql`update campaigns set agency_account_id = ${b.accounts.agency}, rep_account_id = ${b.accounts.rep} where id % 3 = 1`,
  )
  await api.db.execute(sql`update campaigns set agency_account_id = null, rep_account_id = null where id % 3 = 2`)
})
afterAll(() => api.close())

async function browser(role: Role, tenant: Tenant): Promise<TestClient> {
  const key = `${role} ${tenant}`
  const known = browsers.get(key) ?? (await api.signIn(role, tenant))
  browsers.set(key, known)
  return known
}

async function call(endpoint: Endpoint, role: Role, query: Query, tenant: Tenant = 'a'): Promise<Response> {
  return (await browser(role, tenant)).call(endpoint, { query })
}

async function read<T>(endpoint: Endpoint, role: Role, query: Query, tenant: Tenant = 'a'): Promise<T> {
  const response = await call(endpoint, role, query, tenant)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as T
}

/** Every row of a list, page by page. */
async function allRows(endpoint: Endpoint, role: Role, query: Query, tenant: Tenant = 'a'): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await read(endpoint, role, { limit: '100', ...query, ...(after ? { after } : {}) }, tenant)
    rows.push(...page.data)
    after = page.page.next
  }
  return rows
}

/** Which facts a role may see, said anew over the tables. */
function seenBy(role: Role, tenant: Tenant): string {
  const { accounts } = api.fixtures[tenant]
  const ofCampaigns = (column: string, id: number) => `campaign_id in (select id from campaigns where ${column} = ${id})`
  const ofGroups = (column: string, id: number) => `publisher_group_id in (select id from publisher_groups where ${column} = ${id})`
  const conditions: Record<Role, string> = {
    admin: 'true',
    advertiser: `advertiser_account_id = ${accounts.advertiser}`,
    agency: ofCampaigns('agency_account_id', accounts.agency),
    rep: ofCampaigns('rep_account_id', accounts.rep),
    pg: ofGroups('account_id', accounts.pg),
    ptd: ofGroups('ptd_account_id', accounts.ptd),
  }
  return conditions[role]
}

type ListMetric = (typeof resources.deliverySides)[keyof typeof resources.deliverySides]['metrics'][number]
/** The metrics, written a second time from spec/domain "Metrics". */
const known = (figure: string) => `case when count(*) = count(${figure}) then coalesce(sum(${figure}), 0) end`
const over = (above: string, below: string, times = 1) => `round(${above}::numeric * ${times} / nullif(${below}, 0), 6)`
const metricSums: Readonly<Partial<Record<MetricName, string>>> = {
  requests: known('requests'),
  imps: known('imps'),
  measured: known('measured'),
  viewable: known('viewable'),
  clicks: known('clicks'),
  conversions: known('cv_click'),
  gross: known('gross'),
  media_cost: known('media_cost'),
  revenue: known('media_cost'),
  fill: over(known('imps'), known('requests'), 100),
  viewability: over(known('viewable'), known('measured'), 100),
  ctr: over(known('clicks'), known('imps'), 100),
  cvr: over(known('cv_click'), known('clicks'), 100),
  ecpm: over(known('gross'), known('imps'), 1000),
  revenue_ecpm: over(known('media_cost'), known('imps'), 1000),
  cpc: over(known('gross'), known('clicks')),
  cpa: over(known('gross'), known('cv_click')),
  margin: over(`(${known('gross')} - ${known('media_cost')})`, known('gross'), 100),
} satisfies Readonly<Record<ListMetric, string>>

type Numbers = Partial<Record<MetricName, number | null>>

/** Compared as numbers, so that `10` and `10.000000` are alike. */
const numbersOf = (figures: object | undefined): Numbers =>
  Object.fromEntries(Object.entries(figures ?? {}).map(([name, value]) => [name, value === null ? null : Number(value)]))

/** Metrics straight from the facts: by record, and over those among `ids`. */
async function fromFacts(
  names: readonly MetricName[],
  fact: string,
  where: string,
  days: readonly [string, string],
  ids?: readonly number[],
) {
  const sums = names.map((name) => `${metricSums[name]!} as "${name}"`).join(', ')
  const among = ids ? `and ${fact} in (${ids.join(', ') || 'null'})` : ''
  const condition = `day between '${days[0]}' and '${days[1]}' and ${where} ${among}`
  const rows = await api.pool.query<Record<string, unknown>>(
    `select ${fact} as id, ${sums} from delivery_facts where ${condition} and ${fact} is not null group by 1`,
  )
  const whole = await api.pool.query(`select ${sums} from delivery_facts where ${condition} and ${fact} is not null`)
  const byId = new Map(rows.rows.map(({ id, ...row }) => [Number(id), numbersOf(row)]))
  const nothing = numbersOf(Object.fromEntries(names.map((name) => [name, ['count', 'money'].includes(formatOf(name)) ? 0 : null])))
  return { of: (id: number) => byId.get(id) ?? nothing, whole: numbersOf(whole.rows[0] as object), delivered: byId.size }
}
const formatOf = (name: MetricName) => resources.metrics[name].format

/** Puts a label on every third record, and says how to filter by it; nothing for records without labels. */
async function labelled({ labels }: Lists['group'], role: Role, rows: readonly Row[]): Promise<Query[]> {
  if (!labels) return []
  const client = await browser(role, 'a')
  const body = { name: `三件に一件 ${labels.path}`, colour: 'BLUE' }
  const { data } = (await (await client.call(endpoints.label.create, { body })).json()) as { data: { id: number } }
  const ids = rows.map(({ id }) => id).filter((id) => id % 3 === 0)
  expect((await client.call(labels, { body: { ids, add: [data.id] } })).status).toBe(200)
  const found = await allRows(endpoints[labels === endpoints.ad.labels ? 'ad' : 'campaign'].list, role, { label_ids: String(data.id) })
  expect(found.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual(ids.toSorted((x, y) => x - y))
  return [{ label_ids: String(data.id) }, { label_ids: String(data.id), q: '1' }]
}

describe.each(lists)('the list of $resource.name', ({ resource, group, fact, roles, word }) => {
  const figures = (role: Role) => visibleListMetrics(resource, role).join()

  test('shows every role what the facts say of what it may see, and the same in its totals', async () => {
    for (const role of roles)
      for (const tenant of ['a', 'b'] as const) {
        const names = visibleListMetrics(resource, role)
        const query = { figures: names.join(), period, compare: 'previous' }
        const rows = await allRows(group.list, role, query, tenant)
        const seen = seenBy(role, tenant)
        const now = await fromFacts(names, fact, seen, [from, to])
        const before = await fromFacts(names, fact, seen, former)
        expect(now.delivered, `${role} ${tenant}`).toBeGreaterThan(0)
        for (const row of rows) {
          expect([row.name, numbersOf(row.figures)]).toEqual([row.name, now.of(row.id)])
          expect([row.name, numbersOf(row.former_figures)]).toEqual([row.name, before.of(row.id)])
        }
        const { data } = await read<{ data: Totals }>(group.totals, role, query, tenant)
        expect(data.period).toEqual({ from, to })
        expect([role, numbersOf(data.figures)]).toEqual([role, now.whole])
        expect(numbersOf(data.former?.figures)).toEqual(before.whole)
      }
  })

  test('has the totals of what a search, a filter or a bound leaves', async () => {
    const role = roles[0]!
    const all = await allRows(group.list, role, { figures: 'imps', period })
    const middle = String(all.map((row) => Number(row.figures!.imps)).toSorted((x, y) => x - y)[Math.floor(all.length / 2)])
    const narrowed: Query[] = [{ q: word }, { imps_max: middle }, { imps_min: middle }, ...(await labelled(group, role, all))]
    for (const narrowing of narrowed) {
      const query = { ...narrowing, figures: figures(role), period }
      const rows = await allRows(group.list, role, query)
      expect(rows.length).toBeGreaterThan(0)
      const ids = rows.map(({ id }) => id)
      const { data } = await read<{ data: Totals }>(group.totals, role, query)
      const { whole } = await fromFacts(visibleListMetrics(resource, role), fact, seenBy(role, 'a'), [from, to], ids)
      expect([narrowing, numbersOf(data.figures)]).toEqual([narrowing, whole])
    }
  })

  test('is sorted by each metric, page by page and back, unknown last, ties by id', async () => {
    for (const role of roles) {
      const all = await allRows(group.list, role, { figures: figures(role), period })
      for (const name of visibleListMetrics(resource, role))
        for (const sort of [name, `-${name}`]) {
          const rows = await allRows(group.list, role, { sort, period })
          const down = sort.startsWith('-') ? -1 : 1
          const value = (row: Row) => numbersOf(row.figures)[name] ?? null
          const sorted = all.toSorted((one, other) => {
            const [x, y] = [value(one), value(other)]
            if (x === null || y === null) return x === y ? down * (one.id - other.id) : x === null ? 1 : -1
            return down * (x - y || one.id - other.id)
          })
          expect([role, sort, rows.map(({ id }) => id)]).toEqual([role, sort, sorted.map(({ id }) => id)])
        }
    }
  })

  test('has every record once on its pages, forward and back', async () => {
    const role = roles[0]!
    const name = visibleListMetrics(resource, role).at(-1)!
    for (const sort of [name, `-${name}`, 'imps', '-imps']) {
      const forward: number[][] = []
      let page: Page = await read(group.list, role, { sort, period, limit: '20' })
      for (;;) {
        forward.push(page.data.map(({ id }) => id))
        if (page.page.next === null) break
        page = await read(group.list, role, { sort, period, limit: '20', after: page.page.next })
      }
      const backward = [forward.at(-1)!]
      while (page.page.previous !== null) {
        page = await read(group.list, role, { sort, period, limit: '20', before: page.page.previous })
        backward.unshift(page.data.map(({ id }) => id))
      }
      expect([sort, backward]).toEqual([sort, forward])
      const whole = await allRows(group.list, role, { sort, period })
      expect([sort, forward.flat()]).toEqual([sort, whole.map(({ id }) => id)])
    }
  })

  test('is narrowed by bounds of each metric; what is unknown is within none', async () => {
    for (const role of roles) {
      const names = visibleListMetrics(resource, role)
      const all = await allRows(group.list, role, { figures: names.join(), period })
      for (const name of names) {
        const values = all.flatMap((row) => numbersOf(row.figures)[name] ?? []).toSorted((x, y) => x - y)
        const middle = values[Math.floor(values.length / 2)] ?? 0
        const bounds: readonly [Query, (value: number) => boolean][] = [
          [{ [`${name}_min`]: middle.toFixed(6) }, (value) => value >= middle],
          [{ [`${name}_max`]: middle.toFixed(6) }, (value) => value <= middle],
          [{ [`${name}_min`]: '0', [`${name}_max`]: '0' }, (value) => value === 0],
        ]
        for (const [bound, holds] of bounds) {
          if (middle < 0) continue
          const found = await allRows(group.list, role, { ...bound, period })
          const expected = all.filter((row) => numbersOf(row.figures)[name] != null && holds(numbersOf(row.figures)[name]!))
          expect([role, bound, found.map(({ id }) => id)]).toEqual([role, bound, expected.map(({ id }) => id)])
        }
      }
    }
  })

  test('is downloaded with its metrics, in its order', async () => {
    const role = roles[0]!
    const names = visibleListMetrics(resource, role)
    const response = await call(group.export, role, { columns: `name,${names.join()}`, sort: `-${names[0]!}`, period, locale: 'en' })
    expect(response.status).toBe(200)
    const lines: string[][] = parse(await response.text(), { bom: true, from_line: 2 })
    const rows = await allRows(group.list, role, { sort: `-${names[0]!}`, figures: names.join(), period })
    const written = rows.map((row) => [String(row.id), row.name, ...names.map((name) => String(row.figures?.[name] ?? ''))])
    expect(lines).toEqual(written)
  })

  test('is downloaded with the former figures and the changes, as the list shows them', async () => {
    for (const role of roles) {
      const names = visibleListMetrics(resource, role)
      const query = { period, compare: 'previous', sort: `-${names[0]!}` }
      const response = await call(group.export, role, { ...query, columns: ['name', ...names].join(), locale: 'en' })
      expect(response.status).toBe(200)
      const [head, ...lines]: string[][] = parse(await response.text(), { bom: true })
      const unit = (name: MetricName) => (isPercentage(name) ? 'pt' : '%')
      expect(head!.slice(2)).toEqual(
        names.flatMap((name) => {
          const { en } = metrics[name].label
          return [expect.stringContaining(en), expect.stringContaining(`${en}, previous period`), `${en}, change (${unit(name)})`]
        }),
      )
      const rows = await allRows(group.list, role, { ...query, figures: names.join() })
      const written = rows.map((row) => [
        String(row.id),
        row.name,
        ...names.flatMap((name) => {
          const [now, before] = [row.figures?.[name] ?? null, row.former_figures?.[name] ?? null]
          return [now, before, changeOf(name, now, before)?.amount.toFixed(6)].map((value) => String(value ?? ''))
        }),
      ])
      expect(lines).toEqual(written)
      const changes = written.flatMap((line) => line.filter((_, place) => place % 3 === 1 && place > 1))
      expect(changes.some((change) => Number(change) !== 0)).toBe(true)
    }
  })

  test('keeps metrics from roles that may not see them', async () => {
    for (const role of roles) {
      const hidden = listMetrics(resource).filter((name) => !visibleListMetrics(resource, role).includes(name))
      for (const name of hidden)
        for (const query of [{ figures: name }, { sort: name }, { [`${name}_min`]: '1' }] as Query[]) {
          const response = await call(group.list, role, query)
          expect([role, query, response.status]).toEqual([role, query, 422])
        }
      for (const name of hidden) {
        expect((await call(group.totals, role, { figures: name })).status).toBe(422)
        expect((await call(group.export, role, { columns: name })).status).toBe(422)
      }
    }
  })

  test('answers no delivery unless asked, and says what is wrong with a period', async () => {
    const role = roles[0]!
    const { data } = await read<Page>(group.list, role, { period })
    expect(data.every((row) => !('figures' in row) && !('former_figures' in row))).toBe(true)
    for (const bad of ['tomorrow', '2026-02-30..2026-03-01', '2026-03-02..2026-03-01', '2024-01-01..2026-01-01', '2026-01-01', '']) {
      const response = await call(group.totals, role, { period: bad })
      expect([bad, response.status]).toEqual([bad, bad === '' ? 200 : 422])
    }
    const { data: totals } = await read<{ data: Totals }>(group.totals, role, { figures: 'imps' })
    expect(totals.period).toEqual(daysOfPeriod('last_30_days'))
    expect(totals.former).toBeNull()
  })
})
