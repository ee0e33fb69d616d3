import { closeSync, openSync, writeSync } from 'node:fs'
import type { DeliverySummary } from '@adsite/contract'
import type { IngestArguments } from './ingest-arguments.ts'
import type { RefusedLine } from '../delivery/parse/ingest-options.ts'

/** How many refused lines the terminal shows; --rejects writes all. */
const shownLines = 20
const count = (value: number) => value.toLocaleString('en-US')
const unknown = 'not known'
const known = (value: number | null) => (value === null ? unknown : count(value))

/** Writes refused lines to a file, unchanged and below the original header. The file is created with the first line. */
export class RejectsFile {
  readonly #path: string
  #header: string | null = null
  #handle: number | null = null
  constructor(path: string) {
    this.#path = path
  }

  header(raw: string): void {
    this.#header = raw
  }

  add({ raw }: RefusedLine): void {
    if (this.#handle === null) {
      this.#handle = openSync(this.#path, 'w')
      if (this.#header !== null) writeSync(this.#handle, `${this.#header}\n`)
    }
    writeSync(this.#handle, `${raw}\n`)
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle)
  }
}

/** Reports the rows read so far: one line that is overwritten on a terminal, otherwise a line every ten seconds. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  #last = Date.now()
  #shown = false
  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  show(rows: number): void {
    const now = Date.now()
    if (now - this.#last < (this.#stream.isTTY ? 100 : 10_000)) return
    this.#last = now
    this.#shown = true
    this.#stream.write(this.#stream.isTTY ? `\r${count(rows)} rows …` : `${count(rows)} rows …\n`)
  }

  end(): void {
    if (this.#shown && this.#stream.isTTY) this.#stream.write('\r\u001b[K')
  }
}

export class RefusedLines {
  #count = 0
  readonly #write: (line: string) => void
  constructor(write: (line: string) => void) {
    this.#write = write
  }

  add({ line, reason }: RefusedLine): void {
    this.#count += 1
    if (this.#count <= shownLines) this.#write(`line ${line}: ${reason}`)
  }

  end(): void {
    if (this.#count > shownLines) this.#write(`… and ${count(this.#count - shownLines)} more lines refused.`)
  }
}

const sumsText = ({ imps, clicks, conversions, gross, media_cost }: DeliverySummary['sums']) =>
  `${count(imps)} imps, ${known(clicks)} clicks, ${known(conversions)} conversions, gross ${gross}, media cost ${media_cost ?? unknown}`

/** Summarises the run; the last line is the total. */
export function summaryLines(summary: DeliverySummary, { rejects, advertiser }: Pick<IngestArguments, 'rejects' | 'advertiser'>): string[] {
  const { rows_read, rows_taken, rows_refused, rows_odd, sums } = summary
  const lines: string[] = []
  if (summary.nothing_added) lines.push(summary.nothing_added)
  if (rows_refused > 0 && rejects) lines.push(`Refused lines are in ${rejects}.`)
  if (rows_refused > 0 && rows_taken > 0) {
    lines.push(
      'The good lines are counted. After mending the mapping or the names hand in the same file again: what was refused is added.',
      `After correcting lines hand in ${rejects ? 'that file' : 'them'} alone: the whole file, corrected, would count the good lines twice.`,
    )
  }
  if (summary.rows_completed > 0)
    lines.push(`An earlier run of this file had taken ${count(summary.rows_completed)} lines; they count once.`)
  if (summary.rows_replaced > 0) lines.push(`${count(summary.rows_replaced)} rows of earlier files of the source were replaced.`)
  if (summary.ignored_columns.length > 0) lines.push(`Columns that were not read: ${summary.ignored_columns.join(', ')}.`)
  if (rows_odd > 0) {
    lines.push(
      `${count(rows_odd)} of the lines taken look odd (more clicks than impressions, more conversions than clicks, no slot, duplicates).`,
    )
  }
  if (advertiser === null)
    for (const own of summary.advertisers)
      lines.push(`${own.name} (${own.advertiser_account_id}): ${count(own.rows_taken)} rows taken; ${sumsText(own)}`)
  lines.push(`Total: ${count(rows_read)} rows read, ${count(rows_taken)} taken, ${count(rows_refused)} refused; taken: ${sumsText(sums)}`)
  return lines
}
