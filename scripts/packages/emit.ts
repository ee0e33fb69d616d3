import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../remotes.ts'

interface Emitted {
  /** Patterns from the root of the repository. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Options of the compiler besides those of the repository. */
  readonly options: Readonly<Record<string, boolean>>
}

/** Lets the compiler write modules and declarations anew into a folder, in which they stand as their sources below the root. */
export function emit(folder: string, { include, exclude, options }: Emitted): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const fromRoot = (pattern: string) => join(root, pattern)
  const configuration = {
    extends: fromRoot('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // `npm run types` checks; here an error would only hide what changed.
      noCheck: true,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: true,
      rootDir: root,
      outDir: '.',
      ...options,
    },
    include: include.map(fromRoot),
    exclude: exclude.map(fromRoot),
  }
  const file = join(folder, 'tsconfig.json')
  writeFileSync(file, JSON.stringify(configuration))
  // One checker: several of them may write the members of a union in different orders.
  execFileSync(fromRoot('node_modules/.bin/tsc'), ['-p', file, '--singleThreaded'], { stdio: ['ignore', 'inherit', 'inherit'] })
}
