import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints, required } from '@adsite/contract'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import { percentiles, type Figure } from '../base/figure.ts'
import { replay } from '../base/replay.ts'
import { cookieOf, hashOf, withSite, type Answer, type BenchSite } from '../base/site.ts'

const sessionCount = 10_000
const atOnce = 200
const seconds = 20
const viewName = 'bench view of'
/** One call in this many writes. */
const writeEvery = 10
/** Length of a cycle of calls that contains every kind. */
const turn = 30
const viewOf = () => `${viewName} ${randomBytes(6).toString('hex')}`

interface SignedIn {
  readonly cookie: string
  readonly accountId: number
}

/** Opens sessions of all advertisers in turns. */
async function openSessions({ pool }: BenchDatabase): Promise<SignedIn[]> {
  const { rows } = await pool.query<{ user_id: number; account_id: number }>(
    `select m.user_id, m.account_id from memberships m join accounts a on a.id = m.account_id and a.kind = 'advertiser' order by m.account_id limit 500`,
  )
  const made = Array.from({ length: sessionCount }, (_, index) => {
    const { user_id, account_id } = required(rows[index % rows.length], 'a member of an advertiser')
    const id = randomBytes(32).toString('base64url')
    return { id, user_id, account_id }
  })
  await pool.query('insert into sessions (id_hash, user_id, account_id) select * from unnest($1::text[], $2::bigint[], $3::bigint[])', [
    made.map(({ id }) => hashOf(cookieOf(id))),
    made.map(({ user_id }) => user_id),
    made.map(({ account_id }) => account_id),
  ])
  return made.map(({ id, account_id }) => ({ cookie: cookieOf(id), accountId: account_id }))
}

interface Tally {
  errors: number
  /** Time of refusals with 503 and Retry-After (milliseconds). */
  readonly refused: number[]
  mixedUp: number
}

/** Adds an answer to the tally; true if it is the expected one. Refused clients retry when told to. */
async function count({ status, headers, whole }: Answer, expected: number, tally: Tally): Promise<boolean> {
  const later = status === 503 ? Number(headers['retry-after']) : 0
  if (later > 0) {
    tally.refused.push(whole)
    await wait(later * 1000)
    return false
  }
  if (status !== expected) tally.errors += 1
  return status === expected
}

/** Performs one call and describes what is wrong with the answer; false if it was not served. */
async function visit(site: BenchSite, { cookie, accountId }: SignedIn, number: number, tally: Tally): Promise<boolean> {
  if (number % writeEvery === 0) return write(site, { cookie, accountId }, tally)
  const path = number % 3 === 0 ? '/api/report/demand?from=2026-01-01&to=2026-12-31&group_by=day' : '/api/ad?limit=20'
  const answer = await site.call(path, cookie)
  if (!(await count(answer, 200, tally))) return false
  if (!path.startsWith('/api/ad')) return true
  const { data }: { data: { advertiser_account_id?: number }[] } = JSON.parse(answer.body)
  if (data.some((ad) => ad.advertiser_account_id !== undefined && ad.advertiser_account_id !== accountId)) tally.mixedUp += 1
  return true
}

/** Saves a view for its user: two calls, because the token has to be fetched first. */
async function write(site: BenchSite, { cookie }: SignedIn, tally: Tally): Promise<boolean> {
  const issued = await site.call(endpoints.session.csrf.path, cookie)
  if (!(await count(issued, 204, tally))) return false
  const token = /XSRF-TOKEN=([^;]+)/u.exec((issued.headers['set-cookie'] ?? []).join(' '))?.[1] ?? ''
  const body = JSON.stringify({ resource: 'ad', name: viewOf(), query: 'sort=name' })
  const answer = await site.call(endpoints.saved_view.create.path, `${cookie}; XSRF-TOKEN=${token}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  return count(answer, 201, tally)
}

/**
 * Runs many workers for a while, each starting the next call when the last one is done; returns the durations of
 * served calls (milliseconds).
 */
async function crowd(work: (number: number) => Promise<boolean>) {
  const began = performance.now()
  const times: number[] = []
  let number = 0
  async function one(): Promise<void> {
    while (performance.now() - began < seconds * 1000) {
      const start = performance.now()
      if (await work(number++)) times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return { ...percentiles(times), perSecond: (times.length * 1000) / (performance.now() - began) }
}

const personAt = (people: readonly SignedIn[], number: number) => required(people[number % people.length], 'a person')

/** Collects the statements of all kinds of calls, to be sent directly with new values where something can only be written once. */
async function statementsOf(site: BenchSite, { pool }: BenchDatabase, people: readonly SignedIn[], tally: Tally) {
  const statements: (() => Promise<void>)[] = []
  for (let number = 0; number < turn; number += 1) {
    const recorded = await site.statementsOf(() => visit(site, personAt(people, number), number, tally))
    statements.push(replay(pool, recorded, (value) => (typeof value === 'string' && value.startsWith(viewName) ? viewOf() : value)))
  }
  return statements
}

export async function sessions({ progress }: BenchContext): Promise<Figure[]> {
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const { pool } = database
      progress(`${sessionCount.toLocaleString('en-US')} sessions`)
      const people = await openSessions(database)
      const tally: Tally = { errors: 0, refused: [], mixedUp: 0 }
      const statements = await statementsOf(site, database, people, tally)
      progress(`${atOnce} at once for ${seconds} s`)
      const before = site.memory()
      const ours = await crowd((number) => visit(site, personAt(people, number * 7919), number, tally))
      const after = site.memory()
      progress('the same statements without the API, through a pool of the same size')
      const bare = await crowd(async (number) => {
        await required(statements[number % turn], 'a recorded turn')()
        return true
      })
      await pool.query('delete from saved_views where name like $1', [`${viewName} %`])
      await pool.query('delete from sessions where id_hash = any($1)', [people.map(({ cookie }) => hashOf(cookie))])
      const what = 'the same statements by hand, same pool size'
      return [
        {
          name: `${atOnce} at once: median and p95`,
          unit: 'ms',
          ours: ours.p50,
          p95: ours.p95,
          beside: { what, value: bare.p50, p95: bare.p95 },
        },
        { name: 'p99', unit: 'ms', ours: ours.p99, beside: { what, value: bare.p99 } },
        { name: 'served', unit: 'requests/s', ours: ours.perSecond, beside: { what, value: bare.perSecond } },
        { name: 'errors', unit: 'count', ours: tally.errors, target: { text: 'none', met: tally.errors === 0 } },
        { name: 'turned away (503, Retry-After)', unit: 'count', ours: tally.refused.length },
        ...(tally.refused.length > 0
          ? [{ name: 'turned away after', unit: 'ms', ours: percentiles(tally.refused).p50, p95: percentiles(tally.refused).p95 } as const]
          : []),
        { name: 'answers of another session', unit: 'count', ours: tally.mixedUp, target: { text: 'none', met: tally.mixedUp === 0 } },
        { name: 'more memory of the server', unit: 'MB', ours: after - before },
      ]
    },
  )
}
