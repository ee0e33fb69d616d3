import { copyText, type CopyValue } from './copy-rows.ts'

const [tab, lineFeed, backslash, zero] = [9, 10, 92, 48]

/**
 * Encodes COPY rows directly as bytes. Building strings and converting them on send would take longer than
 * everything else done per row.
 */
export class CopyBuffer {
  #bytes: Buffer
  #length = 0
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size)
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length
  }

  /** Adds the next value of a row. */
  add(value: CopyValue): void {
    if (value === null) this.#text('\\N')
    else if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) this.#whole(value)
    else if (typeof value !== 'string') this.#text(String(value))
    else if (!this.#plain(value)) this.#text(copyText(value))
    this.#bytes[this.#length] = tab
    this.#length += 1
  }

  /** Ends a row. */
  end(): void {
    this.#bytes[this.#length - 1] = lineFeed
  }

  /** Returns what was written; the next rows reuse the same memory. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return bytes
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes + 1
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(needed * 2)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  #text(text: string): void {
    this.#reserve(text.length * 3)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Writes ASCII text that needs no escaping, as nearly all does; false if the text needs it. */
  #plain(text: string): boolean {
    this.#reserve(text.length)
    let length = this.#length
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < 32 || code > 126 || code === backslash) return false
      this.#bytes[length] = code
      length += 1
    }
    this.#length = length
    return true
  }

  #whole(value: number): void {
    let digits = 1
    for (let power = 10; power <= value; power *= 10) digits += 1
    this.#reserve(digits)
    let rest = value
    for (let at = this.#length + digits - 1; at >= this.#length; at -= 1) {
      const tenth = Math.floor(rest / 10)
      this.#bytes[at] = zero + (rest - tenth * 10)
      rest = tenth
    }
    this.#length += digits
  }
}
