import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  adCost,
  adEffectiveStatuses,
  creativeStatuses,
  endpoints,
  isCorporateNumber,
  notificationText,
  roles,
  type BillingType,
  type Notification,
  type Role,
} from '@adsite/contract'
import { isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rollUpDifferences } from '../delivery/testing/advertiser.ts'
import { sanitiseHtml } from '../resource/write/sanitise-html.ts'
import { campaignsChanged } from '../serving/settle-changed-campaigns.ts'
import { passwordMatches } from '../session/password.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { allMappings } from '../testing/mappings.ts'
import { demoLogins, demoPassword } from './parties/demo-users.ts'
import { directoryStorage, type Storage } from '../upload/storage.ts'
import { loadDemo } from './load-demo.ts'

let database: TestDatabase
const now = new Date('2026-03-01T16:00:00Z')
const yesterday = '2026-03-01'
const query = async <R extends object>(text: string, values: unknown[] = []) => (await database.pool.query<R>(text, values)).rows

let storage: Storage
let uploads: string
beforeAll(async () => {
  // As the site loads it: a slow machine may take longer than a call.
  database = await createTestDatabase('command')
  uploads = await mkdtemp(join(tmpdir(), 'adsite-demo-'))
  storage = directoryStorage(uploads)
  await loadDemo(database.db, storage, { now })
})
afterAll(async () => {
  await database.drop()
  await rm(uploads, { recursive: true, force: true })
})

/** The columns by which scopes filter what a role's account sees. */
const columnOf = { advertiser: 'advertiser_account_id', agency: 'agency_account_id', rep: 'rep_account_id' } as const

describe('demo data', () => {
  test('holds a hundred campaigns, some thousand ads and 90 days of delivery up to yesterday', async () => {
    const [counts] = await query<
      Record<string, number>
    >(`select (select count(*) from campaigns) as campaigns, (select count(*) from ads) as ads,
      (select count(distinct day) from delivery_facts) as days, (select count(*) from delivery_facts) as facts`)
    expect(counts).toMatchObject({ campaigns: 100, days: 90 })
    expect(counts!['ads']).toBeGreaterThan(2000)
    expect(counts!['facts']).toBeGreaterThan(20_000)
    expect(await query(`select max(day)::text as last from delivery_facts`)).toEqual([{ last: yesterday }])
  })

  test.each(['ad_whitelist', 'ad_articles'])('%s: whose each exclusion is, and that all other places were named', async (table) => {
    const odd = `case when status = 'EXCLUDED' then excluded_by is null else excluded_by is not null or not is_named end`
    expect(await query(`select * from ${table} where ${odd}`)).toEqual([])
    expect(await query(`select distinct is_named from ${table}`)).toHaveLength(2)
  })

  test('has a record for every page of one; otherwise add it in api/src/demo', async () => {
    const groups: Readonly<Record<string, object>> = endpoints
    const without: string[] = []
    for (const { mapping } of await allMappings()) {
      const { resource, table } = mapping
      if (!('get' in (groups[resource.name] ?? {}))) continue
      const found = await database.db.select({ id: table.id }).from(table).where(isNull(table.deleted_at)).limit(1)
      if (found.length === 0) without.push(resource.name)
    }
    expect(without).toEqual([])
  })

  test('rolls up to what the facts say, and so do its files', async () => {
    expect(await rollUpDifferences(database.pool)).toEqual([])
    const [sums] = await query(`select sum(rows_taken) = (select count(*) from delivery_facts) as rows,
      sum(imps) = (select sum(imps) from delivery_facts) as imps, sum(gross) = (select sum(gross) from delivery_facts) as gross from delivery_files`)
    expect(sums).toEqual({ rows: true, imps: true, gross: true })
  })

  test('has sensible prices and the dirt of real files', async () => {
    const [prices] = await query<
      Record<string, number>
    >(`select (sum(gross) / sum(imps) * 1000)::float as ecpm, (sum(gross) / sum(clicks))::float as cpc,
      (sum(media_cost) / sum(gross))::float as cost, (sum(clicks) / sum(imps))::float as ctr,
      count(*) filter (where clicks > imps)::float as clicks_over, count(*) filter (where frame_id is null)::float as slots_missing from delivery_facts`)
    expect(prices!['ecpm']).toBeGreaterThan(300)
    expect(prices!['ecpm']).toBeLessThan(1500)
    expect(prices!['cpc']).toBeGreaterThan(50)
    expect(prices!['cpc']).toBeLessThan(1000)
    expect(prices!['cost']).toBeGreaterThan(0.6)
    expect(prices!['cost']).toBeLessThan(0.7)
    expect(prices!['clicks_over']).toBeGreaterThan(0)
    expect(prices!['slots_missing']).toBeGreaterThan(100)
    const duplicates = await query(`select 1 from delivery_facts group by delivery_facts.* having count(*) > 1`)
    expect(duplicates.length).toBeGreaterThan(0)
  })

  test('no campaign has spent more than its budget, no ad of one may', async () => {
    const over = await query(`select c.id from campaigns c
      where c.lifetime_budget < (select coalesce(sum(gross), 0) from delivery_daily_campaign d where d.campaign_id = c.id)
        or c.lifetime_budget < (select sum(budget) from ads a where a.campaign_id = c.id) or c.daily_budget > c.lifetime_budget`)
    expect(over).toEqual([])
  })

  test('sells by quantity: budgets, amounts and what was delivered are the cost of it', async () => {
    const bought = await query<{ cost: string; billing: BillingType; quantity: number; unit_price: string }>(
      `select budget::bigint::text as cost, billing, quantity, unit_price::text from ads
        union all select amount::bigint::text, billing, quantity, unit_price::text from orders`,
    )
    expect(bought.length).toBeGreaterThan(4000)
    expect(bought.filter(({ cost, billing, quantity, unit_price }) => cost !== adCost(billing, quantity, unit_price))).toEqual([])
    expect(
      await query('select ads.id from ads join delivery_totals_ad total on total.ad_id = ads.id where total.gross > ads.budget'),
    ).toEqual([])
  })

  test('has at least two companies of each kind, with corporate numbers that hold', async () => {
    const kinds = await query<{ kind: string; companies: number }>(
      `select kind, count(distinct company_id) as companies from accounts where kind <> 'admin' group by 1`,
    )
    expect(kinds).toHaveLength(5)
    for (const { companies } of kinds) expect(companies).toBeGreaterThanOrEqual(2)
    const numbers = await query<{ corporate_number: string }>('select corporate_number from companies')
    expect(numbers.filter(({ corporate_number }) => !isCorporateNumber(corporate_number))).toEqual([])
  })

  test('lets every login in with the demo password, each with its role', async () => {
    for (const login of demoLogins) {
      const rows = await query<{ password_hash: string; role: number; kind: string; is_default: boolean }>(
        `select password_hash, role, kind, is_default from users u join memberships m on m.user_id = u.id join accounts a on a.id = m.account_id
         where email = $1 and u.status = 'ACTIVE' order by is_default desc, role`,
        [login.email],
      )
      expect(rows).toHaveLength(login.accounts.length)
      expect(await passwordMatches(rows[0]!.password_hash, demoPassword)).toBe(true)
      expect(rows.map(({ role }) => roles.find(({ code }) => code === role)!.key)).toEqual(rows.map(({ kind }) => kind))
      expect(rows.map(({ is_default }) => is_default)).toEqual(login.accounts.map((_, index) => index === 0))
      expect(rows[0]!.kind).toBe(login.accounts[0]![0])
    }
  })

  test('shows every demo account plenty, and leaves plenty that it must not see', async () => {
    for (const login of demoLogins) {
      for (const [role] of login.accounts) {
        if (role === 'admin') continue
        const [account] = await query<{ id: number }>(
          `select a.id from accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id where u.email = $1 and a.kind = $2`,
          [login.email, role],
        )
        const own =
          role === 'pg' || role === 'ptd'
            ? `from delivery_facts f left join publisher_groups g on g.id = f.publisher_group_id`
            : `from delivery_facts f join campaigns c on c.id = f.campaign_id`
        const column = role === 'pg' ? 'g.account_id' : role === 'ptd' ? 'g.ptd_account_id' : `c.${columnOf[role]}`
        const [seen] = await query<{ own: number; foreign: number }>(
          `select count(*) filter (where ${column} = $1) as own, count(*) filter (where ${column} <> $1) as foreign ${own}`,
          [account!.id],
        )
        expect(seen!.own, `${login.email} as ${role}`).toBeGreaterThan(3000)
        expect(seen!.foreign, `${login.email} as ${role}`).toBeGreaterThan(3000)
      }
    }
  })

  test('has creatives in every state, each with an image that is there and a revision where one was handed in', async () => {
    const rows = await query<{ status: string; creatives: number; images: number; revisions: number; serving: number }>(
      `select status, count(*) as creatives, count(m.id) as images, count(r.creative_id) as revisions, count(serving_revision) as serving
       from creatives c left join creative_materials m on m.creative_id = c.id
         left join creative_revisions r on r.creative_id = c.id and r.revision = c.revision group by status`,
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual([...creativeStatuses.keys].toSorted())
    for (const { status, creatives, images, revisions } of rows) {
      expect(images, status).toBe(creatives)
      expect(revisions, status).toBe(status === 'DRAFT' ? 0 : creatives)
    }
    const approved = rows.find(({ status }) => status === 'APPROVED')!
    expect(approved.serving).toBe(approved.creatives)
    expect(rows.find(({ status }) => status === 'APPLIED')!.serving, 'shown while the next revision waits').toBeGreaterThan(0)
    const [material] = await query<{ storage_name: string; size: number }>('select storage_name, size from creative_materials limit 1')
    expect((await storage.get(material!.storage_name))!.length).toBe(material!.size)
  })

  test('has orders in most states, and companies with and without room for those that wait', async () => {
    const rows = await query<{ status: string; fits: boolean }>(
      `select o.status, o.amount + coalesce((select sum(p.amount) from orders p join accounts pa on pa.id = p.advertiser_account_id
           join ads on ads.id = p.ad_id where pa.company_id = c.id and p.status = 'APPROVED' and ads.end_at > $1), 0) <= c.credit_limit as fits
       from orders o join accounts a on a.id = o.advertiser_account_id join companies c on c.id = a.company_id where o.status <> 'APPROVED'`,
      [now],
    )
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['DRAFT', 'PENDING_APPROVAL', 'DISAPPROVED']))
    const changes = await query(
      `select from orders c join orders o on o.ad_id = c.ad_id and o.kind = 'NEW' and o.status = 'APPROVED' where c.kind = 'CHANGE' and c.status = 'PENDING_APPROVAL'`,
    )
    expect(changes.length).toBeGreaterThan(0)
    const waiting = rows.filter(({ status }) => status === 'PENDING_APPROVAL')
    expect(waiting.filter(({ fits }) => fits).length).toBeGreaterThan(5)
    expect(waiting.filter(({ fits }) => !fits).length).toBeGreaterThan(0)
  })

  test('has ads in every status', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      // The data of this test lies in the past: it is moved to where the days of a real site are.
      for (const table of ['campaigns', 'ads', 'orders']) {
        await client.query(`update ${table} set start_at = start_at + (now() - $1), end_at = end_at + (now() - $1)`, [now])
      }
      await campaignsChanged(drizzle({ client }), sql`true`)
      const { rows } = await client.query<{ status: string }>('select distinct effective_status as status from ads')
      const without = adEffectiveStatuses.keys.filter((key) => !rows.some(({ status }) => status === key))
      expect(without).toEqual(['PENDING_CREDIT'])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('announces to every role, something important too, in text that the sanitiser leaves as it is', async () => {
    const rows = await query<{ title: string; body: string; target_roles: Role[]; is_important: boolean; published: boolean }>(
      `select title, body, target_roles, is_important, publish_from <= $1 and coalesce(publish_to > $1, true) as published from information`,
      [now],
    )
    expect(rows.length).toBeGreaterThanOrEqual(12)
    expect(rows.some(({ published }) => !published)).toBe(true)
    for (const { body, title } of rows) expect(sanitiseHtml(body), title).toBe(body)
    for (const { key } of roles) {
      const own = rows.filter(({ target_roles, published }) => published && target_roles.includes(key))
      expect(own.filter(({ is_important }) => is_important).length, key).toBeGreaterThan(0)
      expect(own.filter(({ is_important }) => !is_important).length, key).toBeGreaterThan(0)
    }
  })

  test('has notified every demo account, of kinds that there are, in words without gaps', async () => {
    const rows = await query<Notification & { account: string; open: boolean }>(
      `select n.kind, n.params, a.name as account, n.created_at > $1::timestamptz - interval '3 days' as open
       from notifications n join accounts a on a.id = n.account_id`,
      [now],
    )
    for (const row of rows) expect(notificationText(row, 'ja')).not.toMatch(/\{\{|undefined/u)
    const tenants = await query<{ name: string }>(`select distinct a.name from accounts a join memberships m on m.account_id = a.id`)
    for (const { name } of tenants) expect(rows.filter(({ account, open }) => account === name && open).length, name).toBeGreaterThan(0)
  })

  test('has products and frames in every state, rates past, current and to come', async () => {
    const states = async (table: string) =>
      (await query<{ status: string }>(`select distinct status from ${table} order by 1`)).map(({ status }) => status)
    expect(await states('products')).toEqual(['DRAFT', 'ENDED', 'ON_SALE', 'SUSPENDED'])
    expect(await states('frames')).toEqual(['ARCHIVED', 'PREPARING', 'RUNNING', 'STOPPED'])
    expect(await query(`select 1 from frames where (status = 'STOPPED') <> (stop_reason is not null)`)).toEqual([])
    const defaults = await query(
      `select f.width, f.height, c.user_status, c.serving_revision is not null as approved, c.width = f.width and c.height = f.height as fits
       from frames f join creatives c on c.id = f.default_creative_id order by f.width`,
    )
    const shown = { user_status: 'ACTIVE', approved: true, fits: true }
    expect(defaults).toEqual([
      { width: 300, height: 250, ...shown },
      { width: 728, height: 90, ...shown },
    ])
    expect(await query(`select 1 from products p where not exists (select from product_formats f where f.product_id = p.id)`)).toEqual([])
    const [shares] = await query(
      `select count(*) filter (where valid_to < $1::date) > 0 as past, count(*) filter (where valid_from > $1::date) > 0 as future,
        count(distinct publisher_group_id) filter (where $1::date between valid_from and coalesce(valid_to, 'infinity')) =
          (select count(*) from publisher_groups) as current, count(medium_id) > 0 as of_media from revenue_shares`,
      [yesterday],
    )
    expect(shares).toEqual({ past: true, future: true, current: true, of_media: true })
  })

  test('is loaded into an empty database only', async () => {
    const before = await query('select count(*) from delivery_facts')
    expect(await loadDemo(database.db, storage, { now })).toBe(false)
    expect(await query('select count(*) from delivery_facts')).toEqual(before)
  })

  test('is the same every time, also when two processes load it at once', async () => {
    const other = await createTestDatabase('command')
    try {
      const loaded = await Promise.all([loadDemo(other.db, storage, { now }), loadDemo(other.db, storage, { now })])
      expect(loaded.toSorted()).toEqual([false, true])
      const sums = 'select count(*), sum(imps), sum(gross), sum(clicks) from delivery_facts'
      expect((await other.pool.query(sums)).rows).toEqual(await query(sums))
    } finally {
      await other.drop()
    }
  })
})
