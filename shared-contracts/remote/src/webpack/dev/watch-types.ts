import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

export interface WatchedTypes {
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

/** Reads the lines of `tsc --watch --pretty false`: answers all errors at the end of each check, else null. */
export function errorReader(): (line: string) => readonly string[] | null {
  let errors: string[] = []
  return (line) => {
    if (/ - Found \d+ errors?\. Watching for file changes\.$/u.test(line)) return errors
    if (/ - (?:Starting compilation in watch mode|File change detected\. Starting incremental compilation)\.\.\.$/u.test(line)) errors = []
    else if (/^.+\(\d+,\d+\): error TS\d+: /u.test(line) || /^error TS\d+: /u.test(line)) errors = [...errors, line]
    // The further lines of a message are indented.
    else if (/^\s+\S/u.test(line) && errors.length > 0) errors = [...errors.slice(0, -1), `${errors.at(-1)}\n${line}`]
    return null
  }
}

/**
 * Checks the types of the area in `folder` in a process of its own, now and after every change. `onErrors` is called
 * after each check with the errors, `src/area.ts(3,7): error TS2322: …`; none means that there is no error. The process
 * ends with this one.
 */
export async function watchTypes(folder: string, onErrors: (errors: readonly string[]) => void): Promise<WatchedTypes> {
  const settings = await writeSettings(folder)
  const compiler = join(dirname(createRequire(join(folder, 'package.json')).resolve('typescript/package.json')), 'bin', 'tsc')
  const args = [compiler, '--watch', '--noEmit', '--pretty', 'false', '--preserveWatchOutput', '-p', settings]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = () => child.kill()
  process.once('exit', end)
  const read = errorReader()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const errors = read(line)
    if (errors) onErrors(errors)
  })
  return {
    stop() {
      process.off('exit', end)
      end()
      return ended
    },
  }
}
