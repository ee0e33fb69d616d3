import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../remotes.ts'
import { packageFoldersOf } from '../create-remote/contract-packages.ts'

const output = join(root, '.cache', 'packages', 'compiled')

/** The compiler leaves `.ts` in the specifiers of declarations, where no source follows. */
const compiledSpecifiers = (declarations: string) => declarations.replaceAll(/(["'])(\.{1,2}\/[^"'\n]+?)(?<!\.d)\.tsx?\1/gu, '$1$2.js$1')

/** What the compiler does not write: styles, and declarations that are sources. */
const copied = ['**/*.css', '**/*.d.ts']

/** Compiles the packages into `dist/` below each: one module per source, with declarations. Tests are left out. */
export async function compilePackages(): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const configuration = {
    extends: '../../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      // `npm run types` checks the sources, and the check of the packages what is written here.
      noCheck: true,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: '../../..',
      outDir: '.',
    },
    include: packageFoldersOf(root).map((folder) => `../../../${folder}/src/**/*`),
    exclude: ['../../../**/*.test.*', '../../../release/src/testing/**'],
  }
  const file = join(output, 'tsconfig.json')
  await writeFile(file, JSON.stringify(configuration))
  // One checker: several of them may write the members of a union in different orders.
  await promisify(execFile)(join(root, 'node_modules', '.bin', 'tsc'), ['-p', file, '--singleThreaded'])
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
