import { csvFault } from '@adsite/contract'
import { createHash, type Hash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { Readable, pipeline } from 'node:stream'
import { DeliveryError } from '../error/delivery-error.ts'

export interface TextLine {
  /** From 1, including the header. */
  readonly line: number
  readonly text: string
}

/** Bounds memory for files without line ends; no real line is this long. */
export const maximumLineLength = 1_000_000

/** Chunk size for reading; each chunk costs a few turns of the event loop whatever its size. */
export const readSize = 262_144

/** How much of a file is read. Default: all of it. */
export interface ReadLimits {
  readonly unpackedBytes: number
  /** Includes empty lines. */
  readonly lines: number
}

/** The first bytes decide whether the file is gzipped, never its name. */
async function* peeked(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function* atLeastTwoBytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array = new Uint8Array()
  for await (const chunk of source) {
    if (start.length >= 2) yield chunk
    else {
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk])
      if (start.length >= 2) yield start
    }
  }
  if (start.length === 1) yield start
}

/** Yields the content of a file, unpacked. `line` returns the lines so far, for errors in a gzip file. */
async function* unpacked(source: AsyncIterable<Uint8Array>, line: () => number): AsyncGenerator<Uint8Array> {
  const chunks = atLeastTwoBytes(source)[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) throw new DeliveryError('file', 'empty_file')
  const all = peeked(first.value, chunks)
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* all
    return
  }
  const gunzip = createGunzip({ chunkSize: readSize })
  // The error surfaces where the chunks are read.
  pipeline(Readable.from(all, { objectMode: false }), gunzip, () => {})
  try {
    for await (const chunk of gunzip) yield chunk
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') throw new DeliveryError('file', 'gzip_truncated', { line: line() })
    if (code.startsWith('Z_')) throw new DeliveryError('file', 'gzip_broken', { line: line() })
    throw error
  }
}

/** Computes `TextLines.hash` in advance for a file that can be read twice; null if it cannot be read to its end. */
export async function contentHash(source: AsyncIterable<Uint8Array>): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of unpacked(source, () => 0)) hash.update(chunk)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof DeliveryError) return null
    throw error
  }
}

/** Index of the first byte that is invalid UTF-8; `rest` starts at a character boundary. */
function firstInvalid(bytes: Uint8Array): number {
  const valid = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true })
      return true
    } catch {
      return false
    }
  }
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (valid(middle)) good = middle
    else bad = middle
  }
  return good
}

function isShiftJis(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}

/**
 * Yields the lines of a file in batches, strictly decoded as UTF-8, with flat memory. Afterwards `hash` holds
 * the SHA-256 of the unpacked content, so that a gzipped copy counts as the same file.
 */
export class TextLines implements AsyncIterable<TextLine[]> {
  readonly #source: AsyncIterable<Uint8Array>
  readonly #hash: Hash = createHash('sha256')
  #digest: string | null = null
  #line = 0
  #bytes = 0
  #size = 0
  readonly #limits: ReadLimits | undefined
  constructor(source: AsyncIterable<Uint8Array>, limits?: ReadLimits) {
    this.#source = source
    this.#limits = limits
  }

  /** Lines read so far. */
  get line(): number {
    return this.#line
  }

  /** Bytes of content read so far. */
  get bytes(): number {
    return this.#size
  }

  get hash(): string {
    return (this.#digest ??= this.#hash.digest('hex'))
  }

  #refuseEncoding(bytes: Uint8Array, at: number, encoding: string | null): never {
    const place = { line: this.#line + 1 + countLineEnds(bytes.subarray(0, at)), byte: this.#bytes + at + 1 }
    if (encoding) throw new DeliveryError('file', 'encoding_like', { ...place, encoding })
    throw new DeliveryError('file', 'encoding', place)
  }

  #check(bytes: Uint8Array, decode: () => string): string {
    if (this.#bytes === 0 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))
      this.#refuseEncoding(bytes, 0, 'UTF-16')
    let text: string
    try {
      text = decode()
    } catch {
      const at = firstInvalid(bytes)
      const end = bytes.indexOf(10, at)
      const lineBytes = bytes.subarray(bytes.lastIndexOf(10, at) + 1, end === -1 ? bytes.length - 1 : end)
      return this.#refuseEncoding(bytes, at, isShiftJis(lineBytes) ? 'Shift_JIS' : null)
    }
    const zero = bytes.indexOf(0)
    if (zero !== -1) this.#refuseEncoding(bytes, zero, 'UTF-16')
    return text
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TextLine[]> {
    // ignoreBOM keeps marks inside the text; the one at the start is removed below.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    /** Bytes of a character that was cut by a chunk boundary, prepended to the next chunk. */
    let cut: Uint8Array = new Uint8Array()
    let rest = ''
    for await (const chunk of unpacked(this.#source, () => this.#line)) {
      this.#hash.update(chunk)
      this.#size += chunk.length
      const bytes = cut.length === 0 ? chunk : Buffer.concat([cut, chunk])
      const whole = bytes.length - unfinished(bytes)
      cut = bytes.subarray(whole)
      const head = bytes.subarray(0, whole)
      let text = this.#check(head, () => decoder.decode(head))
      if (this.#bytes === 0 && text.startsWith('\uFEFF')) text = text.slice(1)
      this.#bytes += whole
      const texts = (rest + text).split('\n')
      rest = texts.pop() ?? ''
      this.#checkLimits(texts.length)
      if (rest.length > maximumLineLength) this.#refuseLength(rest, texts.length)
      if (texts.length > 0) yield texts.map((line) => this.#take(line))
    }
    if (cut.length > 0) this.#refuseEncoding(cut, 0, null)
    if (rest !== '') yield [this.#take(rest)]
  }

  #checkLimits(more: number): void {
    if (!this.#limits) return
    const { unpackedBytes, lines } = this.#limits
    if (this.#bytes > unpackedBytes) throw new DeliveryError('file', 'unpacked_large', { max: unpackedBytes / 1_000_000 })
    if (this.#line + more > lines) throw new DeliveryError('file', 'lines_many', { max: lines })
  }

  #refuseLength(text: string, before: number): never {
    if (csvFault(text) === 'line_ends') throw new DeliveryError('file', 'line_ends')
    throw new DeliveryError('file', 'line_too_long', { line: this.#line + before + 1, max: maximumLineLength })
  }

  #take(text: string): TextLine {
    if (text.length > maximumLineLength) this.#refuseLength(text, 0)
    this.#line += 1
    return { line: this.#line, text: text.endsWith('\r') ? text.slice(0, -1) : text }
  }
}

/** Counts the bytes at the end that belong to an incomplete character. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? back : 0
    }
  }
  return 0
}
