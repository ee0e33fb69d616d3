import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './site.ts'

/** A build of a remote, as its team would make the next one. */
export interface NextBuild {
  readonly build: string
  readonly directory: string
  readonly remove: () => Promise<void>
}

/** A copy of a remote's sources beside the unchanged rest of the workspace. */
export interface Workspace {
  readonly place: string
  /** Folder of the remote. */
  readonly folder: string
  readonly remove: () => Promise<void>
}

export async function copyWorkspace(remote: string): Promise<Workspace> {
  const place = await mkdtemp(join(tmpdir(), 'adsite-next-'))
  for (const shared of ['node_modules', 'shared-contracts', 'pnpm-lock.yaml', 'tsconfig.json'])
    await symlink(join(root, shared), join(place, shared))
  await cp(join(root, 'scripts'), join(place, 'scripts'), { recursive: true })
  const folder = join(place, `remote-${remote}`)
  const filter = (source: string) => !source.endsWith('/dist')
  await cp(join(root, `remote-${remote}`), folder, { recursive: true, verbatimSymlinks: true, filter })
  return { place, folder, remove: () => rm(place, { recursive: true, force: true }) }
}

/**
 * Builds a remote from a modified copy of its sources beside the unchanged rest of the workspace: `change` maps
 * the text of each source file.
 */
export async function buildNext(
  remote: string,
  change: (file: string, text: string) => string,
  files: readonly string[],
): Promise<NextBuild> {
  const { folder, remove } = await copyWorkspace(remote)
  for (const file of files) {
    const path = join(folder, file)
    const before = await readFile(path, 'utf8')
    const after = change(file, before)
    if (after === before) throw new Error(`${file} was not changed`)
    await writeFile(path, after)
  }
  await promisify(execFile)(join(root, 'node_modules', '.bin', 'node'), ['build.ts'], { cwd: folder })
  const directory = join(folder, 'dist')
  const { build } = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')) as { build: string }
  return { build, directory, remove }
}
