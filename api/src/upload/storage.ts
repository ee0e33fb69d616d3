import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
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

/** Stores files in a directory, which is created with the first one. */
export function directoryStorage(directory: string): Storage {
  function pathOf(name: string): string {
    if (!wellFormed.test(name)) throw new Error('A storage name is generated, never given')
    return join(directory, name)
  }
  return {
    location: directory,
    async put(content) {
      const name = randomUUID()
      const path = pathOf(name)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const half = `${path}.part`
      const file = await open(half, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(half, path)
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
