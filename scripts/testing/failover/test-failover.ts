// npm run test:failover: runs the site on PostgreSQL under Patroni and kills its dependencies (docs/operations/high-availability.md).
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { connect } from '@adsite/api'
import { installedServers, onDatabase, serverUser } from '@adsite/api/cluster'
import { loadFixtures, type Fixtures } from '@adsite/api/testing'
import { installPackages, needProgram } from '../../machine/system-package.mjs'
import { Problem } from '../../machine/tools.mjs'
import { outageOf, unexplained, type CallRecord, type Incident } from './calls.ts'
import { Cluster, type Programs } from './cluster.ts'
import { Load, writes } from './load.ts'
import { report, type Result } from './report.ts'
import { trials, type Trial } from './trials.ts'
import { lostParts, noteMails, problemsOf } from './verify.ts'

const root = join(import.meta.dirname, '../../..')
/** Maximum recovery time (milliseconds); generous, because machines differ. */
const patience = 240_000

const help = `npm run test:failover [-- [--json] TRIALS…]

Runs the site on a PostgreSQL that fails over: three machines with etcd and Patroni, two with HAProxy, PgBouncer, API and
worker, as processes of this machine with the files of deploy/high-availability. While callers with sessions write, read, hand
in files and ask for mails, it does one thing after the other to the cluster, and checks that nothing acknowledged was lost,
that calls failed only meanwhile and with 503, that everything serves again by itself, and that queued work was done once.
Takes some ten minutes on two processors. Seconds are printed and not judged.

Trials (default: all, in this order):
${trials.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

  --json       prints the figures as JSON
  --help       this text

It needs PostgreSQL 15 or newer, Patroni with its client for etcd, etcd, HAProxy and PgBouncer; on Debian it installs what is
missing as root. Linux only: each machine has an address of its own in 127.0.0.0/8.

Exit status: 0 all held; 1 something did not, or it cannot run here; 2 wrong usage.`

const say = (line: string) => process.stderr.write(`${line}\n`)

async function programs(): Promise<Programs> {
  const find = (name: string, packages: string[]) => needProgram(name, packages, process.stderr)
  const etcd = await find('etcd', ['etcd-server'])
  const patroni = await find('patroni', ['patroni', 'python3-etcd'])
  const haproxy = await find('haproxy', ['haproxy'])
  const pgbouncer = await find('pgbouncer', ['pgbouncer'])
  const suitable = async () => (await installedServers()).find(({ major }) => major >= 15)
  const server = (await suitable()) ?? ((await installPackages(['postgresql'], process.stderr)) ? await suitable() : undefined)
  if (!server) throw new Problem('There is no PostgreSQL 15 or newer with initdb: install postgresql and run it again.')
  return { etcd, patroni, haproxy, pgbouncer, postgresql: server.programs }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > patience) throw new Problem(`${what}: not within ${patience / 1000} s.`)
    await wait(250)
  }
}

const isReady = async (url: string) => {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === 200
}

/** Waits for a primary with its standbys and for every part of the site to be ready. */
const untilWhole = async (cluster: Cluster) => {
  await until('A primary with two standbys', () => cluster.isWhole())
  for (const url of cluster.sites.flatMap(({ urls }) => urls)) await until(`${url}/readyz`, () => isReady(url))
}

async function startDatabases(cluster: Cluster): Promise<void> {
  for (const machine of cluster.databases) machine.start()
  await until('A primary with two standbys', () => cluster.isWhole())
}

/** Creates the site's database as in docs/operations/high-availability.md, with the records that callers need. */
async function prepareDatabase(cluster: Cluster): Promise<Fixtures> {
  const [site] = cluster.sites
  if (!site) throw new Error('There is no machine for the site')
  for (const { haproxy, pgbouncer } of cluster.sites) for (const service of [haproxy, pgbouncer]) service.start()
  const direct = new URL(site.settings['DATABASE_DIRECT_URL'] ?? '')
  const superuser = Object.assign(new URL(direct), { username: 'postgres', password: 'password-of-postgres', pathname: '/postgres' })
  const answers = () =>
    onDatabase(superuser.href, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
  await until('HAProxy with the primary', answers)
  await onDatabase(superuser.href, async (client) => {
    await client.query(`create role adsite login password '${direct.password}'`)
    await client.query('create database adsite owner adsite')
  })
  const env = { ...process.env, ...cluster.partSettings(site.settings, { PORT: '8080' }) }
  await promisify(execFile)(process.execPath, [join(root, 'scripts/part.ts'), 'migrate'], { env })
  const { pool, db } = connect(direct.href, { work: 'command' })
  try {
    await pool.query(noteMails)
    return await loadFixtures(db)
  } finally {
    await pool.end()
  }
}

async function startParts(cluster: Cluster): Promise<void> {
  for (const { parts } of cluster.sites) for (const part of parts) part.start()
  for (const folder of ['registry', 'uploads']) await mkdir(join(cluster.shared, folder), { recursive: true })
  await untilWhole(cluster)
}

/** Waits until no call has failed for a while, so that the next trial is not blamed for the previous one. */
async function untilCalm(calls: readonly CallRecord[]): Promise<void> {
  const quiet = 5000
  const isCalm = async () => {
    const now = performance.now()
    const latest = calls.filter(({ ended }) => ended > now - quiet)
    return latest.length > 20 && latest.every(({ isFine }) => isFine)
  }
  await until('Calls without a failure', isCalm)
}

async function carryOut(cluster: Cluster, load: Load, { name, summary, run }: Trial): Promise<Incident> {
  await untilCalm(load.calls)
  say(`${summary} …`)
  const began = performance.now()
  await run(cluster)
  await untilWhole(cluster)
  const incident = { name, began, whole: performance.now() }
  return incident
}

async function measure(cluster: Cluster, chosen: readonly Trial[]): Promise<Result> {
  say('Starting three machines with etcd, Patroni and PostgreSQL …')
  await startDatabases(cluster)
  say('Starting two machines with HAProxy, PgBouncer, API and worker …')
  const fixtures = await prepareDatabase(cluster)
  await startParts(cluster)
  const load = new Load(cluster.sites, fixtures)
  await load.start()
  const incidents: Incident[] = []
  for (const trial of chosen) incidents.push(await carryOut(cluster, load, trial))
  await untilCalm(load.calls)
  await load.end()
  say('Looking for everything that was acknowledged …')
  const { calls, acknowledged } = load
  const wrong = calls.filter(({ isFine, status }) => !isFine && status !== 503 && status !== 409)
  const problems = [
    ...unexplained(incidents, calls).map(({ what, status }) => `A call (${what}) failed with ${status} while nothing was wrong.`),
    ...wrong.map(({ what, status }) => `A call (${what}) was answered with ${status} instead of 503.`),
    ...lostParts(cluster),
    ...(await problemsOf(cluster, acknowledged)),
  ]
  const { campaigns, files, mails } = acknowledged
  return {
    outages: incidents.map((incident) => outageOf(incident, calls, ({ what }) => what === writes)),
    acknowledged: { campaigns: campaigns.size, files: files.size, mails: [...mails.values()].reduce((sum, count) => sum + count, 0) },
    calls: calls.length,
    problems,
  }
}

function chosenOf(names: readonly string[]): readonly Trial[] {
  const unknown = names.filter((name) => !trials.some((trial) => trial.name === name))
  if (unknown.length > 0)
    throw new RangeError(`There is no trial ${unknown.join(', ')}: name some of ${trials.map(({ name }) => name).join(', ')}.`)
  return trials.filter(({ name }) => names.length === 0 || names.includes(name))
}

let cluster: Cluster | undefined
let ending: Promise<void> | undefined
const end = (keep: boolean) => (ending ??= cluster?.end(keep) ?? Promise.resolve())

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) {
    process.stdout.write(`${help}\n`)
    return 0
  }
  const chosen = chosenOf(positionals)
  if (process.platform !== 'linux')
    throw new Problem('Each machine of the test has an address in 127.0.0.0/8, which only Linux has: run it there.')
  cluster = await Cluster.prepare(await programs(), process.getuid?.() === 0 ? await serverUser() : undefined)
  const result = await measure(cluster, chosen)
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : report(result))
  const failed = result.problems.length > 0
  if (failed) say(`Logs and data are kept in ${cluster.directory}.`)
  await end(failed)
  return failed ? 1 : 0
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => {
    say('Ending what was started …')
    void end(false).finally(() => process.exit(code))
  })
}

process.exitCode = await main().catch(async (error: unknown) => {
  // After a signal, everything fails; those failures are not reported.
  if (ending) await ending
  const isUsage =
    error instanceof RangeError || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  const isKnown = isUsage || error instanceof Problem
  say(isKnown ? error.message : String(error instanceof Error ? error.stack : error))
  if (isUsage) return 2
  for (const service of cluster?.services ?? []) {
    const words = await service.lastWords()
    if (words) say(`\n${service.name}:\n${words}`)
  }
  await end(true)
  if (cluster) say(`\nLogs and data are kept in ${cluster.directory}.`)
  return 1
})
