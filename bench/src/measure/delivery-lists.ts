import { setTimeout as wait } from 'node:timers/promises'
import { ad, campaign, daysOfPeriod, japanDay, listQueryAt, periodBefore, periodText, type AnyResource } from '@adsite/contract'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import type { Figure } from '../base/figure.ts'
import { inTurns } from '../base/in-turns.ts'
import { replay } from '../base/replay.ts'
import { openSession, withSite } from '../base/site.ts'

/** Calls before the first measured one: servers run all day. */
const warmRuns = 50
const roles = ['admin', 'advertiser'] as const
/** Targets of a page together with its totals (milliseconds). */
const p95 = { admin: 60, advertiser: 30 } as const

/** A list at an address, and its page as one would write it in SQL. */
interface Asked {
  readonly name: string
  readonly search: string
  /** A name, or days. */
  readonly period?: string
  /** Condition and order in plain SQL, over the records and `sums` or `paces`. */
  readonly where?: string
  readonly order?: string
}

const newest = 'records.updated_at desc'
const ratio = 'paces.ratio'
/** A month that has no name, and nine months. */
const chosen = () => periodText(periodBefore(daysOfPeriod()))
const daysAgo = (days: number) => japanDay(new Date(Date.now() - days * 86_400_000))
const long = () => periodText({ from: daysAgo(300), to: daysAgo(31) })
const pages = (budget: string): readonly Asked[] => [
  { name: 'first page', search: '', order: newest },
  { name: 'last week, by spend', search: 'period=last_week&sort=-gross', period: 'last_week', order: 'sums.gross desc nulls last' },
  {
    name: 'last week, by CPA',
    search: 'period=last_week&sort=-cpa',
    period: 'last_week',
    order: 'sums.gross / nullif(sums.cv, 0) desc nulls last',
  },
  { name: '30 days, by spend', search: 'sort=-gross', order: 'sums.gross desc nulls last' },
  {
    name: 'chosen days of the month before, by spend',
    search: `period=${chosen()}&sort=-gross`,
    period: chosen(),
    order: 'sums.gross desc nulls last',
  },
  { name: '270 chosen days, by spend', search: `period=${long()}&sort=-gross`, period: long(), order: 'sums.gross desc nulls last' },
  {
    name: '270 chosen days, by CTR, lowest first',
    search: `period=${long()}&sort=ctr`,
    period: long(),
    order: 'sums.clicks / nullif(sums.imps, 0) asc nulls last',
  },
  { name: '30 days, by CPA, lowest first', search: 'sort=cpa', order: 'sums.gross / nullif(sums.cv, 0) asc nulls last' },
  { name: '30 days, CTR of at least 1 %', search: 'ctr_min=1', where: 'sums.clicks * 100 >= sums.imps and sums.imps > 0', order: newest },
  { name: '30 days, CTR of at least 50 %', search: 'ctr_min=50', where: 'sums.clicks * 2 >= sums.imps and sums.imps > 0', order: newest },
  { name: 'by pace, lowest first', search: 'sort=pace_rate', order: `${ratio} asc nulls last` },
  { name: 'by pace, highest first', search: 'sort=-pace_rate', order: `${ratio} desc nulls last` },
  { name: 'by forecast', search: 'sort=-forecast', order: 'paces.forecast desc nulls last' },
  { name: 'by budget spent', search: 'sort=-spent_rate', order: `coalesce(whole.gross, 0) / nullif(${budget}, 0) desc nulls last` },
  { name: 'behind plan', search: 'pace_state=behind', where: `paces.state = 'behind'`, order: newest },
]

/** The page and its totals as one would write them, over the facts. */
function plain({ pool }: BenchDatabase, table: 'campaigns' | 'ads', scope: string, { period, where = 'true', order = newest }: Asked) {
  const of = table === 'campaigns' ? 'campaign' : 'ad'
  const { from, to } = daysOfPeriod(period)
  const sums = `select ${of}_id, sum(gross) as gross, sum(imps) as imps, sum(clicks) as clicks, sum(cv_click) as cv
    from delivery_facts where day between '${from}' and '${to}' and ${scope} group by 1`
  const joined = `from ${table} as records left join sums on sums.${of}_id = records.id
    left join ${of}_paces as paces on paces.advertiser_account_id = records.advertiser_account_id and paces.${of}_id = records.id
    left join delivery_totals_${of} as whole on whole.advertiser_account_id = records.advertiser_account_id and whole.${of}_id = records.id
    where records.deleted_at is null and ${scope.replace('advertiser', 'records.advertiser')} and ${where}`
  const page = `with sums as (${sums}) select records.*, sums.*, paces.ratio ${joined} order by ${order} limit 51`
  const totals = `with sums as (${sums}) select count(*), sum(sums.gross), sum(sums.imps), sum(sums.clicks), sum(sums.cv),
    sum(paces.spent) / nullif(sum(paces.planned), 0), sum(paces.forecast) ${joined}`
  return () => Promise.all([pool.query(page), pool.query(totals)])
}

/** Waits until the worker has nothing left to make anew or to settle, as on a site that runs. */
async function workerIsIdle({ pool }: BenchDatabase, progress: BenchContext['progress']): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: string | null }>(`
      select string_agg(what, ', ') as left from (
        select name || ' ' || progress || ' %' as what from backfills where not alone or finished_at is null
        union all select 'statuses' where exists (select from changed_campaigns)
        union all select 'sums of periods' where not exists (select from backfills where name like 'delivery_period %')
        union all select 'paces' where exists (select from ad_paces where through = '-infinity')) as work`)
    const left = rows[0]?.left
    if (!left) return
    progress(`the worker has to do: ${left}`)
    await wait(2000)
  }
}

/** Lists with the delivery columns that they have by default, and their totals, asked for at once as the screen does. */
export async function deliveryLists({ runs, progress }: BenchContext): Promise<Figure[]> {
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const { parties, rows, pool } = database
      await workerIsIdle(database, progress)
      const figures: Figure[] = [
        { name: 'campaigns', unit: 'count', ours: rows.campaigns },
        { name: 'ads', unit: 'count', ours: rows.ads },
        { name: 'facts', unit: 'count', ours: rows.delivery_facts },
      ]
      for (const role of roles) {
        const session = await openSession(database, parties[role])
        async function read(path: string, query: Readonly<Record<string, string>>): Promise<void> {
          const { status, body } = await site.call(`${path}?${new URLSearchParams(query).toString()}`, session)
          if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 200)}`)
        }
        const scope = role === 'admin' ? 'true' : `advertiser_account_id = ${parties.advertiser.accountId}`
        for (const [table, resource, budget] of [
          ['campaigns', campaign, 'records.lifetime_budget'],
          ['ads', ad, 'records.budget'],
        ] as const satisfies readonly (readonly [string, AnyResource, string])[]) {
          const asked = (search: string) => {
            const query = listQueryAt(resource, role, new URLSearchParams(search))
            const { sort, ...matching } = query
            // The screen asks for the totals of its columns: that of the pace is one by default.
            const paces = sort && /spent_rate|forecast/u.test(sort) ? `pace_rate,${sort.replace('-', '')}` : 'pace_rate'
            return () => Promise.all([read(resource.path, query), read(`${resource.path}/totals`, { ...matching, paces })])
          }
          progress(`${role}, ${table}: until the server is warm`)
          for (let run = 0; run < warmRuns; run += 1) await asked('')()
          for (const page of pages(budget)) {
            progress(`${role}, ${table}: ${page.name}`)
            const ours = asked(page.search)
            // The first answer reads the facts and has the worker sum chosen days.
            await ours()
            await workerIsIdle(database, progress)
            figures.push(
              await inTurns({
                name: `${role}, ${table}: ${page.name}`,
                runs,
                apart: true,
                p95: p95[role],
                ours,
                ownSql: replay(pool, await site.statementsOf(ours)),
                beside: { what: 'page and totals in plain SQL', run: plain(database, table, scope, page) },
              }),
            )
          }
        }
      }
      return figures
    },
  )
}
