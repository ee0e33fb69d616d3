import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Minimum free space (bytes); with less, a database soon stops. */
const leastFree = 64 * 1024 * 1024

/** Checks that a directory is writable and has enough free space; rejects otherwise. Writes through to the disk. */
export async function checkDisk(directory: string, least = leastFree): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < least) throw new Error(`${bavail * bsize} bytes are left in ${directory}`)
  const path = join(directory, `.readiness-${randomUUID()}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(Buffer.alloc(4096, 1))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
