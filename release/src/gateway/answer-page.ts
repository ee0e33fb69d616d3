import type { FrameRows, FrameView, RegistryPointers, RouteManifest } from '@adsite/remote/release-format'
import type { Context } from 'hono'
import { PassThrough, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { renderFrame, renderRows, type EarlyFrame } from './early-frame.ts'
import { compressAnswer, type Encoding } from './http.ts'
import { inTime } from './in-time.ts'

/** Where a page has what `readAnswers` answered, at the end of its body: scripts of the page run after it. */
export const answersMarker = '<!--ANSWERS-->'

/** A page that a browser asks for. */
export interface PageRequest {
  readonly request: Request
  /** What the server knows of the connection. */
  readonly env: unknown
  /** Name of the area's route at the address; null for other pages. */
  readonly route: string | null
  /** The builds that the browser is told of. */
  readonly pointers: RegistryPointers
}

/** What a page is sent with. */
export interface Reading {
  /** What it shows before its script has come; null for nothing. Known before the answers. */
  readonly frame: Promise<Omit<FrameView, 'nonce' | 'rows'> | null>
  /** The first rows of its list, which follow from the answers; null for none. */
  readonly rows: Promise<FrameRows | null>
  /** What it asks first, as JSON; null for nothing. */
  readonly answers: Promise<string | null>
}

/** Reads what a page is sent with; null at once if that is nothing. */
export type ReadAnswers = (page: PageRequest) => Reading | null

/** How long a page waits for its answers (milliseconds); without them it asks by itself. */
const limit = 2000

/** JSON inside HTML: without `<`, it can neither end the script nor open a comment. `etag` is that of the document. */
export function jsonScript(id: string, json: string, etag?: string): string {
  const version = etag === undefined ? '' : ` data-etag="${etag.replaceAll('"', '&quot;')}"`
  return `<script type="application/json" id="${id}"${version}>${json.replaceAll('<', '\\u003c')}</script>`
}

interface AskedPage {
  readonly route: RouteManifest | null
  readonly pointers: RegistryPointers
  /** The shell's templates of the early frame; null for none. */
  readonly frame: EarlyFrame | null
  readonly nonce: string
}

/** What replaces the marker, piece by piece; null if nothing is to be waited for. The pieces never reject. */
export function answersFor(
  c: Context,
  { route, pointers, frame: templates, nonce }: AskedPage,
  read: ReadAnswers | undefined,
): readonly Promise<string>[] | null {
  const reading = read?.({ request: c.req.raw, env: c.env, route: route?.name ?? null, pointers })
  if (!reading) return null
  const frame = inTime(reading.frame, limit).then((view) => (view && templates ? renderFrame(templates, { ...view, nonce }) : null))
  const rows = Promise.all([frame, inTime(reading.rows, limit)]).then(([parts, view]) => {
    if (!parts || !templates) return ''
    // Without a second part there is no place for them.
    return (view && parts[1] !== '' ? renderRows(templates, view) : '') + parts[1]
  })
  const answers = inTime(reading.answers, limit).then((json) => (json === null ? '' : jsonScript('page-answers', json)))
  return [frame.then((parts) => parts?.[0] ?? ''), rows, answers]
}

/** Sends each piece at once, so that the browser fetches scripts and shows the frame while the answers are read. */
function streamed(pieces: readonly (string | Promise<string>)[], encoding: Encoding | null): ReadableStream<Uint8Array> {
  const out =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : encoding === 'gzip'
        ? createGzip()
        : new PassThrough()
  // A browser that leaves destroys the stream.
  out.on('error', () => undefined)
  async function write(): Promise<void> {
    for (const piece of pieces) {
      const text = await piece
      if (text === '') continue
      out.write(text)
      if ('flush' in out) out.flush()
    }
    out.end()
  }
  void write()
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
  answers: readonly Promise<string>[] | null,
  { status, headers, encoding }: PageAnswer,
): Promise<Response> {
  const encoded = encoding ? { ...headers, 'Content-Encoding': encoding } : headers
  const [before = '', after = ''] = html.split(answersMarker)
  if (answers) {
    // A proxy that waits for the whole page would undo the head start.
    return new Response(streamed([before, ...answers, after], encoding), { status, headers: { ...encoded, 'X-Accel-Buffering': 'no' } })
  }
  const whole = before + after
  return new Response(encoding ? new Uint8Array(await compressAnswer(whole, encoding)) : whole, { status, headers: encoded })
}
