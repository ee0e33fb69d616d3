import { isAlive } from '../db/embedded/is-alive.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '@adsite/contract'
import { bodyOf } from '../call/read-body.ts'
import { RequestError } from '../error/request-error.ts'

/** Directories of this machine's processes, by process id. */
const directoryOf = /^(\d+)-/u

/** Files in transit, in a directory of this process. No file outlives its call, and the next start removes what a crash left. */
export class Spool {
  readonly #root: string
  readonly #directory: string
  #made: Promise<unknown> | undefined

  constructor(root: string) {
    this.#root = root
    this.#directory = join(root, `${process.pid}-${randomUUID()}`)
  }

  async #make(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const left = (await readdir(this.#root)).filter((name) => {
      const [, pid] = directoryOf.exec(name) ?? []
      return pid !== undefined && !isAlive(Number(pid))
    })
    await Promise.all(left.map((name) => rm(join(this.#root, name), { recursive: true, force: true })))
  }

  /** Returns the path of a file that is yet to be written. */
  async path(): Promise<string> {
    // A failure is forgotten, so that uploads work again as soon as there is room.
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = undefined
      throw error
    })
    await this.#made
    return join(this.#directory, randomUUID())
  }

  /** Streams the body of a request to `path`; refuses one that exceeds `bytes` or stalls. */
  async receive(request: Request, path: string, bytes: number): Promise<void> {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of bodyOf(request, bytes)) await file.write(chunk)
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'payload_too_large') throw error
      throw new RequestError('payload_too_large', { errors: { file: [message('file_size', Math.floor(bytes / 1_000_000))] } })
    } finally {
      await file.close()
    }
  }

  remove(paths: readonly string[]): Promise<unknown> {
    return Promise.all(paths.map((path) => rm(path, { force: true })))
  }

  async close(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true })
  }
}
