import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { root } from '../remotes.ts'
import { readPackageFile, type PackageFile } from '../create-remote/contract-packages.ts'
import { installPackages, type PackedPackage } from './install-packages.ts'

/** What keeps packed packages from being used; empty if nothing does. */
export async function checkPackages(packages: readonly PackedPackage[]): Promise<string[]> {
  const place = await mkdtemp(join(tmpdir(), 'adsite-packages-'))
  try {
    await installPackages(place, packages, ['@types/node', '@types/react', '@types/react-dom', 'webpack'])
    const faults = await Promise.all(packages.map(({ name }) => faultsOf(join(place, 'node_modules', name))))
    return [...faults.flat(), ...(await typeErrors(place, packages))]
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function faultsOf(folder: string): Promise<string[]> {
  const file = readPackageFile(folder)
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true })
  const pkg: Record<string, unknown> = { ...file }
  return [
    ...messages.flatMap((message) => {
      const text = formatMessage(message, pkg)
      return text === undefined ? [] : [`${file.name}: ${text}`]
    }),
    ...missingFiles(folder, file),
    ...workspaceTraces(folder, file),
  ]
}

function missingFiles(folder: string, { name, exports, bin = {} }: PackageFile): string[] {
  const entries = [...Object.values(exports).flatMap((entry) => Object.values(entry)), ...Object.values(bin)]
  return entries.filter((path) => !existsSync(join(folder, path))).map((path) => `${name}: ${path} is not in the package`)
}

/** What only the workspace understands. */
function workspaceTraces(folder: string, { name, dependencies, peerDependencies }: PackageFile): string[] {
  const ranges = Object.entries({ ...dependencies, ...peerDependencies }).filter(([, range]) => /^(?:workspace|catalog):/u.test(range))
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) => !path.endsWith('.d.ts'))
  const uncompiled = globSync('dist/**/*.{js,d.ts}', { cwd: folder }).filter((path) =>
    /(?:from|import\() ?["']\.{1,2}\/[^"']+(?<!\.d)\.tsx?["']/u.test(readFileSync(join(folder, path), 'utf8')),
  )
  return [
    ...ranges.map(([dependency, range]) => `${name}: ${dependency} is ${range}`),
    ...sources.map((path) => `${name}: ${path} is a source`),
    ...uncompiled.map((path) => `${name}: ${path} imports a source`),
  ]
}

/** Type-checks a module that imports every entry, in both ways that a repository may resolve modules. */
async function typeErrors(place: string, packages: readonly PackedPackage[]): Promise<string[]> {
  const entries = packages.flatMap(({ name }) =>
    Object.entries(readPackageFile(join(place, 'node_modules', name)).exports).map(([path, entry]) => ({
      module: join(name, path),
      typesOnly: typeof entry === 'object' && entry.default === undefined,
    })),
  )
  const lines = entries.map(({ module, typesOnly }, index) =>
    typesOnly ? `import '${module}'` : `import * as entry${index} from '${module}'\nexport { entry${index} }`,
  )
  await writeFile(join(place, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(place, 'index.ts'), `${lines.join('\n')}\n`)
  const errors = await Promise.all(
    (['nodenext', 'bundler'] as const).map(async (resolution) => {
      const compilerOptions = {
        module: resolution === 'bundler' ? 'esnext' : resolution,
        moduleResolution: resolution,
        target: 'es2023',
        lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
        jsx: 'react-jsx',
        types: ['node'],
        strict: true,
        noEmit: true,
        // The declarations themselves are what is checked.
        skipLibCheck: false,
      }
      const file = join(place, `tsconfig.${resolution}.json`)
      await writeFile(file, JSON.stringify({ compilerOptions, files: ['index.ts'] }))
      return compile(file, place)
    }),
  )
  return [...new Set(errors.flat())]
}

function compile(file: string, cwd: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules', '.bin', 'tsc'), ['-p', file, '--pretty', 'false'], { cwd, maxBuffer: 1 << 26 }, (_, stdout) => {
      // Declarations of libraries are theirs to mend.
      resolve(stdout.split('\n').filter((line) => /error TS/u.test(line) && /^index\.ts|@adsite/u.test(line)))
    })
  })
}
