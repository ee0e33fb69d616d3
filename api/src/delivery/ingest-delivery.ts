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
  /** The file takes the place of what its source had handed in for its days; a refused line, and nothing is taken. */
  readonly replace?: boolean
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
    await this.#table.end()
  }

  /**
   * The file's row; null when its source has handed it in before. Two that arrive at once meet at the unique key.
   * Replacing, a file counts anew whose facts have been replaced since.
   */
  async #recordFile(hash: string, sums: TakenSums): Promise<number | null> {
    const { source, userId = null, replace = false } = this.#options
    const file = {
      advertiser_account_id: this.#advertiserId,
      rows_read: this.#read,
      rows_taken: sums.rows,
      rows_refused: this.#refusedCount,
      rows_odd: sums.odd,
      imps: sums.imps,
      clicks: sums.clicks,
      conversions: sums.conversions,
      gross: sums.gross,
      media_cost: sums.media_cost,
      refused: JSON.stringify(this.#refused),
      taken_by: userId,
    }
    const columns = Object.keys(file)
    const { rows } = await this.#client.query<{ id: number }>(
      `insert into delivery_files as known (source, file_hash, ${columns.join(', ')})
       values ($1, $2, ${columns.map((_, index) => `$${index + 4}`).join(', ')})
       on conflict (source, file_hash) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}, taken_at = now()
         where $3 and known.advertiser_account_id = excluded.advertiser_account_id
           and known.rows_taken <> (select count(*) from delivery_facts where delivery_file_id = known.id)
       returning id`,
      [source, hash, replace, ...Object.values(file)],
    )
    return rows[0]?.id ?? null
  }

  #summary(hash: string, taken: TakenSums, { alreadyTaken = false, replaced = 0 } = {}): DeliverySummary {
    const { rows, odd, ...sums } = taken
    return {
      source: this.#options.source,
      file_hash: hash,
      already_taken: alreadyTaken,
      rows_read: this.#read,
      rows_taken: rows,
      rows_refused: this.#refusedCount,
      rows_odd: odd,
      rows_replaced: replaced,
      sums,
      refused: this.#refused,
    }
  }

  /** On a connection of its own, and before this one reads the facts: a new partition locks them until its transaction ends. */
  async #makePartitions(): Promise<void> {
    for (const month of this.#table.months) await this.#pool.query('select ensure_delivery_partitions($1::date, $1::date)', [month])
  }

  /** Reads and adds everything; `commit` false: the transaction must be rolled back. */
  async run(stream: AsyncIterable<Uint8Array>): Promise<{ summary: DeliverySummary; commit: boolean }> {
    const { createMissing, replace, source } = this.#options
    // A day that is replaced has to be whole.
    const strict = this.#options.strict || replace
    const lines = new TextLines(stream)
    if (createMissing) await lockAdvertiser(this.#client, this.#advertiserId)
    await this.#table.create()
    await this.#readAll(lines)
    const sums = await this.#table.sums()
    await lockAdvertiser(this.#client, this.#advertiserId)
    await this.#names.finish()
    // Nothing taken means nothing remembered: the same file may come again once its names are known.
    const refused = sums.rows === 0 || (strict === true && this.#refusedCount > 0)
    if (!refused) await this.#makePartitions()
    const fileId = await this.#recordFile(lines.hash, sums)
    if (fileId === null) return { summary: this.#summary(lines.hash, nothing, { alreadyTaken: true }), commit: false }
    if (refused) return { summary: this.#summary(lines.hash, nothing), commit: false }
    const gone = replace ? await this.#table.removeDays(this.#advertiserId, source) : undefined
    await this.#table.merge(this.#advertiserId, fileId, gone?.removed)
    if (gone) await this.#client.query('update delivery_files set rows_replaced = $2 where id = $1', [fileId, gone.count])
    return { summary: this.#summary(lines.hash, sums, { replaced: gone?.count ?? 0 }), commit: true }
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
