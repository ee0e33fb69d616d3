import type { Locale } from '@adsite/contract'
import type { DeliveryFormat } from './read-rows.ts'
import type { ReadLimits } from './text-lines.ts'

export interface RefusedLine {
  readonly line: number
  readonly reason: string
  readonly raw: string
}

export interface IngestOptions {
  /** Who hands the file in: with the file's hash the key that makes a second run harmless. */
  readonly source: string
  /** Name or id of the advertiser's account; null: a column of the file says it of each line. */
  readonly advertiser: string | null
  /** As `parseMapping` reads it; empty when the header uses our field names. */
  readonly map: string
  /** `saved`: the mapping that was saved for the source, in place of `map`; `save`: once lines are taken, `map` is saved for it. */
  readonly mapping?: 'saved' | 'save' | null
  /** As `parseRates` reads it: yen for one unit of each other currency. */
  readonly rate?: string
  /** Default: told from the first character. */
  readonly format?: DeliveryFormat | null
  /** Creates the advertisers, campaigns, ads, creatives and slots that are named and that the database lacks. */
  readonly createMissing?: boolean
  /** One refused line, and nothing is taken. */
  readonly strict?: boolean
  /** The file takes the place of what its source had handed in for the days of the lines that are taken. */
  readonly replace?: boolean
  /** Its `contentHash`, where it could be read before: one that was taken without a refused line is not read again. */
  readonly hash?: string | null
  /** What the file is called, for the list of files. */
  readonly name?: string | null
  /** The user who hands it in; null at the command line. */
  readonly userId?: number | null
  /** How much of a file is read, and how many of its lines may be refused; absent: all. */
  readonly limits?: ReadLimits & { readonly refused: number }
  /** Language of the reasons. */
  readonly locale: Locale
  /** Called with the header of a CSV file, before any refused line. */
  readonly onHeader?: (raw: string) => void
  readonly onRefused?: (line: RefusedLine) => void
  /** Rows read so far, now and then. */
  readonly onProgress?: (rows: number) => void
}
