import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The commit of a directory, with `-dirty` if files differ from it; null outside a git repository. */
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
