import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compressible file types; images and fonts are already compressed. */
const compressible = /\.(?:js|mjs|css|html|json|map|svg|txt|xml|wasm)$/

/** Source maps are large and only developers fetch them; the slowest setting would dominate the publish. */
function quality(path: string): number {
  return path.endsWith('.map') ? 5 : constants.BROTLI_MAX_QUALITY
}

export interface Compressed {
  readonly br?: Buffer
  readonly gzip?: Buffer
}

/** Compresses a file once at publish with the best worthwhile settings; omits encodings that would save nothing. */
export async function compress(path: string, body: Buffer): Promise<Compressed> {
  if (!compressible.test(path)) return {}
  const [br, gzip] = await Promise.all([
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality(path), [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzipped(body, { level: 9 }),
  ])
  return { ...(br.length < body.length && { br }), ...(gzip.length < body.length && { gzip }) }
}
