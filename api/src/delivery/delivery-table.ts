import { deliveryFigureNames, type OptionalDeliveryFigure } from '@adsite/contract'
import { escapeLiteral as quoteLiteral, type Pool, type PoolClient } from 'pg'
import { CopyBuffer } from '../db/copy/copy-buffer.ts'
import { copyInto } from '../db/copy/copy-rows.ts'
import type { DeliveryLine } from './delivery-line.ts'
import { addAdvertisements, reviseAdvertisements } from './advertisements.ts'
import type { Fingerprint } from './fingerprint.ts'
import { priceFile } from './price-facts.ts'
import type { ResolvedNames } from './name-resolver.ts'
import { collectChanges, updateRollUps } from './roll-ups.ts'
import { removedFacts, removeFacts } from './take-back.ts'

const keyColumns = [
  ...['advertiser_account_id', 'delivery_file_id', 'day', 'hour', 'campaign_id', 'ad_id', 'creative_id'],
  ...['frame_id', 'space_id', 'publisher_group_id', 'device', 'prefecture'],
]
const factColumns = [...keyColumns, ...deliveryFigureNames, 'cost_by_share']
const costPlace = deliveryFigureNames.indexOf('media_cost')

/** About as many bytes as go to the database at once. */
const batchSize = 2_000_000

export interface TakenSums {
  readonly rows: number
  readonly imps: number
  readonly clicks: number | null
  readonly conversions: number | null
  readonly gross: string
  readonly media_cost: string | null
}

/** A sum is known where every part of it is (contract, `measures`). */
const known = (figure: OptionalDeliveryFigure, sum: string) => `case when coalesce(sum(unknown_${figure}), 0) = 0 then ${sum} end`

/** Rows on their way, of the facts and of what tells the lines apart. */
class Batch {
  readonly facts = new CopyBuffer(batchSize * 1.2)
  readonly identities = new CopyBuffer(batchSize / 2)
}

/**
 * The good lines of one file on their way into the facts, which nobody else sees before the transaction ends. They
 * go there at once and not by way of another table: half the time of a file is that of its rows in `delivery_facts`
 * and its indexes, and it passes while the next lines are read.
 */
export class DeliveryTable {
  readonly #pool: Pool
  readonly #client: PoolClient
  readonly #advertiserId: number
  readonly #fileId: number
  #batch = new Batch()
  /** Goes to the database, or has gone. */
  #sent = new Batch()
  #sending: Promise<void> | null = null
  /** Of some lines the file does not say what the publisher is paid. */
  #byShare = false
  /** Whether a line's day was seen, and its month's partition stands. */
  readonly #days = new Map<string, boolean>()

  private constructor(pool: Pool, client: PoolClient, advertiserId: number, fileId: number) {
    this.#pool = pool
    this.#client = client
    this.#advertiserId = advertiserId
    this.#fileId = fileId
  }

  static async create(pool: Pool, client: PoolClient, advertiserId: number): Promise<DeliveryTable> {
    // One row for each line, to find those that came twice; `mark` is twice the line's number, and one more if it is odd anyway.
    await client.query('create temp table delivery_identities (one bigint, two bigint, mark bigint) on commit drop')
    const { rows } = await client.query<{ id: number }>(`select nextval(pg_get_serial_sequence('delivery_files', 'id')) as id`)
    return new DeliveryTable(pool, client, advertiserId, rows[0]!.id)
  }

  /** What the facts have as `delivery_file_id`. */
  get fileId(): number {
    return this.#fileId
  }

  add(lineNumber: number, identity: Fingerprint, line: DeliveryLine, names: ResolvedNames): void {
    const { day, hour, device, prefecture, figures, odd } = line
    const { campaign_id, ad_id, creative_id, frame } = names
    const { facts, identities } = this.#batch
    facts.add(this.#advertiserId)
    facts.add(this.#fileId)
    facts.add(day)
    facts.add(hour)
    facts.add(campaign_id)
    facts.add(ad_id)
    facts.add(creative_id)
    facts.add(frame?.id ?? null)
    facts.add(frame?.space_id ?? null)
    facts.add(frame?.publisher_group_id ?? null)
    facts.add(device)
    facts.add(prefecture)
    for (const figure of figures) facts.add(figure)
    const byShare = figures[costPlace] === null
    this.#byShare ||= byShare
    facts.add(byShare)
    facts.end()
    const [one, two] = identity.halves
    identities.add(one)
    identities.add(two)
    identities.add(lineNumber * 2 + (odd ? 1 : 0))
    identities.end()
    if (!this.#days.has(day)) this.#days.set(day, false)
  }

  /** Hands on what has come together, once it is enough. */
  async sendWhenFull(): Promise<void> {
    if (this.#batch.facts.length >= batchSize) await this.#send()
  }

  /** While one batch goes to the database, the next one is read. What is asked on the connection meanwhile waits for it. */
  async #send(): Promise<void> {
    await this.#arrived()
    await this.#makePartitions()
    ;[this.#batch, this.#sent] = [this.#sent, this.#batch]
    const { facts, identities } = this.#sent
    this.#sending = copyInto(this.#client, 'delivery_facts', factColumns, facts.take()).then(() =>
      copyInto(this.#client, 'delivery_identities', ['one', 'two', 'mark'], identities.take()),
    )
    // An error is thrown where the batch is awaited.
    this.#sending.catch(() => {})
  }

  /** A month that is new gets its partition on a connection of its own: others need it before this transaction ends. */
  async #makePartitions(): Promise<void> {
    const days = [...this.#days].filter(([, stands]) => !stands).map(([day]) => day)
    if (days.length === 0) return
    const { rows } = await this.#client.query<{ month: string }>(
      `select month::text from (select distinct date_trunc('month', day)::date as month from unnest($1::date[]) day) months
       where not delivery_month_attached(month)`,
      [days],
    )
    for (const { month } of rows) await this.#pool.query('select ensure_delivery_partitions($1::date, $1::date)', [month])
    for (const day of days) this.#days.set(day, true)
  }

  /** Waits for the batch that is on its way. */
  async #arrived(): Promise<void> {
    await this.#sending
    this.#sending = null
  }

  /** Sends what there is, and waits for it. */
  async flush(): Promise<void> {
    await this.#send()
    await this.#arrived()
  }

  /** Sends what is left; then counts and sums everything exactly. */
  async end(): Promise<TakenSums> {
    await this.flush()
    // The database has not counted the new facts yet, takes them for few, and would sort them all to sum them.
    await this.#client.query(`set local enable_sort = off; set local work_mem = '64MB'`)
    if (this.#byShare) await priceFile(this.#client, this.#fileId)
    await collectChanges(this.#client, `delivery_facts where delivery_file_id = ${this.#fileId}`)
    const { rows } = await this.#client.query<TakenSums>(`
      select coalesce(sum(facts), 0)::bigint as rows, coalesce(sum(imps), 0)::bigint as imps,
        ${known('clicks', `coalesce(sum(clicks), 0)::bigint`)} as clicks, ${known('cv_click', `coalesce(sum(cv_click), 0)::bigint`)} as conversions,
        trim_scale(coalesce(sum(gross), 0))::text as gross,
        ${known('media_cost', `trim_scale(coalesce(sum(media_cost), 0))::text`)} as media_cost
      from delivery_changes`)
    return rows[0]!
  }

  /** How many lines look wrong; of duplicates that are the second and later (and they are taken all the same). */
  async odd(): Promise<number> {
    const { rows } = await this.#client.query<{ odd: number }>(`
      select (select count(*) from delivery_identities) - count(*) filter (where first % 2 = 0) as odd
      from (select min(mark) as first from delivery_identities group by one, two) distinct_lines`)
    return rows[0]!.odd
  }

  /**
   * Brings the roll-ups up to date; `removed`: the table with facts that went. The advertiser must be locked.
   */
  async merge(removed?: string): Promise<void> {
    await updateRollUps(this.#client, removed)
    await this.#client.query(addAdvertisements)
    if (removed) await this.#client.query(reviseAdvertisements(removed))
  }

  /**
   * Takes away what an earlier run of the same file brought (`former`), and of a source what it has handed in for the
   * days of the lines; answers how many facts it was, which `merge` is to take off.
   */
  async remove(source: string | null, former: number | null): Promise<number> {
    const days = [...this.#days.keys()].map((day) => `'${day}'`).join(', ')
    const ofSource = `day in (${days}) and delivery_file_id in
      (select id from delivery_files where advertiser_account_id = ${this.#advertiserId} and source = ${quoteLiteral(source ?? '')} and id <> ${this.#fileId})`
    const which = [...(former === null ? [] : [`delivery_file_id = ${former}`]), ...(source === null ? [] : [ofSource])]
    await removeFacts(this.#client, `advertiser_account_id = ${this.#advertiserId} and (${which.join(' or ')})`)
    const { rows } = await this.#client.query<{ count: number }>(`select count(*) from ${removedFacts}`)
    return rows[0]!.count
  }
}
