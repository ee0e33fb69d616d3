import type { RouteManifest } from '@adsite/remote/release-format'
import type { Context } from 'hono'
import { PassThrough, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { compressAnswer, type Encoding } from './http.ts'

/** Where a page has what `readAnswers` answered, at the end of its body: scripts of the page run after it. */
export const answersMarker = '<!--ANSWERS-->'

/** A page that a browser asks for. */
export interface PageRequest {
  readonly request: Request
  /** What the server knows of the connection. */
  readonly env: unknown
  /** Name of the area's route at the address; null for other pages. */
  readonly route: string | null
}

/** Reads what a page asks first, as JSON; null at once for a browser that is certainly signed out. */
export type ReadAnswers = (page: PageRequest) => Promise<string> | null

/** How long a page waits for its answers (milliseconds); without them it asks by itself. */
const limit = 2000

/** JSON inside HTML: without `<`, it can neither end the script nor open a comment. `etag` is that of the document. */
export function jsonScript(id: string, json: string, etag?: string): string {
  const version = etag === undefined ? '' : ` data-etag="${etag.replaceAll('"', '&quot;')}"`
  return `<script type="application/json" id="${id}"${version}>${json.replaceAll('<', '\\u003c')}</script>`
}

/** What replaces the marker; null if nothing is to be waited for. Never rejects. */
export function answersFor(c: Context, route: RouteManifest | null, read: ReadAnswers | undefined): Promise<string> | null {
  const reading = read?.({ request: c.req.raw, env: c.env, route: route?.name ?? null })
  if (!reading) return null
  const late = new Promise<null>((resolve) => setTimeout(resolve, limit, null).unref())
  return Promise.race([reading.catch(() => null), late]).then((json) => (json === null ? '' : jsonScript('page-answers', json)))
}

/** Sends what comes before the answers at once, so that the browser fetches scripts while the answers are read. */
function streamed(before: string, rest: Promise<string>, encoding: Encoding | null): ReadableStream<Uint8Array> {
  const out =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : encoding === 'gzip'
        ? createGzip()
        : new PassThrough()
  // A browser that leaves destroys the stream.
  out.on('error', () => undefined)
  out.write(before)
  if ('flush' in out) out.flush()
  void rest.then((text) => out.end(text))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of Node and of the browser differ in what they allow for buffers
  return Readable.toWeb(out) as ReadableStream<Uint8Array>
}

interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly encoding: Encoding | null
}

/** The answer with a page, whose answers may still be on their way. */
export async function answerPage(
  html: string,
  answers: Promise<string> | null,
  { status, headers, encoding }: PageAnswer,
): Promise<Response> {
  const encoded = encoding ? { ...headers, 'Content-Encoding': encoding } : headers
  const [before = '', after = ''] = html.split(answersMarker)
  if (answers) {
    const rest = answers.then((script) => script + after)
    // A proxy that waits for the whole page would undo the head start.
    return new Response(streamed(before, rest, encoding), { status, headers: { ...encoded, 'X-Accel-Buffering': 'no' } })
  }
  const whole = before + after
  return new Response(encoding ? new Uint8Array(await compressAnswer(whole, encoding)) : whole, { status, headers: encoded })
}
