import type { DeliverySummary, Locale } from '@adsite/contract'
import type { Pool, PoolClient } from 'pg'
import { DeliveryTable, type TakenSums } from './delivery-table.ts'
import { lineReader, type DeliveryLine } from './delivery-line.ts'
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
  /** Its `contentHash`, where it could be read before: one that was taken without a refused line is not read again. */
  readonly hash?: string | null
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
const nothing: TakenSums = { rows: 0, imps: 0, clicks: 0, conversions: 0, gross: '0', media_cost: '0' }

/** Files of one advertiser are added one after the other: their roll-up rows are the same. */
async function lockAdvertiser(client: PoolClient, advertiserId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('delivery of advertiser'), $1::integer)`, [advertiserId % 2_147_483_647])
}

class Ingest {
  readonly #client: PoolClient
  readonly #advertiserId: number
  readonly #options: IngestOptions
  readonly #table: DeliveryTable
  readonly #refused: { line: number; reason: string }[] = []
  #names: NameResolver | null = null
  #read = 0
  #refusedCount = 0

  constructor(client: PoolClient, advertiserId: number, options: IngestOptions, table: DeliveryTable) {
    this.#advertiserId = advertiserId
    this.#client = client
    this.#options = options
    this.#table = table
  }

  #refuse({ line, raw }: Row, why: Reason): void {
    const reason = reasonText(why, this.#options.locale)
    this.#refusedCount += 1
    if (this.#refused.length < listedLines) this.#refused.push({ line, reason })
    this.#options.onRefused?.({ line, reason, raw })
  }

  /** Takes the good rows, or only names the bad ones where one of those stops the file. */
  async #take(rows: readonly Row[], readLine: ReturnType<typeof lineReader>, names: NameResolver): Promise<void> {
    this.#read += rows.length
    const lines = rows.map((row) => ('fault' in row ? row.fault : readLine(row)))
    await names.lookUp(lines.filter((line): line is DeliveryLine => !('key' in line)))
    for (const [index, row] of rows.entries()) {
      const line = lines[index]!
      if ('fault' in row || 'key' in line) {
        this.#refuse(row, line as Reason)
        continue
      }
      const ids = names.resolve(line) ?? (await names.create(line))
      if ('key' in ids) this.#refuse(row, ids)
      else if (!this.#stops) this.#table.add(row.line, row.identity, line, ids)
    }
    await this.#table.sendWhenFull()
  }

  /** A line was refused that takes the whole file down: a day that is replaced has to be whole. */
  get #stops(): boolean {
    const { strict = false, replace = false } = this.#options
    return (strict || replace) && this.#refusedCount > 0
  }

  async #readAll(lines: TextLines): Promise<void> {
    const { source, createMissing = false, userId = null, map, format = null, onHeader, onProgress } = this.#options
    let readLine = lineReader('')
    const batches = readRows(lines, {
      format,
      mapping: parseMapping(map),
      onHeader: (raw) => onHeader?.(raw),
      onMapping: (mapping: Mapping) => {
        readLine = lineReader(mapping.dateFormat)
        const resolved = { advertiserId: this.#advertiserId, source, createMissing, userId }
        this.#names = new NameResolver(this.#client, resolved, mapping.templates.has('ad'))
      },
    })
    for await (const batch of batches) {
      await this.#take(batch, readLine, this.#names!)
      onProgress?.(this.#read)
    }
  }

  /**
   * Replacing, a file that was taken counts anew if some of its facts have been replaced since: its row goes, and
   * this answers its former id.
   */
  async #forgetReplaced(hash: string): Promise<number | null> {
    const { rows } = await this.#client.query<{ id: number }>(
      `delete from delivery_files known where source = $1 and file_hash = $2 and advertiser_account_id = $3
         and rows_taken <> (select count(*) from delivery_facts where delivery_file_id = known.id)
       returning id`,
      [this.#options.source, hash, this.#advertiserId],
    )
    return rows[0]?.id ?? null
  }

  /** Whether the whole of the file was taken before; what there is to say of it then. */
  async #wasTaken(hash: string): Promise<boolean> {
    const { rows } = await this.#client.query<{ rows_read: number }>(
      'select rows_read from delivery_files where source = $1 and file_hash = $2 and rows_refused = 0',
      [this.#options.source, hash],
    )
    this.#read = rows[0]?.rows_read ?? 0
    return rows.length > 0
  }

  /** Makes the file's row; false when its source has handed it in before. Two that arrive at once meet at the unique key. */
  async #recordFile(hash: string, sums: TakenSums, odd: number): Promise<boolean> {
    const { source, userId = null } = this.#options
    const { rows: taken, ...figures } = sums
    const file = {
      ...{ id: this.#table.fileId, source, file_hash: hash, advertiser_account_id: this.#advertiserId },
      ...{ rows_read: this.#read, rows_taken: taken, rows_refused: this.#refusedCount, rows_odd: odd },
      ...{ ...figures, refused: JSON.stringify(this.#refused), taken_by: userId },
    }
    const columns = Object.keys(file)
    const { rowCount } = await this.#client.query(
      `insert into delivery_files (${columns.join(', ')}) overriding system value
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict (source, file_hash) do nothing`,
      Object.values(file),
    )
    return rowCount === 1
  }

  #summary(hash: string, taken: TakenSums, { odd = 0, alreadyTaken = false, replaced = 0 } = {}): DeliverySummary {
    const { rows, ...sums } = taken
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

  /** Reads and adds everything; `commit` false: the transaction must be rolled back. */
  async run(stream: AsyncIterable<Uint8Array>): Promise<{ summary: DeliverySummary; commit: boolean }> {
    const { createMissing = false, replace = false, source, hash = null } = this.#options
    // Replacing, the facts tell whether it counts anew.
    if (hash !== null && !replace && (await this.#wasTaken(hash)))
      return { summary: this.#summary(hash, nothing, { alreadyTaken: true }), commit: false }
    const lines = new TextLines(stream)
    if (createMissing) await lockAdvertiser(this.#client, this.#advertiserId)
    await this.#readAll(lines)
    const sums = await this.#table.end()
    await lockAdvertiser(this.#client, this.#advertiserId)
    const former = replace ? await this.#forgetReplaced(lines.hash) : null
    const odd = await this.#table.odd()
    if (!(await this.#recordFile(lines.hash, sums, odd)))
      return { summary: this.#summary(lines.hash, nothing, { alreadyTaken: true }), commit: false }
    // Nothing taken means nothing remembered: the same file may come again once its names are known.
    if (sums.rows === 0 || this.#stops) return { summary: this.#summary(lines.hash, nothing), commit: false }
    await this.#names!.finish()
    const gone = replace ? await this.#table.removeDays(source, former) : undefined
    await this.#table.merge(gone?.removed)
    if (gone) await this.#client.query('update delivery_files set rows_replaced = $2 where id = $1', [this.#table.fileId, gone.count])
    return { summary: this.#summary(lines.hash, sums, { odd, replaced: gone?.count ?? 0 }), commit: true }
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
    const table = await DeliveryTable.create(pool, client, advertiserId)
    const { summary, commit } = await new Ingest(client, advertiserId, options, table).run(stream)
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
