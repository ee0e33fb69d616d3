import type { Locale } from '@adsite/contract'
import type { DeliveryFormat } from './read-rows.ts'
import type { ReadLimits } from './text-lines.ts'

export interface RefusedLine {
  readonly line: number
  readonly reason: string
  readonly raw: string
}

export interface IngestOptions {
  /** The delivery server; with the file's hash it is the key that makes a second run harmless. */
  readonly source: string
  /** The advertiser's account: its id (a number), what calls it (its name, or its id in digits), or null if a column names it per line. */
  readonly advertiser: string | number | null
  /** In the form that `parseMapping` reads; empty if the header uses our field names. */
  readonly map: string
  /** `saved` uses the mapping saved for the source in place of `map`; `save` saves `map` for it once lines are taken. */
  readonly mapping?: 'saved' | 'save' | null
  /** In the form that `parseRates` reads: yen per unit of each other currency. */
  readonly rate?: string
  /** Default: detected from the first character. */
  readonly format?: DeliveryFormat | null
  /** Creates advertisers, campaigns, ads, creatives and slots that are named but missing. */
  readonly createMissing?: boolean
  /** A single refused line refuses the file. */
  readonly strict?: boolean
  /** The file replaces what its source handed in for the days of the accepted lines. */
  readonly replace?: boolean
  /** Its `contentHash`, if known in advance: a file that was taken without refused lines is not read again. */
  readonly hash?: string | null
  /** File name, for the list of files. */
  readonly name?: string | null
  /** The user who hands it in; null on the command line. */
  readonly userId?: number | null
  /** How much of a file is read, and how many of its lines may be refused. Default: no limit. */
  readonly limits?: ReadLimits & { readonly refused: number }
  /** Language of the reasons. */
  readonly locale: Locale
  /** Called with the header of a CSV file, before any refused line. */
  readonly onHeader?: (raw: string) => void
  readonly onRefused?: (line: RefusedLine) => void
  /** Called occasionally with the number of rows read. */
  readonly onProgress?: (rows: number) => void
}
