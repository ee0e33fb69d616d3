import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, watch } from 'node:fs'
import { link, mkdir, open, readFile, readdir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import lockfile from 'proper-lockfile'
import { doOnce } from './do-once.ts'
import { storageReadOnly, type Storage, type StoredObject } from './storage.ts'

/** How long a process may take to write one file (milliseconds): an older one in tmp/ is of a process that was killed. */
const longestWrite = 60 * 60 * 1000

const temporaryName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u

/**
 * A registry in a directory. Objects appear atomically: each is written to tmp/, flushed, and then linked
 * (create-only) or renamed (compare-and-swap) into place, so that neither readers nor crashes see partial files.
 */
export function directoryStorage(directory: string): Storage {
  const root = resolve(directory)
  const temporaries = join(root, 'tmp')

  function pathOf(key: string): string {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw new Error(`The key ${JSON.stringify(key)} leads out of the registry`)
    return path
  }

  async function read(key: string): Promise<StoredObject | null> {
    try {
      const body = await readFile(pathOf(key))
      return {
        body,
        // Computed lazily, because only pointers are compared; serving files does not need it.
        get etag() {
          return etagOf(body)
        },
      }
    } catch (error) {
      if (isAbsence(error)) return null
      throw error
    }
  }

  /** Removes what killed processes have left in tmp/, with the first file that this one writes. */
  const removeLeftovers = doOnce(async () => {
    const oldest = (await now()).getTime() - longestWrite
    // Anything else is left alone: it is not ours, and a directory, which rm refuses, would fail every write.
    for (const name of (await readdir(temporaries)).filter((each) => temporaryName.test(each))) {
      const path = join(temporaries, name)
      // Another process may have removed it, its own or one that it cleans up, too.
      const modifiedAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      )
      if (modifiedAt < oldest) await rm(path, { force: true })
    }
  })

  /** A new file in tmp/ for `use`, which closes it. Nothing of it stays, even if the disk is full. */
  async function withTemporary<T>(use: (handle: FileHandle, path: string) => Promise<T>): Promise<T> {
    const path = join(temporaries, randomUUID())
    await mkdir(temporaries, { recursive: true })
    try {
      return await use(await open(path, 'wx'), path)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Writes a file for `place` to put where it belongs. */
  async function withWritten<T>(body: Uint8Array, place: (path: string) => Promise<T>): Promise<T> {
    await removeLeftovers()
    return withTemporary(async (handle, path) => {
      try {
        await handle.writeFile(body)
        await handle.sync()
      } finally {
        await handle.close()
      }
      return place(path)
    })
  }

  async function create(key: string, body: Uint8Array): Promise<boolean> {
    const target = pathOf(key)
    return withWritten(body, async (temporary) => {
      try {
        await mkdir(dirname(target), { recursive: true })
        // A link fails where a rename would overwrite, which makes builds and log entries create-only.
        await link(temporary, target)
        await syncDirectory(dirname(target))
        return true
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false
        throw error
      }
    })
  }

  async function compareAndSwap(key: string, body: Uint8Array, etag: string | null): Promise<string | null> {
    const target = pathOf(key)
    return withLock(key, async (stillHeld) => {
      const current = await read(key)
      if ((current?.etag ?? null) !== etag) return null
      return withWritten(body, async (temporary) => {
        await mkdir(dirname(target), { recursive: true })
        // A process suspended for longer than the lock's lifetime has lost it; somebody else may have moved the object.
        if (!stillHeld()) return null
        await rename(temporary, target)
        await syncDirectory(dirname(target))
        return etagOf(body)
      })
    })
  }

  async function withLock<T>(key: string, work: (stillHeld: () => boolean) => Promise<T>): Promise<T> {
    let held = true
    // Outside the objects' folders, so that watchers do not see locks as changes.
    const lockfilePath = join(root, 'lock', `${key.replaceAll('/', '~')}.lock`)
    await mkdir(dirname(lockfilePath), { recursive: true })
    const release = await lockfile.lock(pathOf(key), {
      lockfilePath,
      realpath: false,
      stale: 5_000,
      retries: { retries: 200, factor: 1.2, minTimeout: 10, maxTimeout: 100 },
      onCompromised: () => {
        held = false
      },
    })
    try {
      return await work(() => held)
    } finally {
      // A lock that was lost meanwhile must not be released.
      if (held) await release().catch(() => undefined)
    }
  }

  async function list(key: string): Promise<string[]> {
    try {
      return (await readdir(pathOf(key))).toSorted()
    } catch (error) {
      if (isAbsence(error)) return []
      throw error
    }
  }

  async function remove(key: string): Promise<void> {
    await rm(pathOf(key), { force: true })
    // Removes folders that became empty, as they would not exist in a bucket; others stay.
    for (let folder = dirname(pathOf(key)); folder !== root; folder = dirname(folder)) {
      const emptied = await rmdir(folder).then(
        () => true,
        () => false,
      )
      if (!emptied) return
    }
  }

  async function writing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw isReadOnly(error) ? storageReadOnly(root) : error
    }
  }

  async function modified(key: string): Promise<Date | null> {
    try {
      return (await stat(pathOf(key))).mtime
    } catch (error) {
      if (isAbsence(error)) return null
      throw error
    }
  }

  async function now(): Promise<Date> {
    try {
      return await withTemporary(async (handle) => {
        try {
          // The file system's clock: the server's, where the directory is mounted from one.
          return (await handle.stat()).mtime
        } finally {
          await handle.close()
        }
      })
    } catch (error) {
      if (isReadOnly(error)) return new Date()
      throw error
    }
  }

  function watchKey(key: string, changed: () => void): () => void {
    try {
      const path = pathOf(key)
      mkdirSync(path, { recursive: true })
      const watcher = watch(path, { persistent: false }, changed)
      // The watch failed or the folder disappeared; watchers also poll.
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      return () => undefined
    }
  }

  return {
    location: root,
    read,
    create: (key, body) => writing(() => create(key, body)),
    compareAndSwap: (key, body, etag) => writing(() => compareAndSwap(key, body, etag)),
    list,
    remove: (key) => writing(() => remove(key)),
    modified,
    now,
    watch: watchKey,
  }
}

function etagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** A new directory entry survives a power loss only after the directory itself is flushed. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Writing is not allowed; reading may be. */
function isReadOnly(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '')
}
