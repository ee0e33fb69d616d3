import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionMakefile, installedServers, serverHeaders, type Server } from '@adsite/api/cluster'
import { Problem } from '../machine/tools.mjs'

const citus = { version: '13.2.0', majors: [15, 16, 17] }
const published = `https://github.com/citusdata/citus/archive/refs/tags/v${citus.version}.tar.gz`
/** What its configure script and its modules need, by the names of Debian. */
const libraries = [
  'libssl-dev',
  'liblz4-dev',
  'libzstd-dev',
  'libpam0g-dev',
  'libselinux1-dev',
  'libxslt1-dev',
  'libkrb5-dev',
  'libedit-dev',
]
/** Without what only compiling queries at run time would use; it takes as long to build as everything else. */
const withoutBitcode = 'with_llvm=no'
const tools = ['flex', 'bison', 'gcc', 'make', 'xz-utils']

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Stepping {
  readonly cwd?: string
  /** Ends the program. */
  readonly signal: AbortSignal
}

/** Runs a program to its end, saying every ten seconds that it still does; its output is shown when it fails. */
async function step(title: string, program: string, args: readonly string[], { cwd = '/', signal }: Stepping): Promise<void> {
  say(`${title} …`)
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const ticking = setInterval(() => say(`  still at it (${seconds()} s)`), 10_000)
  try {
    const child = spawn(program, args, {
      cwd,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Problem(`${title} failed:\n${output.trim().split('\n').slice(-30).join('\n')}`)
    say(`  done in ${seconds()} s`)
  } finally {
    clearInterval(ticking)
  }
}

/** A server that Citus can be built for, with what is needed to build; installs both on Debian where they are missing. */
async function serverToBuildFor(signal: AbortSignal): Promise<Server> {
  const suitable = async () => (await installedServers()).find(({ major }) => citus.majors.includes(major))
  const wanted = `Citus ${citus.version} needs PostgreSQL ${citus.majors.join(', ')} with its files for development: install them, or Citus itself (docs/operations/database.md), and run it again.`
  const installed = await suitable()
  const complete = installed && existsSync(await extensionMakefile(installed.programs))
  if (process.getuid?.() !== 0) throw new Problem(complete ? 'Citus is installed beside PostgreSQL: run it as root once.' : wanted)
  if (!existsSync('/usr/bin/apt-get')) {
    if (complete) return installed
    throw new Problem(wanted)
  }
  await step('Reading the lists of packages', 'apt-get', ['update', '-qq'], { signal })
  if (!installed) await step('Installing PostgreSQL', 'apt-get', ['install', '-y', '-qq', 'postgresql'], { signal })
  const server = await suitable()
  if (!server) throw new Problem(wanted)
  const packages = [`postgresql-server-dev-${server.major}`, ...libraries, ...tools]
  await step('Installing what Citus is built with', 'apt-get', ['install', '-y', '-qq', ...packages], { signal })
  return server
}

/** The sources: CITUS_SOURCE, a file or an address, else those that Citus publishes. */
async function sources(folder: string): Promise<string> {
  const place = process.env['CITUS_SOURCE'] ?? published
  if (!/^https?:/u.test(place)) {
    if (!existsSync(place)) throw new Problem(`CITUS_SOURCE is ${place}, which does not exist.`)
    return place
  }
  say(`Fetching ${place} …`)
  const file = join(folder, `citus${place.endsWith('.xz') ? '.tar.xz' : '.tar.gz'}`)
  const response = await fetch(place, { signal: AbortSignal.timeout(120_000) }).catch((error: unknown) => {
    throw new Problem(
      `${place} cannot be fetched (${error instanceof Error ? error.message : String(error)}): set CITUS_SOURCE to a file or another address.`,
    )
  })
  if (!response.ok) throw new Problem(`${place} answered ${response.status}: set CITUS_SOURCE to a file or another address.`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return file
}

/** Citus defines for PostgreSQL 15 a function that its later fixes declare: leaves it to these. */
async function withoutDoubles(source: string, { programs }: Server): Promise<void> {
  const header = await readFile(join(await serverHeaders(programs), 'commands/dbcommands.h'), 'utf8')
  if (!header.includes('have_createdb_privilege')) return
  const file = join(source, 'src/include/pg_version_compat.h')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/static inline bool\nhave_createdb_privilege\(void\)\n\{[^]*?\n\}\n/u, ''))
}

/** Builds Citus for a PostgreSQL of this machine, and installs it there. */
export async function buildCitus(signal: AbortSignal): Promise<Server> {
  const server = await serverToBuildFor(signal)
  const folder = await mkdtemp(join(tmpdir(), 'adsite-citus-'))
  try {
    await step('Unpacking the sources of Citus', 'tar', ['-xf', await sources(folder), '-C', folder], { signal })
    // The archives of releases have a folder around everything.
    const [source] = [folder, ...(await readdir(folder)).map((name) => join(folder, name))].filter((place) =>
      existsSync(join(place, 'configure')),
    )
    if (!source) throw new Problem('The sources of Citus contain no configure script.')
    const configure = ['./configure', `PG_CONFIG=${join(server.programs, 'pg_config')}`, '--without-libcurl']
    await step('Configuring Citus', 'sh', configure, { cwd: source, signal })
    await withoutDoubles(source, server)
    // A busy machine needs its time: only a build that hangs is ended.
    const building = ['7200', 'make', withoutBitcode, `-j${availableParallelism()}`, 'extension']
    await step('Building Citus, some minutes', 'timeout', building, { cwd: source, signal })
    await step('Installing Citus', 'make', [withoutBitcode, 'install-extension'], { cwd: source, signal })
    return { ...server, hasCitus: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
