import { endpoints, required } from '@adsite/contract'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import type { Figure } from '../base/figure.ts'
import { parentOf, processorTime } from '../base/processor-time.ts'
import { openSession, withSite, type BenchSite } from '../base/site.ts'

/** Callers at the same time: enough to keep every connection busy, too few to be turned away. */
const atOnce = 4

interface Kind {
  readonly name: string
  /** How many of a hundred calls of somebody at work are of this kind (docs/operations/capacity.md). */
  readonly share: number
  readonly call: (caller: Caller) => Promise<void>
}

interface Caller {
  readonly site: BenchSite
  readonly session: string
  /** Who may change campaigns: an administrator's session, and the token that unsafe calls carry. */
  readonly admin: { readonly session: string; readonly token: string }
  readonly campaigns: readonly number[]
  /** Their versions. */
  readonly versions: Map<number, number>
}

async function read({ site, session }: Caller, path: string): Promise<void> {
  const { status, body } = await site.call(path, session)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 200)}`)
}

/** Changes the memo of a campaign, of the version that the last change left. */
async function change({ site, admin, campaigns, versions }: Caller): Promise<void> {
  const id = oneOf(campaigns)
  const version = versions.get(id) ?? 1
  versions.set(id, version + 1)
  const answer = await site.call(`/api/campaign/${id}`, `${admin.session}; XSRF-TOKEN=${admin.token}`, {
    method: 'PATCH',
    body: JSON.stringify({ version, memo: `capacity ${version}` }),
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(admin.token) },
  })
  if (answer.status !== 204) throw new Error(`A change answered ${answer.status}: ${answer.body.slice(0, 200)}`)
}

let turn = 0
const oneOf = (ids: readonly number[]) => required(ids[turn++ % ids.length], 'a campaign')

const kinds: readonly Kind[] = [
  { name: 'who am I, notifications', share: 40, call: (caller) => read(caller, '/api/notification?unconfirmed=true') },
  { name: 'a list', share: 25, call: (caller) => read(caller, '/api/ad?limit=50') },
  { name: 'one record', share: 20, call: (caller) => read(caller, `/api/campaign/${oneOf(caller.campaigns)}`) },
  {
    name: 'a report of thirteen months',
    share: 5,
    call: (caller) => read(caller, '/api/report/demand?from=2025-11-01&to=2026-11-30&group_by=day'),
  },
  { name: 'a change', share: 10, call: change },
]

async function tokenOf(site: BenchSite, session: string): Promise<string> {
  const { headers } = await site.call(endpoints.session.csrf.path, session)
  return required(/XSRF-TOKEN=([^;]+)/u.exec((headers['set-cookie'] ?? []).join(' '))?.[1], 'the token')
}

/** Calls until there are as many as asked, a few at a time. */
async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  async function one(): Promise<void> {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

async function callerOf(database: BenchDatabase, site: BenchSite): Promise<Caller> {
  const { pool, parties } = database
  const session = await openSession(database, parties.advertiser)
  const operator = await openSession(database, parties.admin)
  const { rows } = await pool.query<{ id: number; version: number }>(
    'select id, version from campaigns where advertiser_account_id = $1 and end_at > now() order by id limit 200',
    [parties.advertiser.accountId],
  )
  return {
    site,
    session,
    admin: { session: operator, token: await tokenOf(site, operator) },
    campaigns: rows.map(({ id }) => id),
    versions: new Map(rows.map(({ id, version }) => [id, version])),
  }
}

export async function capacity({ runs, progress }: BenchContext): Promise<Figure[]> {
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      const server = parentOf(required(rows[0], 'the process of a connection').pid)
      const caller = await callerOf(database, site)
      const times = runs * 25
      const figures: Figure[] = []
      const sums = { site: 0, database: 0 }
      for (const { name, share, call } of kinds) {
        progress(`${name}, ${times} times`)
        // Compiles the code, and fills the caches of the database's connections.
        await repeat(times, () => call(caller))
        const before = { site: site.processorTime(), database: processorTime(server) }
        await repeat(times, () => call(caller))
        const used = { site: (site.processorTime() - before.site) / times, database: (processorTime(server) - before.database) / times }
        figures.push({ name: `${name}: the site's processor`, unit: 'ms', ours: used.site })
        figures.push({ name: `${name}: the database's processor`, unit: 'ms', ours: used.database })
        sums.site += (used.site * share) / 100
        sums.database += (used.database * share) / 100
      }
      return [
        ...figures,
        { name: "a call of somebody at work: the site's processor", unit: 'ms', ours: sums.site },
        { name: "a call of somebody at work: the database's processor", unit: 'ms', ours: sums.database },
        { name: "calls for each of the site's processors, whole", unit: 'requests/s', ours: 1000 / sums.site },
        { name: "calls for each of the database's processors, whole", unit: 'requests/s', ours: 1000 / sums.database },
      ]
    },
  )
}
