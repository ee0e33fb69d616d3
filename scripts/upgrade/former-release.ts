import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A problem that the user can solve; printed as one sentence. */
export class Problem extends Error {}

const run = promisify(execFile)
const pnpm = 'pnpm@12.21.0'

/** The last line of a failed program's output. */
function lastLine(error: unknown): string {
  const { stdout = '', stderr = '', message = '' }: { stdout?: string; stderr?: string; message?: string } = Object(error)
  return `${stdout}\n${stderr}`.trim().split('\n').at(-1) || message
}

/**
 * Returns the directory with the code of a commit and its packages, in .cache/former of the repository at `root`; creates it on
 * first use. Packages come from pnpm's store, and only missing ones from the network.
 * @throws Problem
 */
export async function formerRelease(root: string, commit: string): Promise<string> {
  const { stdout: full } = await run('git', ['-C', root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).catch(() => {
    throw new Problem(
      `The history has no commit ${commit}: fetch it (git fetch --unshallow), or name another former release with --from COMMIT.`,
    )
  })
  const place = join(root, '.cache', 'former', full.trim())
  if (existsSync(place)) return place
  // Moved into place once it is complete.
  const making = `${place}.${process.pid}`
  await mkdir(making, { recursive: true })
  try {
    await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', root, full.trim(), making])
    if (!existsSync(join(making, 'scripts/part.ts')))
      throw new Problem(`Commit ${commit} has no parts to start (scripts/part.ts): name a later one with --from COMMIT.`)
    await run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], { cwd: making })
    await rename(making, place)
    return place
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error instanceof Problem ? error : new Problem(`The packages of ${commit} could not be installed: ${lastLine(error)}`)
  }
}
