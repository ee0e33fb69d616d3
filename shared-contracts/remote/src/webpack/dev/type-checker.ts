import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface TypeChecker {
  /** Checks the sources as they are now; while a check runs, one more follows it, however often this is called. */
  readonly check: () => void
  readonly stop: () => Promise<void>
}

/** Types of style sheets, a source in the workspace and compiled in the package (../../css.d.ts). */
const styleTypes = join(import.meta.dirname, '..', '..', 'css.d.ts')

/** The nearest tsconfig.json at or above a folder; null if there is none. */
function nearestSettings(folder: string): string | null {
  const file = join(folder, 'tsconfig.json')
  if (existsSync(file)) return file
  return dirname(folder) === folder ? null : nearestSettings(dirname(folder))
}

/** Writes settings for the area alone: those of its repository, without the other units that they cover. */
async function writeSettings(folder: string): Promise<string> {
  const nearest = nearestSettings(folder)
  const cache = join(folder, 'node_modules', '.cache')
  const file = join(cache, 'development.tsconfig.json')
  const settings = {
    ...(nearest !== null && { extends: nearest }),
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    files: [styleTypes],
    include: [join(folder, 'src')],
    exclude: [],
  }
  await mkdir(cache, { recursive: true })
  await writeFile(file, JSON.stringify(settings))
  return file
}

/** The errors in what `tsc --pretty false` prints, each with the indented lines that belong to it. */
export function readErrors(output: string): readonly string[] {
  const messages = output.trimEnd().split(/\r?\n(?=\S)/u)
  return messages.filter((message) => /^(?:.+\(\d+,\d+\): )?error TS\d+: /u.test(message))
}

/**
 * Checks the types of the area in `folder` when asked, in a process of its own. `onErrors` is called after each check
 * with the errors, `src/area.ts(3,7): error TS2322: …`; none means that there is no error.
 */
export async function typeChecker(folder: string, onErrors: (errors: readonly string[]) => void): Promise<TypeChecker> {
  const settings = await writeSettings(folder)
  const compiler = join(dirname(createRequire(join(folder, 'package.json')).resolve('typescript/package.json')), 'bin', 'tsc')
  const args = [compiler, '--noEmit', '--pretty', 'false', '-p', settings]
  const stopped = new AbortController()
  const { signal } = stopped
  let asked = false
  let running: Promise<void> | null = null

  const compile = () =>
    new Promise<readonly string[]>((resolve) => {
      execFile(process.execPath, args, { cwd: folder, signal, maxBuffer: Infinity }, (failure, output) => {
        const errors = readErrors(output)
        // A compiler that failed without an error of types has checked nothing.
        resolve(failure && errors.length === 0 ? [`${failure.message}${output}`] : errors)
      })
    })
  async function run(): Promise<void> {
    while (asked && !signal.aborted) {
      asked = false
      const errors = await compile()
      if (!signal.aborted) onErrors(errors)
    }
    running = null
  }
  return {
    check() {
      asked = true
      running ??= run()
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}
