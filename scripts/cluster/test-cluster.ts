// npm run test:cluster: the tests of the API, those of a cluster's own, and browser journeys, against a Citus cluster.
import { parseArgs } from 'node:util'
import { installedServers, startCluster, type Cluster } from '@adsite/api/cluster'
import { endChildren, interrupt, Problem } from '../machine/tools.mjs'
import { buildCitus } from './build-citus.ts'
import { journeys, runApiTests, runJourneys, type Counts, type Journeys } from './suites.ts'

const help = `npm run test:cluster [-- [--journeys none|some|all] [--without-api] [FILES…]]

Runs against a Citus cluster, one after the other:
  the tests of the API    every endpoint, roles and tenants, delivery files, imports, reports and statuses, on databases that are
                          distributed while they are empty; then what only a cluster has: which statements ask which nodes,
                          distribution of a filled database while the site is up, and what is left when a node is lost
  browser journeys        the built site in a Chromium, on databases that are distributed after the site has filled them
Takes 20 minutes on two processors with nothing else to do. FILES are names of tests of the API, or parts of them, to run only these.

  --journeys WHICH   some (default; with FILES none): those that read delivery, campaigns and orders; all: all browser tests
  --without-api      journeys alone

The cluster is, by the first that applies:
  CLUSTER_URL    a database on the coordinator of a cluster that runs, with its workers added (docs/operations/database.md).
                 Tests make databases of their own on all of its nodes, and drop them.
  installed      three nodes on this machine, of the newest PostgreSQL that has Citus.
  CITUS_SOURCE   as root: Citus built from these sources, a file or an address (default: Citus's own at GitHub), and
                 installed beside PostgreSQL 15, 16 or 17. Takes some minutes, once.

Exit status: 0 all passed; 1 a test failed or there is no cluster; 2 wrong usage.`

const say = (line: string) => process.stdout.write(`${line}\n`)
const stopping = new AbortController()
let cluster: Cluster | undefined

async function startServers(): Promise<string> {
  const [installed] = await installedServers()
  const server = installed?.hasCitus ? installed : await buildCitus(stopping.signal)
  say(`Starting a cluster of three nodes, PostgreSQL ${server.major} of ${server.programs} …`)
  cluster = await startCluster({ programs: server.programs, nodes: 3, durable: false })
  return cluster.nodes.map(({ url }) => url).join(' ')
}

interface Wanted {
  readonly api: boolean
  readonly files: readonly string[]
  readonly journeys: Journeys
}

class WrongUsage extends Error {}

/** What the arguments ask for; null: for help. */
function wanted(): Wanted | null {
  const options = { help: { type: 'boolean', short: 'h' }, journeys: { type: 'string' }, 'without-api': { type: 'boolean' } } as const
  const { values, positionals: files } = parseArgs({ options, allowPositionals: true })
  if (values.help) return null
  const given = values.journeys ?? (files.length > 0 ? 'none' : 'some')
  const chosen = journeys.find((name) => name === given)
  if (!chosen) throw new WrongUsage(`--journeys is ${given}: use ${journeys.join(', ')}.`)
  if (values['without-api'] && (files.length > 0 || chosen === 'none')) throw new WrongUsage('--without-api leaves nothing to run.')
  return { api: !values['without-api'], files, journeys: chosen }
}

const nothing: Counts = { passed: 0, failed: 0 }

async function main(): Promise<number> {
  const asked = wanted()
  if (!asked) {
    say(help)
    return 0
  }
  const env = { ...process.env, ...(process.env['CLUSTER_URL'] ? {} : { CLUSTER_SERVERS: await startServers() }) }
  const around = { env, signal: stopping.signal }
  const api = asked.api ? await runApiTests(asked.files, around) : nothing
  const browser = asked.journeys === 'none' ? nothing : await runJourneys(asked.journeys, around)
  say(`\nOn the cluster ${api.passed} tests of the API and ${browser.passed} in a browser passed, ${api.failed + browser.failed} failed.`)
  return api.failed + browser.failed === 0 ? 0 : 1
}

const isUsage = (error: unknown) =>
  error instanceof WrongUsage || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping.abort()
    interrupt()
    endChildren('SIGTERM')
  })
}
process.exitCode = await main()
  .catch((error: unknown) => {
    const isPlain = error instanceof Problem || isUsage(error)
    const words = error instanceof Error ? (isPlain ? error.message : error.stack) : String(error)
    process.stderr.write(`${stopping.signal.aborted ? 'Stopped.' : words}\n`)
    return isUsage(error) ? 2 : 1
  })
  .finally(() => cluster?.stop())
