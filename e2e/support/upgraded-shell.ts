import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environment, root } from './site.ts'

/**
 * Builds the shell with another version of a library: a copy of its sources and of the packages that go into it, in which
 * `library` is the package that e2e has installed as `installedAs`.
 */
export async function buildShellWith(
  library: string,
  installedAs: string,
): Promise<{ build: string; directory: string; remove: () => Promise<void> }> {
  const place = await mkdtemp(join(tmpdir(), 'adsite-upgrade-'))
  const filter = (source: string) => !source.endsWith('/dist')
  for (const folder of ['shell', 'shared-contracts'])
    await cp(join(root, folder), join(place, folder), { recursive: true, verbatimSymlinks: true, filter })
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
  // An upgrade changes the lockfile, and with it the id of the build.
  const lockfile = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  await writeFile(join(place, 'pnpm-lock.yaml'), `${lockfile}# ${library}: ${installedAs}\n`)
  const upgraded = await realpath(join(root, 'e2e', 'node_modules', installedAs))
  const packages = (await readdir(join(place, 'shared-contracts'))).map((name) => join('shared-contracts', name))
  for (const folder of ['shell', ...packages]) {
    const installed = join(place, folder, 'node_modules', library)
    if (!(await realpath(installed).catch(() => null))) continue
    await rm(installed)
    await symlink(upgraded, installed)
  }
  await promisify(execFile)('node', ['build.ts'], { cwd: join(place, 'shell'), env: environment })
  const directory = join(place, 'shell', 'dist')
  const { build } = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as { build: string }
  return { build, directory, remove: () => rm(place, { recursive: true, force: true }) }
}
