import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, serverUser, type RunAs } from '../embedded/embedded-place.ts'
import { freePort } from '../embedded/postmaster.ts'
import { StartError } from '../start-error.ts'

/** A node of a cluster on this machine. */
export interface Node {
  /** The address of its database `postgres`. */
  readonly url: string
  start(): Promise<void>
  /** `kill`: at once, as in a power failure: connections break, and nothing more is written. */
  stop(how: 'fast' | 'kill'): Promise<void>
}

/** PostgreSQL servers with Citus on loopback, for trials and tests, the coordinator first. They are not connected yet. */
export interface Cluster {
  readonly nodes: readonly Node[]
  /** Stops all nodes and deletes their data. */
  stop(): Promise<void>
}

/** Settings that differ from PostgreSQL's defaults: room for cluster transactions and for many small databases. */
const settings = (port: number, directory: string) => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${directory}'
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 64
shared_buffers = 128MB
max_wal_size = 1GB
citus.enable_statistics_collection = off
citus.recover_2pc_interval = 5s
`

async function createNode(programs: string, directory: string, runAs: RunAs | undefined, durable: boolean): Promise<Node> {
  const port = await freePort()
  const data = join(directory, String(port))
  async function must(program: string, args: readonly string[]): Promise<void> {
    const { code, output } = await run(join(programs, program), args, runAs)
    if (code !== 0) throw new StartError(`${program} of the node on port ${port} failed: ${output.trim()}`)
  }
  await must('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'])
  await appendFile(join(data, 'postgresql.conf'), `${settings(port, directory)}${durable ? '' : 'fsync = off\n'}`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => must('pg_ctl', ['start', '-w', '-t', '60', '-s', '-D', data, '-l', `${data}.log`]),
    stop: (how) => must('pg_ctl', ['stop', '-w', '-t', '60', '-s', '-D', data, '-m', how === 'kill' ? 'immediate' : 'fast']),
  }
}

interface ClusterOptions {
  /** The folder with the programs of a PostgreSQL that has Citus. */
  readonly programs: string
  readonly nodes: number
  /** Acknowledged writes survive a power failure. */
  readonly durable: boolean
  /** Called before the first node starts, with a function that stops all running nodes. */
  readonly begun?: (stop: () => Promise<void>) => void
}

/** Starts the nodes in a temporary folder. */
export async function startCluster({ programs, nodes: count, durable, begun }: ClusterOptions): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-cluster-'))
  await chmod(directory, 0o755)
  const runAs = process.getuid?.() === 0 ? await serverUser() : undefined
  if (runAs) await chown(directory, runAs.uid, runAs.gid)
  const nodes: Node[] = []
  const running = new Set<Node>()
  let stopped = false
  /** The step that is being made; rejects if it fails. */
  let step: Promise<unknown> = Promise.resolve()
  async function stop(): Promise<void> {
    stopped = true
    // A server that is still starting cannot be stopped yet.
    await Promise.allSettled([step])
    await Promise.allSettled([...running].map((node) => node.stop('kill')))
    await rm(directory, { recursive: true, force: true })
  }
  begun?.(stop)
  async function addNode(): Promise<void> {
    const made = await createNode(programs, directory, runAs, durable)
    const node: Node = {
      ...made,
      async start() {
        running.add(node)
        await made.start()
      },
      async stop(how) {
        await made.stop(how)
        running.delete(node)
      },
    }
    nodes.push(node)
    if (!stopped) await node.start()
  }
  try {
    for (let number = 0; number < count; number += 1) {
      if (stopped) throw new StartError('The cluster was stopped while it started.')
      step = addNode()
      await step
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, stop }
}
