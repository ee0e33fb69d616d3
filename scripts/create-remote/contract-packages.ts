import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The parts of a package.json that packing and checking read. */
export interface PackageFile {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default?: string }>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly publishConfig?: Pick<PackageFile, 'exports' | 'bin'>
}

export const readPackageFile = (folder: string): PackageFile => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Folders, in a workspace, of the packages that a repository of its own installs: the contract packages and the release tools. */
export function packageFoldersOf(root: string): string[] {
  return [...globSync('shared-contracts/*/package.json', { cwd: root }).map((file) => dirname(file)), 'release'].toSorted()
}
