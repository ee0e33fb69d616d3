// npm run test:cluster: the tests of the API, and those of a cluster's own, against a Citus cluster.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { installedServers, startCluster, type Cluster } from '@adsite/api/cluster'
import { buildCitus, Problem } from './build-citus.ts'

const root = dirname(dirname(import.meta.dirname))

const help = `npm run test:cluster [-- FILES…]

Runs the tests of the API against a Citus cluster: every endpoint, roles and tenants, delivery files, imports, reports and
statuses; then what only a cluster has: which statements ask which nodes, and what is left when a node is lost. Takes about
half an hour on two processors; FILES are names of tests, or parts of them, to run only these.

The cluster is, by the first that applies:
  CLUSTER_URL    a database on the coordinator of a cluster that runs, with its workers added (docs/operations/database.md).
                 Tests make databases of their own on all of its nodes, and drop them.
  installed      three nodes on this machine, of the newest PostgreSQL that has Citus.
  CITUS_SOURCE   as root: Citus built from these sources, a file or an address (default: Citus's own at GitHub), and
                 installed beside PostgreSQL 15, 16 or 17. Takes some minutes, once.

Exit status: 0 all passed; 1 a test failed or there is no cluster; 2 wrong usage.`

const say = (line: string) => process.stdout.write(`${line}\n`)
let cluster: Cluster | undefined
let vitest: ReturnType<typeof spawn> | undefined

async function servers(): Promise<string> {
  const [installed] = await installedServers()
  const server = installed?.hasCitus ? installed : await buildCitus()
  say(`Starting a cluster of three nodes, PostgreSQL ${server.major} of ${server.programs} …`)
  cluster = await startCluster({ programs: server.programs, nodes: 3, durable: false })
  return cluster.nodes.map(({ url }) => url).join(' ')
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
  if (values.help) {
    say(help)
    return 0
  }
  const env = { ...process.env, ...(process.env['CLUSTER_URL'] ? {} : { CLUSTER_SERVERS: await servers() }) }
  vitest = spawn('vitest', ['run', '--config', 'vitest.cluster.config.ts', ...positionals], { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(vitest, 'close')
  return code === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest?.kill(signal))
process.exitCode = await main()
  .catch((error: unknown) => {
    const wrongUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    process.stderr.write(
      `${error instanceof Problem || wrongUsage ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    return wrongUsage ? 2 : 1
  })
  .finally(() => cluster?.stop())
