import type { ReleaseFiles } from '@adsite/remote/release-format'
import { Hono } from 'hono'
import { compressedEndings, isFilePath, isName, layout, releaseFileName, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { StoredObject } from '../registry/storage.ts'
import { contentType, immutable } from '../registry/object-headers.ts'
import { createDictionaries, offerOf, type BuildFile } from './dictionaries.ts'
import { acceptedEncoding, accepts, commonHeaders, compressAnswer, isFresh, notFound, type Encoding } from './http.ts'

/** Number of builds whose file lists, and compressed release.json, are cached: those in use, and a few that old pages still request. */
const keptBuilds = 100

interface Encoded {
  readonly body: Buffer
  readonly encoding: Encoding | 'dcz' | null
}

/** Adds to a cache, without its oldest entry where it is full. */
function keep<T>(cache: Map<string, T>, key: string, value: T): void {
  const [oldest] = cache.keys()
  if (oldest !== undefined && cache.size >= keptBuilds) cache.delete(oldest)
  cache.set(key, value)
}

/**
 * Serves /r/<unit>/<build>/<file>. Only files listed in release.json exist (and release.json itself), so paths
 * cannot reach anything else. Builds are immutable, so each list is read once.
 */
export function serveBuilds(registry: Registry): Hono {
  const lists = new Map<string, ReleaseFiles>()
  const copies = new Map<string, { readonly etag: string; readonly made: Promise<Buffer> }>()

  async function listOf(unit: string, build: string): Promise<ReleaseFiles | null> {
    const key = `${unit}/${build}`
    const kept = lists.get(key)
    if (kept) return kept
    const release = unit === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(unit, build)
    if (!release) return null
    keep(lists, key, release.files)
    return release.files
  }

  /** Compresses release.json once, since all open pages ask for that of a new build together. The registry has no copies of it. */
  function copyOfRelease(key: string, { body, etag }: StoredObject, encoding: Encoding): Promise<Buffer> {
    const name = `${key}${compressedEndings[encoding]}`
    const kept = copies.get(name)
    if (kept?.etag === etag) return kept.made
    const made = compressAnswer(body.toString('utf8'), encoding)
    keep(copies, name, { etag, made })
    return made
  }

  /** An object of a build in an encoding that the client accepts, or as it is where no copy of it is worthwhile. */
  async function read(key: string, isRelease: boolean, encoding: Encoding | null): Promise<Encoded | null> {
    const copy = !isRelease && encoding ? await registry.storage.read(`${key}${compressedEndings[encoding]}`) : null
    if (copy) return { body: copy.body, encoding }
    const stored = await registry.storage.read(key)
    if (!stored) return null
    if (isRelease && encoding) return { body: await copyOfRelease(key, stored, encoding), encoding }
    return { body: stored.body, encoding: null }
  }

  async function readFile({ unit, build, path }: BuildFile): Promise<Buffer | null> {
    if (!isName('build', build) || !isFilePath(path)) return null
    const files = await listOf(unit, build)
    if (!files || !(Object.hasOwn(files, path) || path === releaseFileName)) return null
    return (await registry.storage.read(layout.file(unit, build, path)))?.body ?? null
  }
  const differenceOf = createDictionaries(readFile)

  const app = new Hono()
  app.get('/r/:unit/:build/:path{.+}', async (c) => {
    const { unit, build, path } = c.req.param()
    if (!isName('unit', unit) || !isName('build', build) || !isFilePath(path)) return notFound()
    const files = await listOf(unit, build)
    if (!files) return notFound()
    const listed = Object.hasOwn(files, path) ? files[path] : undefined
    if (!listed && path !== releaseFileName) return notFound()

    const key = layout.file(unit, build, path)
    const accepted = c.req.header('accept-encoding')
    const encoding = acceptedEncoding(accepted)
    const tag = listed ? listed.sha384.slice(0, 32) : 'release'
    const etag = `W/"${tag}"`
    const file = { unit, build, path }
    const offer = offerOf(file, listed?.size ?? Infinity)
    const headers: Record<string, string> = {
      ...commonHeaders,
      'Content-Type': contentType(path),
      'Cache-Control': immutable,
      Vary: offer === null ? 'Accept-Encoding' : 'Accept-Encoding, Available-Dictionary',
      ETag: etag,
      ...(offer !== null && { 'Use-As-Dictionary': offer }),
      // A build's documents are parts for the gateway and for scripts, not pages, so they are sandboxed when opened directly.
      ...(/\.(?:html|svg|xml)$/.test(path) && { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
    }
    if (isFresh(c, etag)) return new Response(null, { status: 304, headers })
    const usual = await read(key, !listed, encoding)
    if (!usual) return notFound()
    const difference =
      offer !== null && accepts(accepted, 'dcz') ? await differenceOf(file, listed?.sha384 ?? null, c.req.raw.headers) : null
    const sent: Encoded = difference && difference.length < usual.body.length ? { body: difference, encoding: 'dcz' } : usual
    headers['Content-Length'] = String(sent.body.length)
    if (sent.encoding) headers['Content-Encoding'] = sent.encoding
    return new Response(new Uint8Array(sent.body), { headers })
  })
  app.get('/r/*', () => notFound())
  return app
}
