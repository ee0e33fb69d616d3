import { searchForm, type DeliverySummary, type Locale } from '@adsite/contract'
import type { Pool, PoolClient } from 'pg'
import { admissible, mostCorrections, type Correction } from './corrections.ts'
import { DeliveryTable, type TakenSums } from './delivery-table.ts'
import { lineReader, type DeliveryLine } from './delivery-line.ts'
import { logImport } from './insert-record.ts'
import { parseMapping, type Mapping } from './mapping.ts'
import { NameResolver } from './name-resolver.ts'
import { parseRates } from './rates.ts'
import { readRows, type DeliveryFormat, type Row } from './read-rows.ts'
import { DeliveryRefusal, readable, reason, reasonText, type Reason } from './refusal.ts'
import { KeptRefusals } from './refused-lines.ts'
import { resolveAdvertiser } from './resolve-advertiser.ts'
import { removedFacts } from './take-back.ts'
import { TextLines, type ReadLimits } from './text-lines.ts'

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
  /** As `parseRates` reads it: yen for one unit of each other currency. */
  readonly rate?: string
  /** Default: told from the first character. */
  readonly format?: DeliveryFormat | null
  /** Creates the advertiser, campaigns, ads, creatives and slots that are named and that the database lacks. */
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

/** How many refused lines a summary lists. */
const listedLines = 100
const nothing: TakenSums = { rows: 0, imps: 0, clicks: 0, conversions: 0, gross: '0', media_cost: '0' }

/** Files of one advertiser are added one after the other: their roll-up rows are the same. */
async function lockAdvertiser(client: PoolClient, advertiserId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('delivery of advertiser'), $1::integer)`, [advertiserId % 2_147_483_647])
}

/** What is known of the same file, handed in before. */
interface Former {
  readonly id: number
  readonly status: string
  readonly advertiser_account_id: number
  readonly rows_taken: number
  readonly rows_refused: number
  readonly rows_gone: number
}

class Ingest {
  readonly #client: PoolClient
  readonly #advertiserId: number
  readonly #options: IngestOptions
  readonly #table: DeliveryTable
  readonly #refused: { line: number; reason: string }[] = []
  readonly #kept = new KeptRefusals()
  /** Lines below zero wait for the lines that they correct, wherever in the file those stand. */
  readonly #corrections: Correction[] = []
  #names: NameResolver | null = null
  #read = 0
  #refusedCount = 0
  #ignored: readonly string[] = []

  constructor(client: PoolClient, advertiserId: number, options: IngestOptions, table: DeliveryTable) {
    this.#advertiserId = advertiserId
    this.#client = client
    this.#options = options
    this.#table = table
  }

  #refuse({ line, raw }: Row, why: Reason): void {
    const words = reasonText(why, this.#options.locale)
    this.#refusedCount += 1
    if (this.#refused.length < listedLines) this.#refused.push({ line, reason: words })
    this.#kept.add({ line, reason: why, raw })
    this.#options.onRefused?.({ line, reason: words, raw })
    const most = this.#options.limits?.refused ?? Infinity
    const [first] = this.#refused
    if (this.#refusedCount > most) throw new DeliveryRefusal('file', 'refused_many', { max: most, line: first!.line, why: first!.reason })
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
      else if (this.#stops) continue
      else if (!line.correction) this.#table.add(row.line, row.identity, line, ids)
      else if (this.#corrections.length < mostCorrections) this.#corrections.push({ row, line, ids })
      else this.#refuse(row, reason('corrections', { max: mostCorrections }))
    }
    await this.#table.sendWhenFull()
  }

  /** A line was refused that takes the whole file down. */
  get #stops(): boolean {
    return this.#options.strict === true && this.#refusedCount > 0
  }

  async #readAll(lines: TextLines): Promise<void> {
    const { source, createMissing = false, userId = null, map, rate = '', format = null, onHeader, onProgress } = this.#options
    const rates = parseRates(rate)
    let readLine = lineReader('', rates)
    const batches = readRows(lines, {
      format,
      mapping: parseMapping(map),
      onHeader: (raw) => {
        this.#kept.header = raw
        onHeader?.(raw)
      },
      onMapping: (mapping: Mapping) => {
        if (rates.size > 0 && !mapping.templates.has('currency')) throw new DeliveryRefusal('rate', 'rate_unused')
        readLine = lineReader(mapping.dateFormat, rates)
        const resolved = { advertiserId: this.#advertiserId, source, createMissing, userId }
        this.#names = new NameResolver(this.#client, resolved, mapping.templates.has('ad') || mapping.templates.has('ad_id'))
      },
      onIgnored: (columns) => {
        this.#ignored = columns
      },
    })
    for await (const batch of batches) {
      await this.#take(batch, readLine, this.#names!)
      onProgress?.(this.#read)
    }
  }

  /** The same content of the same source whose delivery counts, or did until another file took its place. */
  async #former(hash: string): Promise<Former | null> {
    const { rows } = await this.#client.query<Former>(
      `select id, status, advertiser_account_id, rows_taken, rows_refused, rows_gone from delivery_files
       where source = $1 and file_hash = $2 and status <> 'REFUSED' order by id desc limit 1 for update`,
      [this.#options.source, hash],
    )
    return rows[0] && rows[0].status !== 'WITHDRAWN' ? rows[0] : null
  }

  /** Takes the corrections that leave nothing below zero, among the lines that will be there besides them. */
  async #correct(former: Former | null): Promise<void> {
    if (this.#corrections.length === 0) return
    await this.#table.flush()
    const { replace = false, source } = this.#options
    const files = replace
      ? { text: 'f.delivery_file_id = $10', values: [this.#table.fileId] }
      : {
          text: `(f.delivery_file_id = $10 or f.delivery_file_id in
            (select id from delivery_files where advertiser_account_id = $1 and source = $11 and id <> $12))`,
          values: [this.#table.fileId, source, former?.id ?? 0],
        }
    const taken = await admissible(this.#client, this.#advertiserId, this.#corrections, files)
    for (const correction of this.#corrections) {
      const { row, line, ids } = correction
      if (taken.has(correction)) this.#table.add(row.line, row.identity, line, ids)
      else this.#refuse(row, reason('correction_below_zero'))
    }
    this.#refused.sort((one, other) => one.line - other.line)
  }

  /** Why nothing is added, and what to do; null: something is. */
  #nothingAdded(former: Former | null, taken: number): Reason | null {
    if (taken === 0) return this.#stops ? reason('nothing_strict') : reason('nothing_taken')
    if (this.#stops) return reason('nothing_strict')
    if (!former) return null
    const { id, rows_taken, rows_refused, rows_gone } = former
    if (former.advertiser_account_id !== this.#advertiserId) return reason('taken_for_another', { file: id })
    // Read anew: what is known by now (a mapping, a rate, cells that were once taken for 0) counts, and no line is lost.
    if (this.#options.replace)
      return rows_gone > 0 || taken >= rows_taken ? null : reason('taken_fewer', { file: id, rows: rows_taken, taken })
    if (rows_gone > 0) return reason('taken_and_replaced', { file: id })
    if (rows_refused === 0) return reason('taken_whole', { file: id, rows: rows_taken })
    return taken > rows_taken ? null : reason('taken_no_more', { file: id, rows: rows_taken, refused: rows_refused })
  }

  /** Why a file of which everything was taken before adds nothing; null: it has to be read. */
  async #wasTaken(hash: string): Promise<Reason | null> {
    const former = await this.#former(hash)
    if (!former || former.rows_refused > 0) return null
    this.#read = former.rows_taken
    return this.#nothingAdded(former, former.rows_taken)
  }

  /** Makes the file's row; false when the same one has come in between. Two that arrive at once meet at the unique key. */
  async #recordFile(lines: TextLines, sums: TakenSums, odd: number): Promise<boolean> {
    const { source, rate = '', userId = null, name = null } = this.#options
    const { rows: taken, ...figures } = sums
    const file = {
      ...{ id: this.#table.fileId, source, file_hash: lines.hash, advertiser_account_id: this.#advertiserId },
      ...{ rows_read: this.#read, rows_taken: taken, rows_refused: this.#refusedCount, rows_odd: odd },
      ...{ ...figures, refused: JSON.stringify(this.#refused), taken_by: userId, updated_by: userId },
      ...{ name, name_norm: searchForm(name ?? source), size: lines.bytes },
      rates: rate === '' ? null : rate,
      ignored_columns: this.#ignored.length === 0 ? null : readable(this.#ignored.join(', '), 2000),
      status: taken === 0 ? 'REFUSED' : this.#refusedCount > 0 ? 'PARTLY' : 'TAKEN',
    }
    const columns = Object.keys(file)
    const { rowCount } = await this.#client.query(
      `insert into delivery_files (${columns.join(', ')}) overriding system value
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
       on conflict (source, file_hash) where status in ('TAKEN', 'PARTLY') do nothing`,
      Object.values(file),
    )
    if (rowCount !== 1) return false
    await this.#kept.store(this.#client, this.#table.fileId)
    await logImport(this.#client, userId, 'delivery_file', this.#table.fileId)
    return true
  }

  #summary(hash: string, taken: TakenSums, more: Partial<DeliverySummary> = {}): DeliverySummary {
    const { rows, ...sums } = taken
    return {
      source: this.#options.source,
      file_hash: hash,
      file_id: null,
      already_taken: false,
      nothing_added: null,
      rows_read: this.#read,
      rows_taken: rows,
      rows_refused: this.#refusedCount,
      rows_odd: 0,
      rows_replaced: 0,
      rows_completed: 0,
      sums,
      ignored_columns: [...this.#ignored],
      refused: this.#refused,
      ...more,
    }
  }

  /** Takes nothing: what was written goes, but for a record of the file and of what was refused. */
  async #takeNothing(lines: TextLines, why: Reason, former: Former | null): Promise<DeliverySummary> {
    await this.#client.query('rollback')
    const already = former !== null
    // An advertiser that would have been created is gone, too.
    const { rowCount } = await this.#client.query('select from accounts where id = $1', [this.#advertiserId])
    const recorded = !already && rowCount === 1
    if (recorded) {
      await this.#client.query('begin')
      await this.#recordFile(lines, nothing, 0)
      await this.#client.query('commit')
    }
    const nothing_added = reasonText(why, this.#options.locale)
    return this.#summary(lines.hash, nothing, {
      already_taken: already,
      nothing_added,
      file_id: former?.id ?? (recorded ? this.#table.fileId : null),
    })
  }

  /** Reads and adds everything, in the transaction that is open, and ends it. */
  async run(stream: AsyncIterable<Uint8Array>): Promise<DeliverySummary> {
    const { createMissing = false, replace = false, source, hash = null, locale } = this.#options
    // Replacing, the facts tell whether it counts anew.
    const known = hash !== null && !replace ? await this.#wasTaken(hash) : null
    if (known) {
      await this.#client.query('rollback')
      return this.#summary(hash!, nothing, { already_taken: true, nothing_added: reasonText(known, locale) })
    }
    const lines = new TextLines(stream, this.#options.limits)
    if (createMissing) await lockAdvertiser(this.#client, this.#advertiserId)
    await this.#readAll(lines)
    await this.#table.flush()
    await lockAdvertiser(this.#client, this.#advertiserId)
    const former = await this.#former(lines.hash)
    await this.#correct(former)
    const sums = await this.#table.end()
    const why = this.#nothingAdded(former, sums.rows)
    if (why) return this.#takeNothing(lines, why, former)
    if (former) await this.#client.query(`update delivery_files set status = 'REPLACED', updated_at = now() where id = $1`, [former.id])
    const odd = await this.#table.odd()
    if (!(await this.#recordFile(lines, sums, odd))) {
      await this.#client.query('rollback')
      const nothing_added = reasonText(reason('taken_meanwhile'), locale)
      return this.#summary(lines.hash, nothing, { already_taken: true, nothing_added })
    }
    await this.#names!.finish()
    const gone = former || replace ? await this.#table.remove(replace ? source : null, former?.id ?? null) : 0
    await this.#table.merge(former || replace ? removedFacts : undefined)
    const rows_completed = former ? former.rows_taken - former.rows_gone : 0
    const rows_replaced = gone - rows_completed
    await this.#client.query('update delivery_files set rows_replaced = $2 where id = $1', [this.#table.fileId, rows_replaced])
    await this.#client.query('commit')
    return this.#summary(lines.hash, sums, { file_id: this.#table.fileId, rows_odd: odd, rows_replaced, rows_completed })
  }
}

/**
 * Takes one delivery file (spec/domain "Delivery files"): CSV or NDJSON, also gzipped, all good lines in one
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
    return await new Ingest(client, advertiserId, options, table).run(stream)
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
