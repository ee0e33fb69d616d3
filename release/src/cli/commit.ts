import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The commit that a directory belongs to, with `-dirty` when files differ from it; null outside of git. */
export async function readCommit(directory: string): Promise<string | null> {
  try {
    const described = await promisify(execFile)('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
      cwd: directory,
    })
    return described.stdout.trim() || null
  } catch {
    return null
  }
}
