import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { migrate, StartError } from '@adsite/api'
import {
  databaseOf,
  distribute,
  installedServers,
  joinCluster,
  onDatabase,
  startCluster,
  type Cluster,
  type Node,
} from '@adsite/api/cluster'
import { required } from '@adsite/contract'
import { atSignal } from '../base/at-signal.ts'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import type { Figure } from '../base/figure.ts'
import { inTurns } from '../base/in-turns.ts'
import { parentOf, processorTime } from '../base/processor-time.ts'
import { openSession, startSite, type BenchSite } from '../base/site.ts'
import { take } from './ingest.ts'

const seed = join(import.meta.dirname, '../../../api/src/cli/seed.ts')
/** Lines of each of the files that are handed in at the same time. */
const lines = 20_000
const advertisers = 4
/** Most campaigns that a database is filled with: more would fill the disk with what lies on the coordinator alone. */
const largest = 200_000

/** Calls of both sides; the period ends with the last day of delivery. */
const calls = (from: string, to: string, advertiser: number) =>
  [
    ['admin', 'campaigns, first page', '/api/campaign'],
    ['admin', 'ads, filter status', '/api/ad?effective_status=SERVING'],
    ['advertiser', 'ads with their delivery of 13 months: facts on one node', `/api/ad?figures=imps,gross&period=${from}..${to}`],
    ['admin', 'by day, 13 months', `/api/report/demand?from=${from}&to=${to}&group_by=day`],
    ['admin', 'by campaign, top 50, 13 months', `/api/report/demand?from=${from}&to=${to}&group_by=campaign&limit=50`],
    ['advertiser', 'by device, 13 months: facts on one node', `/api/report/demand?from=${from}&to=${to}&group_by=device`],
    ['advertiser', 'by ad, top 50, 13 months: facts on one node', `/api/report/demand?from=${from}&to=${to}&group_by=ad&limit=50`],
    ['agency', 'by device, 13 months: facts on the nodes of its advertisers', `/api/report/demand?from=${from}&to=${to}&group_by=device`],
    ['admin', 'by prefecture, 13 months: facts on all nodes', `/api/report/demand?from=${from}&to=${to}&group_by=prefecture`],
    [
      'admin',
      'one advertiser by device: facts on one node',
      `/api/report/demand?from=${from}&to=${to}&group_by=device&advertiser_account_id=${advertiser}`,
    ],
  ] as const

type Asker = 'admin' | 'advertiser' | 'agency'

interface Side {
  readonly database: BenchDatabase
  readonly site: BenchSite
  readonly sessions: Readonly<Record<Asker, string>>
}

/** Waits until the worker of the site has nothing left to compute after the filling, which would take processors from what is measured. */
async function settled({ pool }: BenchDatabase): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ settled: boolean }>(`select count(*) > 0 and count(*) filter (where finished_at is null) = 0
      and not exists (select from changed_campaigns) as settled from backfills`)
    if (required(rows[0], 'a row of the answer').settled) return
    await wait(1000)
  }
}

async function open(url: string): Promise<Side> {
  const database = await openBenchDatabase(url)
  const site = await startSite(database)
  // The worker begins within its first second.
  await wait(5000)
  await settled(database)
  const sessionOf = (asker: Asker) => openSession(database, database.parties[asker])
  const sessions = { admin: await sessionOf('admin'), advertiser: await sessionOf('advertiser'), agency: await sessionOf('agency') }
  return { database, site, sessions }
}

async function close({ database, site }: Side): Promise<void> {
  await site.close()
  await database.close()
}

async function ask({ site, sessions }: Side, role: Asker, path: string): Promise<void> {
  const { status, body } = await site.call(path, sessions[role])
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 200)}`)
}

/**
 * Makes a call until it is answered, at most four times, and tells how long each took: what comes from the disk may take longer than
 * a statement may. Answers whether it was answered.
 */
async function warm(call: () => Promise<void>, tell: (line: string) => void): Promise<boolean> {
  for (let time = 1; time <= 4; time += 1) {
    const began = performance.now()
    const failure = await call().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (failure === null) {
      tell(`answered at time ${time} after ${seconds} s`)
      return true
    }
    tell(`not answered at time ${time}, after ${seconds} s: ${failure}`)
  }
  return false
}

/** The process of a PostgreSQL server. */
const processOf = ({ url }: Node) =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(required(rows[0], 'the process of a connection').pid)
  })

/** What a thousand lines cost: milliseconds of processors. */
interface Cost {
  /** Total of the commands that read the files. */
  readonly commands: number
  readonly coordinator: number
  /** Total of all workers. */
  readonly workers: number
}

let files = 0
/** Lines per second of files of several advertisers that are handed in at the same time, and what they cost. */
async function paceOf({ database }: Side, servers: readonly number[], directory: string): Promise<{ pace: number; cost: Cost }> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select advertiser_account_id as id from campaigns group by 1 order by count(*) desc limit $1`,
    [advertisers],
  )
  const given = await Promise.all(
    rows.map(async ({ id }) => {
      const ads = await database.pool.query<{ campaign_id: number; id: number }>(
        'select campaign_id, id from ads where advertiser_account_id = $1 order by id limit 200',
        [id],
      )
      files += 1
      const source = `bench-${files}`
      const file = join(directory, `${source}.csv`)
      const line = (number: number) => {
        const ad = required(ads.rows[number % ads.rows.length], 'an ad')
        return `${database.lastDay},${ad.campaign_id},${ad.id},${number % 2 ? 'SP' : 'PC'},${1 + (number % 997)},${number % 7},${number % 50}`
      }
      const header = 'day,campaign_id,ad_id,device,imps,clicks,gross'
      await writeFile(file, `${[header, ...Array.from({ length: lines }, (_, number) => line(number))].join('\n')}\n`)
      return { id, file, source }
    }),
  )
  const measured = [process.pid, ...servers]
  const before = measured.map(processorTime)
  const began = performance.now()
  await Promise.all(given.map(({ id, file, source }) => take(database, source, file, [], id)))
  const seconds = (performance.now() - began) / 1000
  const thousands = (given.length * lines) / 1000
  const [commands = 0, coordinator = 0, ...workers] = measured.map(
    (pid, index) => (processorTime(pid) - required(before[index], 'the time before')) / thousands,
  )
  return { pace: (thousands * 1000) / seconds, cost: { commands, coordinator, workers: workers.reduce((sum, time) => sum + time, 0) } }
}

/** Whose processors are told, by name. */
const parts = [
  ['commands', 'processors of the commands'],
  ['coordinator', 'processors of the coordinator'],
  ['workers', 'processors of all workers'],
] as const satisfies readonly (readonly [keyof Cost, string])[]

/** One PostgreSQL, filled, and the same database on a cluster with one worker; the second worker joins later. */
async function fill(
  { nodes }: Cluster,
  facts: number,
  progress: (line: string) => void,
): Promise<{ one: string; spread: string; seconds: number }> {
  const [coordinator, worker] = nodes.map(({ url }) => url)
  const server = required(coordinator, 'the coordinator')
  const [one, spread] = [databaseOf(server, 'one'), databaseOf(server, 'spread')]
  await onDatabase(server, (client) => client.query('create database one'))
  await migrate(one)
  progress(`filling a database with ${facts.toLocaleString('en-US')} facts`)
  const campaigns = String(Math.min(largest, Math.max(1000, Math.round(facts / 100))))
  const sizes = ['--campaigns', campaigns, '--ads', String(Number(campaigns) * 5), '--facts', String(facts)]
  const filling = promisify(execFile)(process.execPath, [seed, ...sizes], {
    env: { ...process.env, DATABASE_URL: one },
    maxBuffer: 2 ** 28,
  })
  const forget = atSignal(async () => void filling.child.kill())
  await filling
  forget()
  progress('copying it, and distributing the copy')
  await onDatabase(server, (client) => client.query('create database spread template one strategy file_copy'))
  await onDatabase(spread, (client) => client.query('create extension citus'))
  await joinCluster(spread, [required(worker, 'a worker')])
  const began = performance.now()
  await distribute(spread)
  const seconds = (performance.now() - began) / 1000
  for (const url of [one, spread]) await onDatabase(url, (client) => client.query('vacuum analyze'))
  return { one, spread, seconds }
}

export async function cluster({ runs, facts, progress }: BenchContext): Promise<Figure[]> {
  const server = (await installedServers()).find(({ hasCitus }) => hasCitus)
  if (!server) throw new StartError('There is no PostgreSQL with Citus on this machine: `npm run test:cluster` installs it.')
  const started = await startCluster({ programs: server.programs, nodes: 3, durable: false, begun: atSignal })
  const directory = await mkdtemp(join(tmpdir(), 'adsite-bench-'))
  try {
    const { one, spread, seconds } = await fill(started, facts, progress)
    const [beside, ours] = [await open(one), await open(spread)]
    try {
      const stored = ours.database.rows.delivery_facts
      const figures: Figure[] = [
        { name: 'facts', unit: 'count', ours: stored },
        { name: 'distributing them', unit: 'rows/s', ours: stored / seconds },
      ]
      const servers = await Promise.all(started.nodes.map(processOf))
      const pace = async (workers: string) => {
        const name = `${advertisers} files of ${lines.toLocaleString('en-US')} lines at once, ${workers}`
        progress(name)
        const [theirs, mine] = [await paceOf(beside, servers, directory), await paceOf(ours, servers, directory)]
        const what = 'one PostgreSQL'
        figures.push({ name, unit: 'rows/s', ours: mine.pace, beside: { what, value: theirs.pace } })
        for (const [part, of] of parts) {
          const value = theirs.cost[part]
          figures.push({ name: `${of}, for 1,000 lines, ${workers}`, unit: 'ms', ours: mine.cost[part], beside: { what, value } })
        }
      }
      await pace('one worker')
      progress('a second worker joins')
      await joinCluster(spread, [required(started.nodes[2], 'the second worker').url])
      const joined = performance.now()
      const move = `select rebalance_table_shards(rebalance_strategy => 'by_shard_count', shard_transfer_mode => 'block_writes')`
      await ours.database.pool.query(move)
      figures.push({ name: 'giving it half of the shards', unit: 'ms', ours: performance.now() - joined })
      await pace('two workers')
      const to = ours.database.lastDay
      const from = new Date(Date.parse(to) - 395 * 86_400_000).toISOString().slice(0, 10)
      for (const [role, name, path] of calls(from, to, ours.database.parties.advertiser.accountId)) {
        const title = `${role}: ${name}`
        progress(title)
        const tell = (line: string) => progress(`${title}: ${line}`)
        const answers = {
          cluster: await warm(
            () => ask(ours, role, path),
            (line) => tell(`the cluster, ${line}`),
          ),
          one: await warm(
            () => ask(beside, role, path),
            (line) => tell(`one PostgreSQL, ${line}`),
          ),
        }
        if (!answers.cluster || !answers.one) continue
        const measured = await inTurns({
          name: title,
          runs,
          ours: () => ask(ours, role, path),
          beside: { what: 'one PostgreSQL', run: () => ask(beside, role, path) },
        })
        // A run takes hours; what one that breaks off has measured is of use.
        tell(`${Math.round(measured.ours)} ms beside ${Math.round(measured.beside?.value ?? 0)} ms`)
        figures.push(measured)
      }
      return figures
    } finally {
      await close(ours)
      await close(beside)
    }
  } finally {
    await started.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
