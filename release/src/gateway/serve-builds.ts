import type { ReleaseFiles } from '@adsite/remote/release-format'
import { Hono } from 'hono'
import { compressedEndings, isFilePath, isName, layout, releaseFileName, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import { contentType, immutable } from '../registry/object-headers.ts'
import { createDictionaries, offerOf, type BuildFile } from './dictionaries.ts'
import { acceptedEncoding, accepts, compressAnswer, commonHeaders, isFresh, notFound, type Encoding } from './http.ts'

/** Number of builds whose file lists are cached: those in use, and a few that old pages still request. */
const keptBuilds = 100

interface Encoded {
  readonly body: Buffer
  readonly encoding: Encoding | 'dcz' | null
}

/**
 * Serves /r/<unit>/<build>/<file>. Only files listed in release.json exist (and release.json itself), so paths
 * cannot reach anything else. Builds are immutable, so each list is read once.
 */
export function serveBuilds(registry: Registry): Hono {
  const lists = new Map<string, ReleaseFiles>()

  async function listOf(unit: string, build: string): Promise<ReleaseFiles | null> {
    const key = `${unit}/${build}`
    const kept = lists.get(key)
    if (kept) return kept
    const release = unit === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(unit, build)
    if (!release) return null
    const [oldest] = lists.keys()
    if (oldest !== undefined && lists.size >= keptBuilds) lists.delete(oldest)
    lists.set(key, release.files)
    return release.files
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
    const copy = encoding && (await registry.storage.read(`${key}${compressedEndings[encoding]}`))
    const stored = copy ?? (await registry.storage.read(key))
    if (!stored) return notFound()
    // release.json has no copies, and pages fetch it before the first script of an area.
    const usual: Encoded = copy
      ? { body: copy.body, encoding }
      : !listed && encoding
        ? { body: await compressAnswer(stored.body.toString('utf8'), encoding), encoding }
        : { body: stored.body, encoding: null }
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
