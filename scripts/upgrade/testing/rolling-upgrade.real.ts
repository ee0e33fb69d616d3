import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect, listen } from '@adsite/api'
import { databaseOf, dropClusterDatabase, onDatabase } from '@adsite/api/cluster'
import { freePort, rollUpDifferences } from '@adsite/api/testing'
import { openWorkbench, type Workbench } from '@adsite/release/testing'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { Balancer } from './balancer.ts'
import { deliverySource, Load } from './load.ts'
import { endAll, startPart, untilReady, type ReleaseProcess } from './processes.ts'

const root = join(import.meta.dirname, '../../..')
const former = process.env['FORMER_RELEASE'] ?? ''
const server = databaseOf(inject('templateUrls')[0]!, 'postgres')
const name = `upgrade_${process.pid}`
const url = databaseOf(server, name)
/** Number of calls of each kind in each state of the upgrade. */
const callsEach = 5
const patience = { timeout: 300_000, interval: 500 }

let pool: ReturnType<typeof connect>['pool']
let bench: Workbench
let directory: string
let settings: Readonly<Record<string, string>>
/** The load balancers that users and the gateway call. */
const [front, apis] = [new Balancer(), new Balancer()]
let inner: Awaited<ReturnType<typeof listen>>
let load: Load

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`)

async function start(release: string, part: string): Promise<ReleaseProcess> {
  const started = await startPart(release, part, settings)
  await untilReady(started)
  return started
}

async function migrate(release: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  expect(await (await startPart(release, 'migrate', { ...settings, ...more })).exited).toEqual([
    0,
    expect.stringContaining('The schema is migrated.'),
  ])
}

/** Replaces a process behind the load balancer as an operator does: adds the new one, waits for the old one's calls in flight, then sends SIGTERM. */
async function replace(balancer: Balancer, old: ReleaseProcess, release: string, part: string): Promise<ReleaseProcess> {
  const next = await start(release, part)
  balancer.add(next.url)
  await balancer.remove(old.url)
  expect(await old.end()).toEqual([0, ''])
  return next
}

beforeAll(async () => {
  if (!former) throw new Error('FORMER_RELEASE is not set: run this with npm run test:upgrade')
  directory = await mkdtemp(join(tmpdir(), 'adsite-upgrade-'))
  await onDatabase(server, (client) => client.query(`create database ${name} template template0`))
  ;({ pool } = connect(url, { process: 'test' }))
  bench = await openWorkbench()
  await bench.release('shell', '1.0.0-s')
  const port = await freePort()
  inner = await listen(apis.app, port, '127.0.0.1')
  settings = {
    DATABASE_URL: url,
    REGISTRY: bench.stored(),
    SITE_URL: 'http://site.test',
    API_URL: `http://127.0.0.1:${port}`,
    UPLOADS: join(directory, 'uploads'),
    DATA_DIR: join(directory, 'data'),
    TRUSTED_PROXY: 'on',
    LOG_LEVEL: 'error',
    RELEASE_WATCH_SECONDS: '3600',
  }
  load = new Load(front.app)
})
afterAll(async () => {
  await load?.stop()
  endAll()
  inner?.close()
  await Promise.all([front.close(), apis.close()])
  await pool?.end()
  await dropClusterDatabase([databaseOf(inject('superuserUrl'), 'postgres')], name)
  await bench?.remove()
  await rm(directory, { recursive: true, force: true })
})

/** Waits until the worker has settled all marked campaigns and recomputed everything that the former release wrote. */
const settled = () =>
  vi.waitFor(async () => {
    const { rows } = await pool.query(`select name from backfills where finished_at is null or not alone
      union all (select 'listed' from changed_campaigns limit 1)`)
    expect(rows).toEqual([])
  }, patience)
/** Stored values that follow a rule: statuses and paces. */
const stored = async () =>
  (
    await pool.query(`select 'campaign' as kind, id, serving_status as value from campaigns
      union all select 'ad', id, effective_status from ads
      union all select 'pace', campaign_id, concat_ws(' ', through, spent, gap, state, runs_out_on) from campaign_paces order by 1, 2`)
  ).rows as unknown[]

test('a rolling upgrade from the former release: no call fails, nothing acknowledged is lost, sums equal the facts', async () => {
  say('former release: migrate with demo data, two APIs, worker, gateway')
  await migrate(former, { DEMO: 'on' })
  const started = await Promise.all(['api', 'api', 'worker', 'gateway'].map((part) => start(former, part)))
  let [one, two, worker, gateway] = started as [ReleaseProcess, ReleaseProcess, ReleaseProcess, ReleaseProcess]
  for (const { url: address } of [one, two]) apis.add(address)
  front.add(gateway.url)
  await load.start()
  const tried = async (state: string) => {
    await load.further(callsEach)
    say(
      `${state}: ${Object.entries(load.calls)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}; ${load.failed.length} failed`,
    )
    expect(load.failed.slice(0, 5)).toEqual([])
  }
  await tried('former release')

  await migrate(root)
  await tried('schema of this release, code of the former one')
  one = await replace(apis, one, root, 'api')
  await tried('one API of each release')
  two = await replace(apis, two, root, 'api')
  await tried('APIs of this release')
  const oldWorker = worker
  worker = await start(root, 'worker')
  await tried('workers of both releases')
  expect(await oldWorker.end()).toEqual([0, ''])
  gateway = await replace(front, gateway, root, 'gateway')
  await tried('this release')

  one = await replace(apis, one, former, 'api')
  await tried('one API back at the former release')
  one = await replace(apis, one, root, 'api')
  await tried('this release again')
  await load.stop()

  const { acknowledged, failed, calls } = load
  const result = process.env['UPGRADE_RESULT']
  if (result) {
    await mkdir(dirname(result), { recursive: true })
    await writeFile(result, JSON.stringify({ calls, failed, served: [...apis.served.values()] }))
  }
  expect(failed).toEqual([])
  // All six API processes have answered calls.
  expect(apis.served.size).toBe(6)

  say('what was acknowledged')
  const { rows: campaigns } = await pool.query<{ id: number; name: string }>(
    `select id, name from campaigns where id = any ($1) order by id`,
    [[...acknowledged.campaigns.keys()]],
  )
  expect(campaigns).toEqual([...acknowledged.campaigns].toSorted(([a], [b]) => a - b).map(([id, kept]) => ({ id, name: kept })))
  const count = async (query: string, values: unknown) => (await pool.query<{ count: number }>(query, [values])).rows[0]!.count
  const { rows: views } = await pool.query<{ id: number }>('select id from saved_views where id = any ($1)', [
    [...acknowledged.views.keys()],
  ])
  expect(views.map(({ id }) => id)).toEqual([...acknowledged.views].flatMap(([id, isThere]) => (isThere ? [id] : [])))
  expect(await count('select count(distinct name)::int as count from companies where name = any ($1)', [...acknowledged.companies])).toBe(
    acknowledged.companies.size,
  )
  const ofFiles = 'delivery_facts f join delivery_files d on d.id = f.delivery_file_id where d.source = $1'
  expect(await count(`select sum(f.imps)::int as count from ${ofFiles}`, deliverySource)).toBe(acknowledged.imps)
  expect(await count('select count(*)::int from delivery_files where source = $1', deliverySource)).toBe(acknowledged.files)

  say('sums, stored statuses and paces')
  expect(await rollUpDifferences(pool)).toEqual([])
  await settled()
  const kept = await stored()
  await pool.query('insert into changed_campaigns (advertiser_account_id, campaign_id) select advertiser_account_id, id from campaigns')
  await settled()
  expect(await stored()).toEqual(kept)
  for (const part of [one, two, worker, gateway]) expect(await part.end()).toEqual([0, ''])
})
