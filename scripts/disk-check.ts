import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Below this a database soon stops (bytes): while some is left, there is time to make room. */
const leastFree = 64 * 1024 * 1024

/** Whether something can be kept in a directory: it writes, as far as the disk, and looks at what is left. Rejects otherwise. */
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
