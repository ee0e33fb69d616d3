import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { root } from '../remotes.ts'
import { packageFoldersOf } from '../create-remote/contract-packages.ts'
import type { PackedPackage } from './install-packages.ts'

const packed = v.array(v.object({ name: v.string(), version: v.string(), filename: v.string() }))

/** Packs the compiled packages into a folder, as `pnpm publish` would send them. */
export async function packPackages(folder: string): Promise<PackedPackage[]> {
  await mkdir(folder, { recursive: true })
  const filters = packageFoldersOf(root).flatMap((each) => ['--filter', `./${each}`])
  const args = ['--yes', 'pnpm@12.21.0', ...filters, 'pack', '--json', '--pack-destination', resolve(folder)]
  const { stdout } = await promisify(execFile)('npx', args, { cwd: root, maxBuffer: 1 << 26 })
  return v
    .parse(v.pipe(v.string(), v.parseJson(), packed), stdout)
    .map(({ name, version, filename }) => ({ name, version, tarball: resolve(folder, filename) }))
}
