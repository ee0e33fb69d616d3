import type { ClientBase } from 'pg'
import { copyInto, copyLine } from '../../db/copy/copy-rows.ts'
import type { IngestOptions } from '../parse/ingest-options.ts'
import type { Row } from '../parse/read-rows.ts'
import { DeliveryError, reasonText, type Reason } from '../error/delivery-error.ts'

/** How many refused lines a summary lists. */
const listedLines = 100
/** So many lines of a file are kept, and so many characters of them: a file of garbage must not fill memory and disk. */
const [keptLines, keptLength] = [100_000, 20_000_000]

/** The refused lines of one file: counted, listed, and on their way to `delivery_refused_lines`, from where they can be read and downloaded. */
export class RefusedLines {
  readonly #options: IngestOptions
  readonly #kept: { readonly line: number; readonly reason: Reason; readonly raw: string }[] = []
  readonly #listed: { line: number; reason: string }[] = []
  #length = 0
  #count = 0
  header = ''

  constructor(options: IngestOptions) {
    this.#options = options
  }

  get count(): number {
    return this.#count
  }

  /** The first of them, in words. */
  get listed(): { line: number; reason: string }[] {
    return this.#listed
  }

  add({ line, raw }: Row, why: Reason): void {
    const { locale, onRefused, limits } = this.#options
    const words = reasonText(why, locale)
    this.#count += 1
    if (this.#listed.length < listedLines) this.#listed.push({ line, reason: words })
    this.#keep(line, why, raw)
    onRefused?.({ line, reason: words, raw })
    const most = limits?.refused ?? Infinity
    const [first] = this.#listed
    if (this.#count > most) throw new DeliveryError('file', 'refused_many', { max: most, line: first!.line, why: first!.reason })
  }

  #keep(line: number, why: Reason, raw: string): void {
    if (this.#kept.length >= keptLines || this.#length + raw.length > keptLength) return
    this.#length += raw.length
    this.#kept.push({ line, reason: why, raw })
  }

  /** Some were refused later than others that stand below them. */
  sort(): void {
    this.#listed.sort((one, other) => one.line - other.line)
  }

  async store(client: ClientBase, fileId: number): Promise<void> {
    if (this.#kept.length === 0) return
    const header = { line: 0, reason: { key: 'header', params: {} }, raw: this.header }
    const lines = [header, ...this.#kept].map(({ line, reason, raw }) =>
      // JSON writes control characters as \u…, which jsonb takes but for NUL.
      copyLine([fileId, line, JSON.stringify(reason).replaceAll(String.raw`\u0000`, ''), raw.replaceAll('\0', '')]),
    )
    await copyInto(client, 'delivery_refused_lines', ['delivery_file_id', 'line', 'reason', 'raw'], lines)
  }
}
