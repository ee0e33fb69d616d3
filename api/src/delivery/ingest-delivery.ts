import type { DeliverySummary, Locale } from '@adsite/contract'
import type { Pool, PoolClient } from 'pg'
import { DeliveryTable, type TakenSums } from './delivery-table.ts'
import { dayReader, deliveryLine } from './delivery-line.ts'
import { parseMapping, type Mapping } from './mapping.ts'
import { NameResolver } from './name-resolver.ts'
import { readRows, type DeliveryFormat, type Row } from './read-rows.ts'
import { DeliveryRefusal, reasonText, type Reason } from './refusal.ts'
import { resolveAdvertiser } from './resolve-advertiser.ts'
import { TextLines } from './text-lines.ts'

export interface RefusedLine {
  readonly line: number
  readonly reason: string
  readonly raw: string
}

export interface IngestOptions {
  /** Who hands the file in: with the file's hash the key that makes a second run harmless. */
  readonly source: string
  /** Name or id of the advertiser's account. */
  readonly advertiser: string
  /** As `parseMapping` reads it; empty when the header uses our field names. */
  readonly map: string
  /** Default: told from the first character. */
  readonly format?: DeliveryFormat | null
  /** Creates the advertiser, campaigns, ads, creatives and slots that are named and that the database lacks. */
  readonly createMissing?: boolean
  /** One refused line, and nothing is taken. */
  readonly strict?: boolean
  /** The user who hands it in; null at the command line. */
  readonly userId?: number | null
  /** Language of the reasons. */
  readonly locale: Locale
  /** Called with the header of a CSV file, before any refused line. */
  readonly onHeader?: (raw: string) => void
  readonly onRefused?: (line: RefusedLine) => void
  /** Rows read so far, now and then. */
  readonly onProgress?: (rows: number) => void
}

/** How many refused lines a summary lists. */
const listedLines = 100
const nothing: TakenSums = { rows: 0, odd: 0, imps: 0, clicks: 0, conversions: 0, gross: '0', media_cost: '0' }

/** Files of one advertiser are added one after the other: their roll-up rows are the same. */
async function lockAdvertiser(client: PoolClient, advertiserId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('delivery of advertiser'), $1::integer)`, [advertiserId % 2_147_483_647])
}

class Ingest {
  readonly #pool: Pool
  readonly #client: PoolClient
  readonly #advertiserId: number
  readonly #options: IngestOptions
  readonly #table: DeliveryTable
  readonly #names: NameResolver
  readonly #refused: { line: number; reason: string }[] = []
  #read = 0
  #refusedCount = 0
  #mapping: Mapping | null = null
  #readDay = dayReader('')

  constructor(pool: Pool, client: PoolClient, advertiserId: number, options: IngestOptions) {
    const { source, createMissing = false, userId = null } = options
    this.#advertiserId = advertiserId
    this.#pool = pool
    this.#client = client
    this.#options = options
    this.#table = new DeliveryTable(client)
    this.#names = new NameResolver(client, { advertiserId, source, createMissing, userId })
  }

  #refuse({ line, raw }: Row, why: Reason): void {
    const reason = reasonText(why, this.#options.locale)
    this.#refusedCount += 1
    if (this.#refused.length < listedLines) this.#refused.push({ line, reason })
    this.#options.onRefused?.({ line, reason, raw })
  }

  async #take(row: Row): Promise<void> {
    this.#read += 1
    if ('fault' in row) return this.#refuse(row, row.fault)
    const line = deliveryLine(row, this.#readDay)
    if ('key' in line) return this.#refuse(row, line)
    const names = await this.#names.resolve(line, this.#mapping!.templates.has('ad'))
    if ('key' in names) return this.#refuse(row, names)
    await this.#table.add(row.line, row.identity, line, names)
  }

  async #readAll(lines: TextLines): Promise<void> {
    const { map, format = null, onHeader, onProgress } = this.#options
    const batches = readRows(lines, {
      format,
      mapping: parseMapping(map),
      onHeader: (raw) => onHeader?.(raw),
      onMapping: (mapping) => {
        this.#mapping = mapping
        this.#readDay = dayReader(mapping.dateFormat)
      },
    })
    for await (const batch of batches) {
      for (const row of batch) await this.#take(row)
      onProgress?.(this.#read)
    }
    await this.#table.flush()
  }

  /** The file's row; null when its source has handed it in before. Two that arrive at once meet at the unique key. */
  async #recordFile(hash: string, sums: TakenSums): Promise<number | null> {
    const { source, userId = null } = this.#options
    const { rows } = await this.#client.query<{ id: number }>(
      `insert into delivery_files (source, file_hash, advertiser_account_id, rows_read, rows_taken, rows_refused, rows_odd,
         imps, clicks, conversions, gross, media_cost, refused, taken_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict (source, file_hash) do nothing returning id`,
      [
        source,
        hash,
        this.#advertiserId,
        this.#read,
        sums.rows,
        this.#refusedCount,
        sums.odd,
        sums.imps,
        sums.clicks,
        sums.conversions,
        sums.gross,
        sums.media_cost,
        JSON.stringify(this.#refused),
        userId,
      ],
    )
    return rows[0]?.id ?? null
  }

  #summary(hash: string, taken: TakenSums, alreadyTaken: boolean): DeliverySummary {
    const { rows, odd, ...sums } = taken
    return {
      source: this.#options.source,
      file_hash: hash,
      already_taken: alreadyTaken,
      rows_read: this.#read,
      rows_taken: rows,
      rows_refused: this.#refusedCount,
      rows_odd: odd,
      sums,
      refused: this.#refused,
    }
  }

  /** Reads and adds everything; `commit` false: the transaction must be rolled back. */
  async run(stream: AsyncIterable<Uint8Array>): Promise<{ summary: DeliverySummary; commit: boolean }> {
    const { createMissing, strict } = this.#options
    const lines = new TextLines(stream)
    if (createMissing) await lockAdvertiser(this.#client, this.#advertiserId)
    await this.#table.create()
    await this.#readAll(lines)
    const sums = await this.#table.sums()
    await lockAdvertiser(this.#client, this.#advertiserId)
    await this.#names.finish()
    // Nothing taken means nothing remembered: the same file may come again once its names are known.
    const refused = sums.rows === 0 || (strict === true && this.#refusedCount > 0)
    const fileId = await this.#recordFile(lines.hash, sums)
    if (fileId === null) return { summary: this.#summary(lines.hash, nothing, true), commit: false }
    if (refused) return { summary: this.#summary(lines.hash, nothing, false), commit: false }
    // On a connection of its own: a new partition locks the facts until its transaction ends.
    for (const month of this.#table.months) await this.#pool.query('select ensure_delivery_partitions($1::date, $1::date)', [month])
    await this.#table.merge(this.#advertiserId, fileId)
    return { summary: this.#summary(lines.hash, sums, false), commit: true }
  }
}

/**
 * Takes one delivery file (DOMAIN "Delivery input"): CSV or NDJSON, also gzipped, all good lines in one
 * transaction, roll-up included. Bad lines are refused one by one; a file that is bad as a whole throws
 * DeliveryRefusal. The same content from the same source adds nothing a second time.
 */
export async function ingestDelivery(pool: Pool, stream: AsyncIterable<Uint8Array>, options: IngestOptions): Promise<DeliverySummary> {
  const client = await pool.connect()
  let broken: unknown = null
  try {
    await client.query('begin')
    const { advertiser, createMissing = false, userId = null } = options
    const advertiserId = await resolveAdvertiser(client, advertiser, createMissing, userId)
    const { summary, commit } = await new Ingest(pool, client, advertiserId, options).run(stream)
    await client.query(commit ? 'commit' : 'rollback')
    return summary
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure
    })
    // numeric_value_out_of_range: no single line is too large, their sums are.
    if ((error as { code?: string }).code === '22003') throw new DeliveryRefusal('file', 'sum_too_large')
    throw error
  } finally {
    client.release(broken instanceof Error ? broken : undefined)
  }
}
