import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase, type Parties } from '../base/database.ts'
import type { Figure } from '../base/figure.ts'
import { inTurns } from '../base/in-turns.ts'
import { replay } from '../base/replay.ts'
import { openSession, withSite, type BenchSite } from '../base/site.ts'

/** Pages of 50 rows. */
const deepPage = 1000
const pageRows = 50
/** A server runs all day, so the first calls, which compile code, are not representative. */
const warmRuns = 200

interface Asked {
  readonly name: string
  /** Query of the API. */
  readonly query: Readonly<Record<string, string>>
  /** The same in SQL: a condition and an order. */
  readonly where?: string
  readonly order?: string
  readonly p95?: number
}

const like = (words: string) =>
  words
    .split(' ')
    .map((word) => `name_norm like '%${word}%'`)
    .join(' and ')
const byBigram = (words: string, pairs: readonly string[]) => `bigrams(name_norm) @> '{${pairs.join(',')}}' and ${like(words)}`

// In the form that the indexes serve (db/schema).
const running = `end_at > now() and start_at <= now() and user_status = 'ACTIVE'`
const spent = 'coalesce((select gross from delivery_totals_campaign spent where spent.campaign_id = campaigns.id), 0)'
const newest = 'updated_at desc nulls last, id desc nulls last'
const campaignPages = ({ parties: { agency, rep } }: BenchDatabase): readonly Asked[] => [
  { name: 'first page', query: {} },
  { name: 'filter status', query: { serving_status: 'SERVING' }, where: `${running} and lifetime_budget > ${spent}` },
  {
    name: 'filter status, paused',
    query: { serving_status: 'PAUSED' },
    where: `end_at > now() and start_at <= now() and user_status = 'PAUSED'`,
  },
  { name: 'filter status, fulfilled', query: { serving_status: 'FULFILLED' }, where: `end_at > now() and lifetime_budget <= ${spent}` },
  {
    name: 'filter status, first to end',
    query: { serving_status: 'SERVING', sort: 'end_at' },
    where: running,
    order: 'end_at asc nulls first, id asc nulls first',
  },
  {
    name: 'filter two statuses, first to start',
    query: { serving_status: 'SERVING,PAUSED', sort: 'start_at' },
    where: `end_at > now() and start_at <= now()`,
    order: 'start_at asc nulls first, id asc nulls first',
  },
  { name: 'filter goal', query: { goal: 'TRAFFIC' }, where: `goal = 'TRAFFIC'` },
  {
    name: 'filter agency',
    query: { agency_account_id: String(agency.accountId) },
    where: `agency_account_id = ${agency.accountId}`,
  },
  { name: 'filter rep', query: { rep_account_id: String(rep.accountId) }, where: `rep_account_id = ${rep.accountId}` },
  { name: 'filter budget', query: { lifetime_budget_min: '49000000' }, where: 'lifetime_budget >= 49000000' },
  { name: 'sort name', query: { sort: 'name' }, order: 'name asc nulls first, id asc nulls first' },
  { name: 'sort start', query: { sort: '-start_at' }, order: 'start_at desc nulls last, id desc nulls last' },
  { name: 'sort end', query: { sort: 'end_at' }, order: 'end_at asc nulls first, id asc nulls first' },
  { name: 'sort budget', query: { sort: '-lifetime_budget' }, order: 'lifetime_budget desc nulls last, id desc nulls last' },
  { name: 'search 飲料 (one in 20)', query: { q: '飲料' }, where: like('飲料'), p95: 60 },
  { name: 'search 雪国 (one in 20,000)', query: { q: '雪国' }, where: byBigram('雪国', ['雪国']) },
  { name: 'search 雪国 飲料', query: { q: '雪国 飲料' }, where: byBigram('雪国 飲料', ['雪国', '飲料']) },
  { name: 'search 象牙 (none)', query: { q: '象牙' }, where: byBigram('象牙', ['象牙']) },
]
// The plain query reads less than the status depends on, since it ignores delivery. Subqueries instead of joins, which
// would read whole tables.
const order = `(select status from orders where orders.advertiser_account_id = ads.advertiser_account_id and orders.ad_id = ads.id and orders.kind = 'NEW' and orders.status not in ('CANCELED', 'WITHDRAWN') and orders.deleted_at is null)`
const shown = `(select max(serving_revision) from creatives where creatives.advertiser_account_id = ads.advertiser_account_id and creatives.creative_group_id = ads.creative_group_id and creatives.deleted_at is null)`
const adPages = ({ rareProduct }: BenchDatabase): readonly Asked[] => [
  { name: 'first page', query: {} },
  { name: 'filter status', query: { effective_status: 'SERVING' }, where: `${running} and ${order} = 'APPROVED' and ${shown} is not null` },
  {
    name: 'filter status, to review',
    query: { effective_status: 'PENDING_REVIEW' },
    where: `end_at > now() and (coalesce(${order}, 'DRAFT') <> 'APPROVED' or ${shown} is null)`,
  },
  { name: 'filter status, rejected', query: { effective_status: 'REJECTED' }, where: `end_at > now() and ${order} = 'DISAPPROVED'` },
  { name: 'filter status, paused', query: { effective_status: 'PAUSED' }, where: `end_at > now() and user_status = 'PAUSED'` },
  {
    name: 'filter status, no credit',
    query: { effective_status: 'PENDING_CREDIT' },
    where: `end_at > now() and advertiser_account_id in (select id from accounts
      where company_id in (select id from companies where credit_status = 'BLOCKED'))`,
  },
  {
    name: 'filter status, last to end',
    query: { effective_status: 'ENDED', sort: '-end_at' },
    where: 'end_at <= now()',
    order: 'end_at desc nulls last, id desc nulls last',
  },
  {
    name: 'filter two statuses, first to start',
    query: { effective_status: 'SERVING,PAUSED', sort: 'start_at' },
    where: `end_at > now() and start_at <= now()`,
    order: 'start_at asc nulls first, id asc nulls first',
  },
  { name: 'filter setting', query: { user_status: 'PAUSED' }, where: `user_status = 'PAUSED'` },
  {
    name: 'filter product (one in 20,000)',
    query: { product_id: String(rareProduct) },
    where: `product_id = ${rareProduct}`,
  },
  { name: 'filter billing', query: { billing: 'CPC' }, where: `billing = 'CPC'` },
  { name: 'sort name', query: { sort: 'name' }, order: 'name asc nulls first, id asc nulls first' },
  { name: 'sort start', query: { sort: '-start_at' }, order: 'start_at desc nulls last, id desc nulls last' },
  { name: 'sort end', query: { sort: 'end_at' }, order: 'end_at asc nulls first, id asc nulls first' },
  { name: 'sort budget', query: { sort: '-budget' }, order: 'budget desc nulls last, id desc nulls last' },
  { name: 'sort quantity, least first', query: { sort: 'quantity' }, order: 'quantity asc nulls last, id asc nulls last' },
  { name: 'sort quantity', query: { sort: '-quantity' }, order: 'quantity desc nulls last, id desc nulls last' },
  { name: 'search 飲料 (one in 20)', query: { q: '飲料' }, where: like('飲料'), p95: 60 },
  { name: 'search 雪国 (one in 20,000)', query: { q: '雪国' }, where: byBigram('雪国', ['雪国']) },
]

/** Other roles than the administrator and the advertiser differ in their scope alone, which these pages show. */
const scopedPages: ReadonlySet<string> = new Set(['first page', 'filter status'])

/** Which rows a role sees. Agencies and reps read ads through their campaigns. */
function scopeOf({ parties }: BenchDatabase, role: keyof Parties, table: 'campaigns' | 'ads'): string {
  if (role === 'admin') return 'true'
  const own = `${role}_account_id = ${parties[role].accountId}`
  return table === 'campaigns' || role === 'advertiser' ? own : `campaign_id in (select id from campaigns where ${own})`
}

/** The page and the capped count as hand-written SQL, concurrently as in the API. */
function plain({ pool }: BenchDatabase, table: string, where: string, order: string) {
  const page = `select * from ${table} where deleted_at is null and ${where} order by ${order} limit ${pageRows + 1}`
  const count = `select count(*) from (select 1 from ${table} where deleted_at is null and ${where} limit 10001) found`
  return () => Promise.all([pool.query(page), pool.query(count)])
}

async function read(site: BenchSite, session: string, path: string, query: Readonly<Record<string, string>>) {
  const answer = await site.call(`${path}?${new URLSearchParams(query).toString()}`, session)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 200)}`)
  return answer
}

/** The cursor of a page far down, reached page by page. */
async function cursorOf(site: BenchSite, session: string, path: string, pages: number): Promise<string | null> {
  let after: string | null = null
  for (let page = 1; page < pages; page += 2) {
    const { body }: { body: string } = await read(site, session, path, { limit: '100', ...(after === null ? {} : { after }) })
    const answer: { page: { next: string | null } } = JSON.parse(body)
    after = answer.page.next
    if (after === null) return null
  }
  return after
}

export async function lists({ runs, progress }: BenchContext): Promise<Figure[]> {
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const { parties, rows, pool } = database
      const figures: Figure[] = [
        { name: 'campaigns', unit: 'count', ours: rows.campaigns },
        { name: 'ads', unit: 'count', ours: rows.ads },
      ]
      for (const role of ['admin', 'advertiser', 'agency', 'rep'] as const) {
        const isMeasured = ({ name }: Asked) => role === 'admin' || role === 'advertiser' || scopedPages.has(name)
        const session = await openSession(database, parties[role])
        progress(`${role}: until the server is warm`)
        for (let run = 0; run < warmRuns; run += 1) await read(site, session, '/api/ad', {})
        for (const [table, path, pages] of [
          ['campaigns', '/api/campaign', campaignPages(database)],
          ['ads', '/api/ad', adPages(database)],
        ] as const) {
          const scope = scopeOf(database, role, table)
          // The campaign list is a screen of the administrator only.
          if (role !== 'admin' && (await site.call(path, session)).status === 403) continue
          for (const { name, query, where = 'true', order = newest, p95 = 20 } of pages.filter(isMeasured)) {
            progress(`${role}, ${table}: ${name}`)
            const ours = () => read(site, session, path, query)
            figures.push(
              await inTurns({
                name: `${role}, ${table}: ${name}`,
                runs,
                p95,
                added: 5,
                ours,
                ownSql: replay(pool, await site.statementsOf(ours)),
                beside: { what: 'page and count in plain SQL', run: plain(database, table, `${scope} and ${where}`, order) },
              }),
            )
          }
          progress(`${role}, ${table}: page ${deepPage}`)
          const after = await cursorOf(site, session, path, deepPage)
          if (after === null) continue
          const offset = `select * from ${table} where deleted_at is null and ${scope} order by ${newest} limit ${pageRows} offset ${(deepPage - 1) * pageRows}`
          figures.push(
            await inTurns({
              name: `${role}, ${table}: page ${deepPage.toLocaleString('en-US')}`,
              runs,
              p95: 20,
              ours: () => read(site, session, path, { after }),
              beside: { what: 'the same with offset', run: () => pool.query(offset) },
            }),
          )
        }
      }
      return figures
    },
  )
}
