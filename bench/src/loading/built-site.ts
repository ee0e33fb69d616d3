import { freePort } from '../base/port-of.ts'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** The built site with its demo data in a fresh directory. */
export interface BuiltSite {
  readonly port: number
  /** `pnpm release …` on its registry. */
  release(...args: string[]): Promise<void>
  close(): Promise<void>
}

/** Starts what `npm start` has built. `url` is the address for browsers; `databaseUrl` replaces the demo database. */
export async function startBuiltSite(url: string, databaseUrl?: string): Promise<BuiltSite> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-bench-'))
  // The database's system user needs access to its directory.
  await chmod(directory, 0o755)
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: directory, RELEASE_USER: 'bench', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const settings = { PORT: String(port), HOST: '127.0.0.1', SITE_URL: url, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, ['scripts/site.ts'], { cwd: root, env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece
      if (output.includes('Site: http')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The site did not start; build it first (npm start does).\n${output}`)))
  })
  return {
    port,
    release: (...args) =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, ['release/src/cli.ts', ...args], { cwd: root, env }, (error, _, stderr) =>
          error ? reject(new Error(stderr)) : resolve(),
        )
      }),
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
