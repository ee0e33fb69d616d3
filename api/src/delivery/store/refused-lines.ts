import type { ClientBase } from 'pg'
import { copyInto, copyLine } from '../../db/copy/copy-rows.ts'
import type { IngestOptions } from '../parse/ingest-options.ts'
import type { Row } from '../parse/read-rows.ts'
import { DeliveryError, reasonText, type Reason } from '../error/delivery-error.ts'

/** Refused lines listed in a summary. */
const listedLines = 100
/** Limits of stored lines and characters per file, so that garbage does not fill memory and disk. */
const [keptLines, keptLength] = [100_000, 20_000_000]

/** The refused lines of one file: counted, listed, and copied to `delivery_refused_lines`, where they can be read and downloaded. */
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

  /** The first ones, localized. */
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
    if (first && this.#count > most) throw new DeliveryError('file', 'refused_many', { max: most, line: first.line, why: first.reason })
  }

  #keep(line: number, why: Reason, raw: string): void {
    if (this.#kept.length >= keptLines || this.#length + raw.length > keptLength) return
    this.#length += raw.length
    this.#kept.push({ line, reason: why, raw })
  }

  /** Restores line order, because some lines are refused after later ones. */
  sort(): void {
    this.#listed.sort((one, other) => one.line - other.line)
  }

  async store(client: ClientBase, fileId: number): Promise<void> {
    if (this.#kept.length === 0) return
    const header = { line: 0, reason: { key: 'header', params: {} }, raw: this.header }
    const lines = [header, ...this.#kept].map(({ line, reason, raw }) =>
      copyLine([fileId, line, JSON.stringify(reason), raw.replaceAll('\0', '')]),
    )
    await copyInto(client, 'delivery_refused_lines', ['delivery_file_id', 'line', 'reason', 'raw'], lines)
  }
}
