import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'

/** A file of a build. */
export interface BuildFile {
  readonly unit: string
  readonly build: string
  readonly path: string
}

type ReadFile = (file: BuildFile) => Promise<Buffer | null>

const compress = promisify(zstdCompress)

/** Shorter files cost less than the headers that would save them (bytes). */
const worthFrom = 8192
/** Number of differences that are kept; each is some kB. */
const keptDifferences = 500

/** The header of an answer that is a difference, before the frame of zstd (RFC 9842, 5). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0])

/** The name of a file in every build of its unit: without the hash of its content, which bundlers put before the ending. */
const nameInBuilds = (path: string) => path.replace(/\.[0-9a-f]{8}(?=\.(?:js|css)$)/u, '.*')

/** The header that offers a file as dictionary for the same file of other builds; null if it is not worth it. */
export function offerOf({ unit, build, path }: BuildFile, size: number): string | null {
  if (size < worthFrom || !/^[\w./-]+\.(?:js|css|json)$/u.test(path)) return null
  return `match="/r/${unit}/*/${nameInBuilds(path)}", id="${build}/${path}"`
}

/** What a browser has of the same file of another build. */
interface Dictionary {
  readonly file: BuildFile
  /** SHA-256 of its content. */
  readonly hash: Buffer
}

function readHeaders({ unit, path }: BuildFile, headers: Headers): Dictionary | null {
  const [, hash] = /^:([A-Za-z0-9+/]{43}=):$/u.exec(headers.get('available-dictionary') ?? '') ?? []
  const [, build, other] = /^"([^"/\\]+)\/([^"\\]+)"$/u.exec(headers.get('dictionary-id') ?? '') ?? []
  if (hash === undefined || build === undefined || other === undefined || nameInBuilds(other) !== nameInBuilds(path)) return null
  return { file: { unit, build, path: other }, hash: Buffer.from(hash, 'base64') }
}

/**
 * Answers files of builds by what differs from the same file of another build that the browser has (compression dictionaries,
 * RFC 9842). The name of a build is in each of its scripts, so a release changes all of them, but most of them only by that name.
 */
export function createDictionaries(readFile: ReadFile) {
  /** Differences, keyed by the two files. */
  const differences = new Map<string, Promise<Buffer | null>>()

  async function compute(file: BuildFile, sha384: string | null, { file: other, hash }: Dictionary): Promise<Buffer | null> {
    const [body, dictionary] = await Promise.all([readFile(file), readFile(other)])
    if (!body || !dictionary || !createHash('sha256').update(dictionary).digest().equals(hash)) return null
    // A damaged file, which may be mended at any time, is left to the usual answer.
    if (sha384 !== null && createHash('sha384').update(body).digest('base64') !== sha384) return null
    return Buffer.concat([magic, hash, await compress(body, { dictionary })])
  }

  /**
   * The body of an answer in the encoding `dcz`; null where the browser has no dictionary of this registry. Kept if `sha384`,
   * the hash of the file by its release, says that the content will not change.
   */
  return async function differenceOf(file: BuildFile, sha384: string | null, headers: Headers): Promise<Buffer | null> {
    const dictionary = readHeaders(file, headers)
    if (!dictionary) return null
    if (sha384 === null) return compute(file, null, dictionary)
    const { build, path } = dictionary.file
    const key = [file.unit, file.build, file.path, build, path, dictionary.hash.toString('hex')].join(' ')
    const known = differences.get(key)
    if (known) return known
    const computing = compute(file, sha384, dictionary)
    const [oldest] = differences.keys()
    if (oldest !== undefined && differences.size >= keptDifferences) differences.delete(oldest)
    differences.set(key, computing)
    const difference = await computing.catch((error: unknown) => {
      differences.delete(key)
      throw error
    })
    // Whoever makes up hashes must not crowd out what others need.
    if (!difference) differences.delete(key)
    return difference
  }
}
