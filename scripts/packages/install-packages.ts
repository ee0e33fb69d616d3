import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdir, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../remotes.ts'
import { packageFoldersOf, readPackageFile } from '../create-remote/contract-packages.ts'

/** A packed package: its name and its archive. */
export interface PackedPackage {
  readonly name: string
  readonly version: string
  readonly tarball: string
}

const workspaceFolders = ['.', ...globSync(['shell', 'remote-*', 'shared-contracts/*', 'release', 'api'], { cwd: root })]

/** A library as one of the workspace's packages has it. */
function libraryIn(folders: readonly string[], name: string): string {
  const places = folders.map((folder) => join(root, folder, 'node_modules', name))
  const place = places.find((each) => existsSync(each))
  if (place === undefined) throw new Error(`${name} is not installed in ${folders.join(', ')}`)
  return place
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

/**
 * Installs packed packages and libraries into a folder without a network: archives are unpacked, libraries are linked
 * from this workspace. As with pnpm, a package finds only what its package.json declares, so an undeclared import fails.
 */
export async function installPackages(project: string, packages: readonly PackedPackage[], libraries: readonly string[]): Promise<void> {
  const modules = join(project, 'node_modules')
  const placeOf = (name: string) => join(modules, '.packages', name.replace('/', '+'), 'node_modules', name)
  const own = new Map(packages.map(({ name }) => [name, placeOf(name)]))
  for (const { name, tarball } of packages) {
    const place = placeOf(name)
    await mkdir(place, { recursive: true })
    await promisify(execFile)('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'])
    const { dependencies, peerDependencies, bin = {} } = readPackageFile(place)
    const folder = packageFoldersOf(root).filter((each) => readPackageFile(join(root, each)).name === name)
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
      const target = own.get(needed) ?? (await realpath(libraryIn(folder, needed)))
      await link(target, join(place, ...name.split('/').map(() => '..'), needed))
    }
    await link(place, join(modules, name))
    for (const [command, path] of Object.entries(bin)) {
      await chmod(join(place, path), 0o755)
      await link(join(place, path), join(modules, '.bin', command))
    }
  }
  for (const name of libraries) await link(await realpath(libraryIn(workspaceFolders, name)), join(modules, name))
}
