import { required, type DeliverySummary } from '@adsite/contract'
import type { Pool, PoolClient } from 'pg'
import { inadmissible, mostCorrections, type Correction } from './store/corrections.ts'
import { lockAdvertisers, passGate } from './roll-up/delivery-locks.ts'
import { DeliveryTable, type SumsByAdvertiser, type TakenSums } from './store/delivery-table.ts'
import { lineReader } from './parse/delivery-line.ts'
import { advertisersOfFile, recordFile } from './store/file-record.ts'
import { formerFile, isTakenAsGiven, nothingNew, type FormerFile } from './store/former-file.ts'
import type { IngestOptions } from './parse/ingest-options.ts'
import { LineResolver } from './resolve/line-resolver.ts'
import { advertiserFields, parseMapping, type Mapping } from './parse/mapping.ts'
import { parseRates } from './parse/rates.ts'
import { readRows, type Row } from './parse/read-rows.ts'
import { DeliveryError, reason, reasonText, type Reason } from './error/delivery-error.ts'
import { RefusedLines } from './store/refused-lines.ts'
import { resolveAdvertiser } from './resolve/resolve-advertiser.ts'
import { tellOfReports } from './store/tell-of-file.ts'
import { removedFacts } from './roll-up/take-back.ts'
import { saveMapping, savedMapping } from './store/saved-mapping.ts'
import { TextLines } from './parse/text-lines.ts'

const nothing: TakenSums = { rows: 0, imps: 0, clicks: 0, conversions: 0, gross: '0', media_cost: '0' }

class Ingest {
  readonly #client: PoolClient
  /** Advertiser of the whole file; null if each line names its own. */
  readonly #advertiserId: number | null
  readonly #options: IngestOptions
  readonly #table: DeliveryTable
  readonly #refused: RefusedLines
  /** Negative lines, which wait until the whole file is read, because the lines they correct may come later. */
  readonly #corrections: Correction[] = []
  #names: LineResolver | null = null
  #read = 0
  #ignored: readonly string[] = []

  constructor(client: PoolClient, advertiserId: number | null, options: IngestOptions, table: DeliveryTable) {
    this.#advertiserId = advertiserId
    this.#client = client
    this.#options = options
    this.#table = table
    this.#refused = new RefusedLines(options)
  }

  /** Resolves the names of lines; known once the mapping of the file is. */
  get #resolver(): LineResolver {
    return required(this.#names, 'the names of a file, which the mapping of its header opens')
  }

  /** Stores good rows and reports bad ones; once a bad row stops the file, only reports. */
  async #take(rows: readonly Row[], readLine: ReturnType<typeof lineReader>, names: LineResolver): Promise<void> {
    this.#read += rows.length
    const read = rows.map((row) => ({ row, line: 'fault' in row ? row.fault : readLine(row) }))
    await names.lookUp(read.flatMap(({ line }) => ('key' in line ? [] : [line])))
    for (const { row, line } of read) {
      if ('key' in line) {
        this.#refused.add(row, line)
        continue
      }
      if ('fault' in row) continue
      const ids = names.resolve(line) ?? (await names.create(line))
      if ('key' in ids) this.#refused.add(row, ids)
      else if (this.#stops) continue
      else if (!line.correction) this.#table.add(row.identity, line, ids)
      else if (this.#corrections.length < mostCorrections) this.#corrections.push({ row, line, ids })
      else this.#refused.add(row, reason('corrections', { max: mostCorrections }))
    }
    await this.#table.sendWhenFull()
  }

  /** True if a refused line stops the whole file. */
  get #stops(): boolean {
    return this.#options.strict === true && this.#refused.count > 0
  }

  /** The advertiser must be given exactly once: for the file, or by a column. */
  #checkAdvertiser({ templates }: Mapping): void {
    const isMapped = advertiserFields.some((field) => templates.has(field))
    if (isMapped && this.#advertiserId !== null) throw new DeliveryError('advertiser', 'advertiser_twice')
    if (!isMapped && this.#advertiserId === null) throw new DeliveryError('advertiser', 'advertiser_missing')
  }

  async #readAll(lines: TextLines): Promise<void> {
    const { source, createMissing = false, userId = null, map, rate = '', format = null, onHeader, onProgress } = this.#options
    const rates = parseRates(rate)
    let readLine = lineReader('', rates)
    const batches = readRows(lines, {
      format,
      mapping: parseMapping(map),
      onHeader: (raw) => {
        this.#refused.header = raw
        onHeader?.(raw)
      },
      onMapping: (mapping: Mapping) => {
        const { templates, dateFormat } = mapping
        if (rates.size > 0 && !templates.has('currency')) throw new DeliveryError('rate', 'rate_unused', { field: 'currency' })
        this.#checkAdvertiser(mapping)
        readLine = lineReader(dateFormat, rates)
        const adIsMapped = templates.has('ad') || templates.has('ad_id')
        this.#names = new LineResolver(this.#client, this.#advertiserId, { source, createMissing, userId, adIsMapped })
      },
      onIgnored: (columns) => {
        this.#ignored = columns
      },
    })
    for await (const batch of batches) {
      await this.#take(batch, readLine, this.#resolver)
      onProgress?.(this.#read)
    }
  }

  /** Stores the corrections that leave no figure below zero, counting the other lines of this file. */
  async #correct(former: FormerFile | null): Promise<void> {
    if (this.#corrections.length === 0) return
    await this.#table.flush()
    const { replace = false, source } = this.#options
    const files = replace
      ? { text: 'f.delivery_file_id = $10', values: [this.#table.fileId] }
      : {
          text: `(f.delivery_file_id = $10 or f.delivery_file_id in (select id from delivery_files where source = $11 and id <> $12))`,
          values: [this.#table.fileId, source, former?.id ?? 0],
        }
    for (const [advertiserId, own] of Map.groupBy(this.#corrections, ({ ids }) => ids.advertiser_id)) {
      const refused = await inadmissible(this.#client, advertiserId, own, files)
      for (const correction of own) {
        const { row, line, ids } = correction
        const fault = refused.get(correction)
        if (fault) this.#refused.add(row, fault)
        else this.#table.add(row.identity, line, ids)
      }
    }
    this.#refused.sort()
  }

  /** Explains why nothing was added and what to do; null if something was added. */
  #nothingAdded(former: FormerFile | null, taken: number): Reason | null {
    if (this.#stops) return reason('nothing_strict')
    if (taken === 0) return reason('nothing_taken')
    return former && nothingNew(former, taken, this.#advertiserId, this.#options.replace === true)
  }

  /** Explains why a file that was fully taken before adds nothing; null if it has to be read. */
  async #wasTaken(hash: string): Promise<Reason | null> {
    const former = await formerFile(this.#client, this.#options.source, hash)
    if (!former || former.rows_refused > 0) return null
    this.#read = former.rows_taken
    return this.#nothingAdded(former, former.rows_taken)
  }

  #recordFile({ hash, bytes }: TextLines, sums: TakenSums, byAdvertiser: SumsByAdvertiser, odd: number): Promise<boolean> {
    const found = { read: this.#read, ignored: this.#ignored, refused: this.#refused, odd, sums, byAdvertiser }
    return recordFile(this.#client, this.#options, {
      id: this.#table.fileId,
      hash,
      bytes,
      advertiserId: this.#advertiserId,
      ...found,
    })
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
      rows_refused: this.#refused.count,
      rows_odd: 0,
      rows_replaced: 0,
      rows_completed: 0,
      sums,
      advertisers: [],
      ignored_columns: [...this.#ignored],
      refused: this.#refused.listed,
      ...more,
    }
  }

  /** Rolls everything back except for a record of the file and its refused lines. */
  async #takeNothing(lines: TextLines, why: Reason, former: FormerFile | null): Promise<DeliverySummary> {
    await this.#client.query('rollback')
    // Advertisers that this file would have created are rolled back too.
    const gone =
      this.#advertiserId !== null && (await this.#client.query('select from accounts where id = $1', [this.#advertiserId])).rowCount === 0
    const recorded = former === null && !gone
    if (recorded) {
      await this.#client.query('begin')
      await this.#recordFile(lines, nothing, new Map(), 0)
      await this.#client.query('commit')
    }
    const nothing_added = reasonText(why, this.#options.locale)
    return this.#summary(lines.hash, nothing, {
      already_taken: former !== null && isTakenAsGiven(why),
      nothing_added,
      file_id: former?.id ?? (recorded ? this.#table.fileId : null),
    })
  }

  /** Rolls everything back, because another run stored the same file meanwhile; it may have done so for another advertiser. */
  async #takenMeanwhile({ hash }: TextLines, taken: number): Promise<DeliverySummary> {
    await this.#client.query('rollback')
    const { source, replace = false, locale } = this.#options
    const other = await formerFile(this.#client, source, hash)
    const why = (other && nothingNew(other, taken, this.#advertiserId, replace)) ?? reason('taken_meanwhile')
    return this.#summary(hash, nothing, {
      already_taken: isTakenAsGiven(why),
      nothing_added: reasonText(why, locale),
      file_id: other?.id ?? null,
    })
  }

  /** Locks every advertiser whose delivery changes: those of the lines, and those of an earlier run of the file. */
  async #lock(hash: string): Promise<void> {
    if (this.#advertiserId !== null) return lockAdvertisers(this.#client, [this.#advertiserId])
    const { rows } = await this.#client.query<{ id: number }>(
      `select distinct advertiser_account_id as id from delivery_file_advertisers where delivery_file_id in
         (select id from delivery_files where source = $1 and file_hash = $2 and status in ('TAKEN', 'PARTLY') and advertiser_account_id is null)`,
      [this.#options.source, hash],
    )
    await lockAdvertisers(this.#client, [...this.#resolver.advertiserIds, ...rows.map(({ id }) => id)])
  }

  /** Reads and stores everything in the open transaction, and ends it. */
  async run(stream: AsyncIterable<Uint8Array>): Promise<DeliverySummary> {
    const { replace = false, source, hash = null, map, mapping = null, userId = null, locale } = this.#options
    // When replacing, the facts decide whether the file counts again.
    const known = hash !== null && !replace ? await this.#wasTaken(hash) : null
    if (hash !== null && known) {
      await this.#client.query('rollback')
      return this.#summary(hash, nothing, { already_taken: isTakenAsGiven(known), nothing_added: reasonText(known, locale) })
    }
    const lines = new TextLines(stream, this.#options.limits)
    await this.#readAll(lines)
    await this.#table.flush()
    await this.#lock(lines.hash)
    const former = await formerFile(this.#client, source, lines.hash)
    await this.#correct(former)
    const { total, byAdvertiser } = await this.#table.end()
    const why = this.#nothingAdded(former, total.rows)
    if (why) return this.#takeNothing(lines, why, former)
    if (former) await this.#client.query(`update delivery_files set status = 'REPLACED', updated_at = now() where id = $1`, [former.id])
    const { odd } = this.#table
    if (!(await this.#recordFile(lines, total, byAdvertiser, odd))) return this.#takenMeanwhile(lines, total.rows)
    if (mapping === 'save') await saveMapping(this.#client, source, map, userId)
    await this.#resolver.finish()
    const gone = former || replace ? await this.#table.remove(replace ? source : null, former?.id ?? null) : 0
    // Days that are replaced keep no correction of another file.
    const uncovered = former && (await this.#table.uncovered())
    if (uncovered) return this.#takeNothing(lines, uncovered, former)
    await this.#table.merge(former || replace ? removedFacts : undefined)
    const rows_completed = former ? former.rows_taken - former.rows_gone : 0
    const rows_replaced = gone - rows_completed
    const { fileId: file_id } = this.#table
    await this.#client.query('update delivery_files set rows_replaced = $2 where id = $1', [file_id, rows_replaced])
    await tellOfReports(this.#client, file_id)
    const advertisers = await advertisersOfFile(this.#client, file_id)
    await this.#client.query('commit')
    return this.#summary(lines.hash, total, { file_id, rows_odd: odd, rows_replaced, rows_completed, advertisers })
  }
}

/**
 * Ingests one delivery file (spec/domain "Delivery files"): CSV or NDJSON, optionally gzipped; all good lines in
 * one transaction, including the roll-ups. Bad lines are refused one by one; a file that is bad as a whole
 * throws DeliveryError. The same content from the same source adds nothing a second time.
 */
export async function ingestDelivery(pool: Pool, stream: AsyncIterable<Uint8Array>, options: IngestOptions): Promise<DeliverySummary> {
  const client = await pool.connect()
  let broken: unknown = null
  try {
    await client.query('begin')
    const { advertiser, createMissing = false, userId = null, source, map, mapping } = options
    if (mapping === 'save' && map === '') throw new DeliveryError('map', 'map_nothing_to_save')
    if (mapping === 'saved' && map !== '') throw new DeliveryError('map', 'map_and_saved')
    const mapped = mapping === 'saved' ? { ...options, map: await savedMapping(client, source) } : options
    if (createMissing) await passGate(client, advertiser === null)
    const advertiserId = advertiser === null ? null : await resolveAdvertiser(client, advertiser, createMissing, userId)
    if (createMissing && advertiserId !== null) await lockAdvertisers(client, [advertiserId])
    const table = await DeliveryTable.create(pool, client)
    return await new Ingest(client, advertiserId, mapped, table).run(stream)
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure
    })
    // numeric_value_out_of_range: single lines are within limits, but their sum is not.
    if (error instanceof Error && 'code' in error && error.code === '22003') throw new DeliveryError('file', 'sum_too_large')
    throw error
  } finally {
    client.release(broken instanceof Error ? broken : undefined)
  }
}
