import { may, roles, type Endpoint, type Role } from '@adsite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handIn } from '../delivery/testing/advertiser.ts'
import { settleAnew } from '../serving/testing/all-settled.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { CallOptions, TestClient } from '../testing/client.ts'
import { insertTenant } from '../testing/fixtures.ts'
import { allEndpoints, requestFor } from '../testing/requests/requests.ts'

// Deleted rows and rows of another tenant change no answer of any endpoint that reads: neither its names and ids nor its
// counts, sums and order. The answers are compared before and after such rows are added, so every SQL statement is
// covered, including those that are written by hand.

const roleKeys = roles.map(({ key }) => key)

/** Their answers change by themselves: when a session was used last, a token, and what the calls of this test are logged as. */
const changing = ['own_session.list', 'session.csrf', 'security_event.list', 'security_event.export']

interface Cell {
  readonly role: Role
  readonly key: string
  readonly endpoint: Endpoint
}

const cells: readonly Cell[] = allEndpoints
  .filter(({ key, endpoint }) => endpoint.method === 'GET' && endpoint.permission !== 'public' && !changing.includes(key))
  .flatMap((named) =>
    roleKeys
      .filter((role) => named.endpoint.permission !== 'public' && may(role, named.endpoint.permission))
      .map((role) => ({ ...named, role })),
  )

let api: TestApi
const clients = new Map<Role, TestClient>()
const asked = new Map<Cell, CallOptions[]>()
/** The answers of each cell: before, and after each kind of rows came. */
const answers = { before: new Map<Cell, string[]>(), deleted: new Map<Cell, string[]>(), foreign: new Map<Cell, string[]>() }
const shared = new Map<Cell, string[]>()
let copied: readonly string[]

async function readAll(into: Map<Cell, string[]>, which: (cell: Cell) => boolean = () => true): Promise<void> {
  for (const cell of cells.filter(which)) {
    const texts: string[] = []
    for (const options of asked.get(cell)!) {
      const response = await clients.get(cell.role)!.call(cell.endpoint, options)
      texts.push(`${response.status} ${response.ok ? await response.text() : ''}`)
    }
    into.set(cell, texts)
  }
}

/** The day in Japan `back` days ago. */
const day = (back: number) => new Date(Date.now() + 9 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)

/** Delivery of a tenant's ad in a frame, in the months that the requests ask for and in the last days. */
async function deliver(advertiser: number, tenant: string, frame: string, imps: number): Promise<void> {
  const lines = ['2026-03-05', '2026-03-06', day(1), day(2), day(40)].map(
    (date) => `${date},キャンペーン ${tenant},広告 ${tenant},${frame},${imps},${imps},${imps}.5,${imps}.25\n`,
  )
  const content = `day,campaign,ad,frame_code,imps,clicks,gross,media_cost\n${lines.join('')}`
  await handIn(api.pool, content, { advertiser: String(advertiser), source: `server-${tenant}-${frame}` })
}

/** Inserts a deleted copy of every row that can be deleted. Ids of copies are negative, so they come first in every order by id. */
async function insertDeletedCopies(): Promise<string[]> {
  const { rows: columns } = await api.pool.query<{ table: string; columns: string[] }>(`
    select c.table_name as table, array_agg(c.column_name::text) as columns from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    group by 1 having bool_or(c.column_name = 'deleted_at') order by 1`)
  const done: string[] = []
  for (const { table, columns: names } of columns) {
    const values = names.map((name) => (name === 'id' ? '-id' : name === 'deleted_at' ? 'now()' : `"${name}"`))
    const { rowCount } = await api.pool.query(`insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
      select ${values.join(', ')} from ${table} where deleted_at is null on conflict do nothing`)
    if (rowCount) done.push(table)
  }
  return done
}

/** Inserts a third tenant with its delivery, and more delivery of the second one. */
async function insertForeignRows(): Promise<void> {
  const { fixtures, db, pool } = api
  const { rows } = await pool.query<{ password_hash: string }>('select password_hash from users limit 1')
  const c = await insertTenant(db, 'c', rows[0]!.password_hash, fixtures.format)
  await deliver(c.accounts.advertiser, 'c', 'f-c', 1_000_000)
  await deliver(fixtures.b.accounts.advertiser, 'b', 'f-b', 2_000_000)
}

/** A campaign and a media group of the second tenant get the first tenant's rep and trading desk, which other roles must not notice. */
async function shareForeignRows(): Promise<void> {
  const { a, b } = api.fixtures
  await api.pool.query('update campaigns set rep_account_id = $1 where id = $2', [a.accounts.rep, b.campaign])
  await api.pool.query('update publisher_groups set ptd_account_id = $1 where id = $2', [a.accounts.ptd, b.publisherGroup])
}

beforeAll(async () => {
  api = await startTestApi()
  await deliver(api.fixtures.a.accounts.advertiser, 'a', 'f-a', 1000)
  await deliver(api.fixtures.b.accounts.advertiser, 'b', 'f-b', 1_000_000)
  for (const role of roleKeys) clients.set(role, await api.signIn(role))
  // Some requests create the record that they read, so all of them are prepared before the first answer.
  for (const cell of cells) {
    const request = await requestFor(cell.key)(api, clients.get('admin')!, cell.role)
    asked.set(cell, cell.endpoint.kind === 'list' ? [request, { params: request.params ?? {}, query: {} }] : [request])
  }
  // A campaign whose budget its ads use up: one more ad would exceed it.
  await api.pool.query(`update campaigns set lifetime_budget = (select sum(budget) from ads where ads.campaign_id = campaigns.id)
    where exists (select from ads where ads.campaign_id = campaigns.id)`)
  await settleAnew(api)
  await readAll(answers.before)
  copied = await insertDeletedCopies()
  await readAll(answers.deleted)
  await insertForeignRows()
  await readAll(answers.foreign)
  await shareForeignRows()
  await readAll(shared, ({ role }) => role === 'advertiser' || role === 'agency' || role === 'pg')
}, 600_000)
afterAll(() => api.close())

test('most answers are not empty, and every kind of record has a deleted copy', () => {
  const first = [...answers.before.values()].flat()
  expect(first.filter((text) => text.startsWith('200 ')).length).toBeGreaterThan(first.length * 0.9)
  for (const table of [
    'ads',
    'campaigns',
    'creatives',
    'orders',
    'spaces',
    'frames',
    'media',
    'articles',
    'products',
    'information',
    'accounts',
  ])
    expect(copied).toContain(table)
})

describe('deleted rows', () => {
  test.for(cells)('$role is answered by $key as without them', (cell) => {
    expect(answers.deleted.get(cell)).toEqual(answers.before.get(cell))
  })
})

/** These tell an administrator of all tenants, although they are about one record: a format is used by all of them. */
const ofAll = ['campaign.nextAd', 'information.readers', 'format.get']
/** What an administrator asks about one group or record of the first tenant; everything else is about all tenants. */
const ofOne = ({ key, endpoint }: Cell) => key === 'revenue_share.monthly' || (endpoint.path.includes('{id}') && !ofAll.includes(key))

describe('rows of another tenant', () => {
  test.for(cells.filter((cell) => cell.role !== 'admin' || ofOne(cell)))('$role is answered by $key as without them', (cell) => {
    expect(answers.foreign.get(cell)).toEqual(answers.deleted.get(cell))
  })

  test.for(cells.filter(({ role }) => role === 'advertiser' || role === 'agency' || role === 'pg'))(
    '$role is answered by $key as before the rep and the trading desk of its tenant saw more',
    (cell) => expect(shared.get(cell)).toEqual(answers.foreign.get(cell)),
  )
})
