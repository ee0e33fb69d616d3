import { globSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../remotes.ts'
import { packageFoldersOf } from '../create-remote/contract-packages.ts'
import { emit } from './emit.ts'

const output = join(root, '.cache', 'packages', 'compiled')

/** The compiler leaves `.ts` in the specifiers of declarations, where no source follows. */
const compiledSpecifiers = (declarations: string) => declarations.replaceAll(/(["'])(\.{1,2}\/[^"'\n]+?)(?<!\.d)\.tsx?\1/gu, '$1$2.js$1')

/** What the compiler does not write: styles, and declarations that are sources. */
const copied = ['**/*.css', '**/*.d.ts']

/** Compiles the packages into `dist/` below each: one module per source, with declarations. Tests are left out. */
export async function compilePackages(): Promise<void> {
  emit(output, {
    include: packageFoldersOf(root).map((folder) => `${folder}/src/**/*`),
    exclude: ['**/*.test.*', 'release/src/testing/**'],
    options: { rewriteRelativeImportExtensions: true },
  })
  await Promise.all(packageFoldersOf(root).map(finish))
}

async function finish(folder: string): Promise<void> {
  const source = join(root, folder, 'src')
  const dist = join(root, folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  await cp(join(output, folder, 'src'), dist, { recursive: true })
  for (const path of globSync('**/*.d.ts', { cwd: dist })) {
    const text = await readFile(join(dist, path), 'utf8')
    await writeFile(join(dist, path), compiledSpecifiers(text))
  }
  for (const path of globSync(copied, { cwd: source })) await cp(join(source, path), join(dist, path))
  // The packages are released together, with one changelog.
  await cp(join(root, 'shared-contracts', 'CHANGELOG.md'), join(dist, 'CHANGELOG.md'))
}
