import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export const root = dirname(dirname(import.meta.dirname))
/** The environment of spawned programs, with the installed ones first on the PATH. */
export const environment = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

/** Output and exit status of a command. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A running site of a test: its address, its data, and commands that work on it. */
export interface Site {
  readonly url: string
  readonly dataDir: string
  /** `pnpm release …` and `pnpm ingest …` against this site. */
  readonly release: (...args: string[]) => Promise<Ran>
  readonly ingest: (...args: string[]) => Promise<Ran>
  readonly stop: () => Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The database of a site, where `npm run test:cluster` has it on a cluster; the site brings its own otherwise. */
interface ClusterDatabase {
  readonly settings: { readonly DATABASE_URL: string }
  /** Spreads what the site has stored over the nodes. */
  readonly distribute: () => Promise<void>
  readonly drop: () => Promise<void>
}

async function createClusterDatabase(): Promise<ClusterDatabase | null> {
  if (!process.env.CLUSTER_SERVERS && !process.env.CLUSTER_URL) return null
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const script = join(root, 'scripts/cluster/site-database.ts')
  async function ask(what: 'create' | 'distribute' | 'drop'): Promise<string> {
    return (await promisify(execFile)('node', [script, what, name], { cwd: root, env: environment })).stdout
  }
  return {
    settings: { DATABASE_URL: await ask('create') },
    distribute: async () => void (await ask('distribute')),
    drop: async () => void (await ask('drop')),
  }
}

function command(script: string, args: string[], settings: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...environment, ...settings, RELEASE_USER: 'e2e' }
    const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }
    const child = execFile('node', [script, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('Site: http')) resolve()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('exit', (code) => reject(new Error(`The site ended with ${code} before it was ready:\n${output}`)))
  })
}

/** Revisions of the pointers by unit, as stored. */
async function storedRevisions(dataDir: string): Promise<Record<string, number>> {
  const directory = join(dataDir, 'registry', 'ch', 'stable')
  const files = (await readdir(directory)).filter((name) => name.endsWith('.json'))
  const revisions = files.map(async (name) => {
    const { rev } = JSON.parse(await readFile(join(directory, name), 'utf8')) as { rev: number }
    return [name.slice(0, -'.json'.length), rev] as const
  })
  return Object.fromEntries(await Promise.all(revisions))
}

/** Revisions of the pointers by unit, as the site serves them: what it tells those who begin to listen. */
async function servedRevisions(url: string): Promise<Record<string, number>> {
  const ended = new AbortController()
  const events = await fetch(`${url}/registry/events`, { signal: ended.signal })
  let text = ''
  try {
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const [, data] = /^event: pointers\ndata: (.*)\n\n/mu.exec(text) ?? []
      if (data !== undefined) return (JSON.parse(data) as { revs: Record<string, number> }).revs
    }
  } finally {
    ended.abort()
  }
  throw new Error(`The site told no pointers: ${text}`)
}

/** The site notices moved pointers shortly after a command ends; a page opened in between would have the former ones. */
async function untilHeard(url: string, dataDir: string): Promise<void> {
  const stored = Object.entries(await storedRevisions(dataDir))
  for (const end = performance.now() + 10_000; ; await wait(20)) {
    const served = await servedRevisions(url)
    const late = stored.filter(([unit, rev]) => (served[unit] ?? 0) < rev)
    if (late.length === 0) return
    if (performance.now() > end)
      throw new Error(`The site did not notice that these pointers moved: ${late.map(([unit]) => unit).join(', ')}`)
  }
}

/** Names the data directory of a site that was started once and stopped (prepare-data.ts). */
const preparedData = 'E2E_PREPARED_DATA'

/** A data directory that the database's system user can enter. */
async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'adsite-e2e-'))
  await chmod(dataDir, 0o755)
  return dataDir
}

/**
 * Starts a site with demo data on a free port; its data is deleted when it stops. It begins with a copy of the prepared
 * data, because writing demo data and releasing the builds takes longer than most tests.
 */
export async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await makeDataDir()
  const prepared = process.env[preparedData]
  // Unlike fs.cp, the program keeps the owner of the database's files.
  if (prepared !== undefined) await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir])
  return startIn(dataDir, settings)
}

/** Prepares the data that every site of this run begins with; returns what deletes it. */
export async function prepareData(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir()
  const { stop } = await startIn(dataDir, {}, true)
  await stop()
  process.env[preparedData] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

async function startIn(dataDir: string, settings: Readonly<Record<string, string>>, keepData = false): Promise<Site> {
  const port = await freePort()
  const database = await createClusterDatabase()
  const own = { DATA_DIR: dataDir, ...database?.settings }
  const child = spawn('node', ['scripts/site.ts'], {
    cwd: root,
    env: { ...environment, PORT: String(port), HOST: '127.0.0.1', ...own, RELEASE_WATCH_SECONDS: '2', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilReady(child)
  await database?.distribute()
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    dataDir,
    release: async (...args) => {
      const ran = await command('release/src/cli.ts', args, own)
      if (ran.code === 0) await untilHeard(url, dataDir)
      return ran
    },
    ingest: (...args) => command('api/src/cli/ingest.ts', args, own),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await database?.drop()
      if (!keepData) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
