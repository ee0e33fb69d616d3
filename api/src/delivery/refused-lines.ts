import type { PoolClient } from 'pg'
import { copyInto, copyLine } from '../db/copy/copy-rows.ts'
import type { Reason } from './refusal.ts'

export interface RefusedRow {
  readonly line: number
  readonly reason: Reason
  readonly raw: string
}

/** So many lines of a file are kept, and so many characters of them: a file of garbage must not fill memory and disk. */
const [keptLines, keptLength] = [100_000, 20_000_000]

/** The refused lines of one file on their way to `delivery_refused_lines`, from where they can be read and downloaded. */
export class KeptRefusals {
  readonly #rows: RefusedRow[] = []
  #length = 0
  header = ''

  add(row: RefusedRow): void {
    if (this.#rows.length >= keptLines || this.#length + row.raw.length > keptLength) return
    this.#length += row.raw.length
    this.#rows.push(row)
  }

  async store(client: PoolClient, fileId: number): Promise<void> {
    if (this.#rows.length === 0) return
    const header = { line: 0, reason: { key: 'header', params: {} }, raw: this.header }
    const lines = [header, ...this.#rows].map(({ line, reason, raw }) =>
      // JSON writes control characters as \u…, which jsonb takes but for NUL.
      copyLine([fileId, line, JSON.stringify(reason).replaceAll(String.raw`\u0000`, ''), raw.replaceAll('\0', '')]),
    )
    await copyInto(client, 'delivery_refused_lines', ['delivery_file_id', 'line', 'reason', 'raw'], lines)
  }
}
