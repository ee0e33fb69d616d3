import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores the content of uploaded files under generated names. The composing server chooses the implementation. */
export interface Storage {
  /** The location in the form that `openStorage` reads. */
  readonly location: string
  /** Stores the content and returns its generated name once it is durable. */
  put(content: Uint8Array): Promise<string>
  /** The content of that name; null if there is none. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes the file; succeeds if there is none. */
  remove(name: string): Promise<void>
}

const wellFormed = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u

/** How long a process may take to write one file (milliseconds): an older one in tmp/ is of a process that was killed. */
const longestWrite = 60 * 60 * 1000

/** Stores files in a directory, which is created with the first one. Each is written to its tmp/, flushed, and renamed into place. */
export function directoryStorage(directory: string): Storage {
  const temporaries = join(directory, 'tmp')
  let leftovers: Promise<void> | undefined

  async function removeLeftovers(): Promise<void> {
    const oldest = Date.now() - longestWrite
    // Anything else is left alone: it is not ours, and a directory, which rm refuses, would fail every upload.
    for (const name of (await readdir(temporaries)).filter((each) => wellFormed.test(each))) {
      const path = join(temporaries, name)
      // Another process may have put it in its place, or removed it, too.
      const modifiedAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      )
      if (modifiedAt < oldest) await rm(path, { force: true })
    }
  }

  function pathOf(name: string): string {
    if (!wellFormed.test(name)) throw new Error('A storage name is generated, never given')
    return join(directory, name)
  }
  return {
    location: directory,
    async put(content) {
      const name = randomUUID()
      const temporary = join(temporaries, name)
      await mkdir(temporaries, { recursive: true, mode: 0o700 })
      await (leftovers ??= removeLeftovers().catch((error: unknown) => {
        leftovers = undefined
        throw error
      }))
      try {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, pathOf(name))
      } finally {
        await rm(temporary, { force: true })
      }
      return name
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(pathOf(name)))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}
