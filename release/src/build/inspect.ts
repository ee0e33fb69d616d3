import type { Release } from '@adsite/remote/release-format'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { causeOf } from '../error/ask-site.ts'
import { ReleaseError } from '../error/release-error.ts'
import { checkName, compressedEndings, layout, shellUnit } from '../registry/layout.ts'
import { contentType, immutable } from '../registry/object-headers.ts'
import type { Registry } from '../registry/registry.ts'
import { sha384 } from './build-directory.ts'

const decode = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }
/** Files fetched concurrently. */
const atOnce = 8

/** A file of a build that differs from what was released. */
export interface FileError {
  readonly path: string
  readonly kind: 'missing' | 'changed' | 'headers'
  readonly fault: string
}

/** Reads the bytes of a file; throws if it cannot be read. */
export type FileSource = (path: string, encoding: keyof typeof decode | null) => Promise<Buffer | null>

/** Reads the files from the registry. */
export function storedFiles(registry: Registry, { unit, build }: Release): FileSource {
  return async (path, encoding) => {
    const ending = encoding ? compressedEndings[encoding] : ''
    return (await registry.storage.read(`${layout.file(unit, build, path)}${ending}`))?.body ?? null
  }
}

/** Reads the files from a site as browsers receive them, and checks the required headers. */
export function servedFiles(site: string, { unit, build }: Release): FileSource {
  return async (path, encoding) => {
    const url = new URL(`/${layout.file(unit, build, path)}`, site)
    // fetch decodes the body by itself.
    const request = {
      headers: { 'accept-encoding': encoding ?? 'identity' },
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    } as const
    const answer = await fetch(url, request).catch((error: unknown) => {
      throw new Error(`${url.href} does not answer (${causeOf(error)})`)
    })
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}`)
    const type = answer.headers.get('content-type')
    if (type?.split(';')[0] !== contentType(path).split(';')[0]) throw new Error(`it comes as ${type}, not as ${contentType(path)}`)
    if (answer.headers.get('cache-control') !== immutable) throw new Error(`it comes without "Cache-Control: ${immutable}"`)
    return Buffer.from(await answer.arrayBuffer())
  }
}

/** Lists all deviations of a release's files; empty if there are none. */
export async function inspectFiles(release: Release, source: FileSource, decoded: boolean): Promise<FileError[]> {
  const faults: FileError[] = []
  const waiting = Object.entries(release.files).flatMap(([path, file]) =>
    ([null, 'br', 'gzip'] as const).map((encoding) => ({ path, file, encoding })),
  )
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { path, file, encoding } = next
      const name = encoding ? `${path} (${encoding})` : path
      try {
        const body = await source(path, encoding)
        // A compressed copy that would save nothing does not exist.
        if (!body && encoding) continue
        if (!body) {
          faults.push({ path, kind: 'missing', fault: `the file ${path} of this build is gone` })
          continue
        }
        const bytes = encoding && !decoded ? await decode[encoding](body) : body
        if (bytes.length === file.size && sha384(bytes) === file.sha384) continue
        faults.push({ path, kind: 'changed', fault: `the file ${name} of this build was changed after its publish` })
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error)
        // The bytes are not in the encoding that the name declares.
        const damaged = error instanceof Error && 'code' in error && /^(?:Z_|ERR_(?:_|BROTLI|ZLIB))/.test(String(error.code))
        if (damaged) faults.push({ path, kind: 'changed', fault: `the file ${name} of this build was changed after its publish` })
        else if (!faults.some((known) => known.path === path)) faults.push({ path, kind: 'headers', fault: `the file ${path}: ${fault}` })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return faults.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Reads a published build; null if it does not exist. */
export const readRelease = (registry: Registry, unit: string, build: string): Promise<Release | null> =>
  unit === shellUnit ? registry.readShellRelease(build) : registry.readRemoteRelease(unit, build)

/** Reads a published build; if it does not exist, the error lists those that do. */
export async function readKnownRelease(registry: Registry, unit: string, build: string, what: string): Promise<Release> {
  checkName('unit', unit)
  checkName('build', build)
  const release = await readRelease(registry, unit, build)
  if (release) return release
  const builds = await registry.listBuilds(unit)
  throw new ReleaseError('build_unknown', {
    what,
    why: `the registry has no build ${build} of ${unit}`,
    advice: builds.length > 0 ? `Choose one of ${builds.join(', ')}` : `Publish one with "release publish ${unit}"`,
  })
}

/** A build that a pointer names, or why it cannot be used. */
export async function readNamedRelease(
  registry: Registry,
  unit: string,
  build: string,
): Promise<{ readonly release: Release; readonly fault: null } | { readonly release: null; readonly fault: string }> {
  try {
    return { release: await readKnownRelease(registry, unit, build, `${unit} ${build} was not read`), fault: null }
  } catch (error) {
    if (error instanceof ReleaseError && error.code !== 'storage_failed') return { release: null, fault: error.why }
    throw error
  }
}

/** Reads a published build and verifies each of its files, byte for byte, in every encoding. */
export async function readWholeRelease(registry: Registry, unit: string, build: string, what: string): Promise<Release> {
  const release = await readKnownRelease(registry, unit, build, what)
  const [first] = await inspectFiles(release, storedFiles(registry, release), false)
  if (!first) return release
  throw new ReleaseError(first.kind === 'missing' ? 'file_missing' : 'file_changed', {
    what,
    why: first.fault,
    advice: `Build and publish ${unit} again under a new build id, and promote that ("release doctor ${unit} ${build}" says all that is wrong with this one)`,
  })
}
