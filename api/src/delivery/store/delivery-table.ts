import { deliveryFigureNames, type OptionalDeliveryFigure, required } from '@adsite/contract'
import { escapeLiteral as quoteLiteral, type Pool, type PoolClient } from 'pg'
import { CopyBuffer } from '../../db/copy/copy-buffer.ts'
import { copyInto } from '../../db/copy/copy-rows.ts'
import type { DeliveryLine } from '../parse/delivery-line.ts'
import { addAdvertisements, reviseAdvertisements } from '../roll-up/advertisements.ts'
import type { Fingerprint } from '../parse/fingerprint.ts'
import { HashSet } from '../parse/hash-set.ts'
import { priceFile } from '../roll-up/price-facts.ts'
import type { ResolvedNames } from '../resolve/line-resolver.ts'
import { collectChanges, updateRollUps } from '../roll-up/roll-ups.ts'
import { advertisersOf, ofAdvertisers, removedFacts, removeFacts } from '../roll-up/take-back.ts'
import { uncoveredCorrection } from '../roll-up/uncovered-correction.ts'
import type { Reason } from '../error/delivery-error.ts'

const keyColumns = [
  'advertiser_account_id',
  'delivery_file_id',
  'day',
  'hour',
  'campaign_id',
  'ad_id',
  'creative_id',
  'frame_id',
  'space_id',
  'publisher_group_id',
  'device',
  'prefecture',
]
const factColumns = [...keyColumns, ...deliveryFigureNames, 'cost_by_share']
const costPlace = deliveryFigureNames.indexOf('media_cost')

/** Approximate bytes per batch sent to the database. */
const batchSize = 2_000_000

export interface TakenSums {
  readonly rows: number
  readonly imps: number
  readonly clicks: number | null
  readonly conversions: number | null
  readonly gross: string
  readonly media_cost: string | null
}

/** Sums by the advertiser's account id. */
export type SumsByAdvertiser = ReadonlyMap<number, TakenSums>

/** A sum is known if every part of it is (contract, `measures`). */
const known = (figure: OptionalDeliveryFigure, sum: string) => `case when coalesce(sum(unknown_${figure}), 0) = 0 then ${sum} end`

/**
 * Writes the good lines of one file to the facts, where nobody else sees them before the transaction ends. They
 * are copied there directly, without a staging table: half of a file's time is spent on the rows of
 * `delivery_facts` and its indexes, and it passes while the next lines are read.
 */
export class DeliveryTable {
  readonly #pool: Pool
  readonly #client: PoolClient
  readonly #fileId: number
  #batch = new CopyBuffer(batchSize * 1.2)
  /** The batch being sent, or last sent. */
  #sent = new CopyBuffer(batchSize * 1.2)
  #sending: Promise<void> | null = null
  /** Identities of the lines so far, to find duplicates. */
  readonly #identities = new HashSet()
  #odd = 0
  /** Some lines lack what the publisher is paid. */
  #byShare = false
  /** Days whose month has a partition, and days that have not been checked yet. */
  readonly #storedDays = new Set<string>()
  readonly #newDays = new Set<string>()
  /** Days of the lines, by advertiser. */
  readonly #days = new Map<number, Set<string>>()
  /** Advertisers of an earlier run of the same file. */
  #former: readonly number[] = []

  private constructor(pool: Pool, client: PoolClient, fileId: number) {
    this.#pool = pool
    this.#client = client
    this.#fileId = fileId
  }

  static async create(pool: Pool, client: PoolClient): Promise<DeliveryTable> {
    const { rows } = await client.query<{ id: number }>(`select nextval(pg_get_serial_sequence('delivery_files', 'id')) as id`)
    return new DeliveryTable(pool, client, required(rows[0], 'the next number of a file').id)
  }

  /** The facts' `delivery_file_id`. */
  get fileId(): number {
    return this.#fileId
  }

  add(identity: Fingerprint, line: DeliveryLine, names: ResolvedNames): void {
    const { day, hour, device, prefecture, figures, odd } = line
    const { advertiser_id, campaign_id, ad_id, creative_id, frame } = names
    const facts = this.#batch
    facts.add(advertiser_id)
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
    if (!this.#identities.add(identity.hash) || odd) this.#odd += 1
    let days = this.#days.get(advertiser_id)
    if (!days) this.#days.set(advertiser_id, (days = new Set()))
    if (days.has(day)) return
    days.add(day)
    if (!this.#storedDays.has(day)) this.#newDays.add(day)
  }

  /** Sends the buffered rows once there are enough. */
  async sendWhenFull(): Promise<void> {
    if (this.#batch.length >= batchSize) await this.#send()
  }

  /** Sends one batch while the next is read. Other queries on the connection wait for it. */
  async #send(): Promise<void> {
    await this.#arrived()
    await this.#makePartitions()
    ;[this.#batch, this.#sent] = [this.#sent, this.#batch]
    this.#sending = copyInto(this.#client, 'delivery_facts', factColumns, this.#sent.take())
    // The error is thrown where the batch is awaited.
    this.#sending.catch(() => {})
  }

  /** Creates partitions of new months on a separate connection, because others need them before this transaction ends. */
  async #makePartitions(): Promise<void> {
    const days = [...this.#newDays]
    if (days.length === 0) return
    const { rows } = await this.#client.query<{ month: string }>(
      `select month::text from (select distinct date_trunc('month', day)::date as month from unnest($1::date[]) day) months
       where not delivery_month_attached(month)`,
      [days],
    )
    for (const { month } of rows) await this.#pool.query('select ensure_delivery_partitions($1::date, $1::date)', [month])
    for (const day of days) this.#storedDays.add(day)
    this.#newDays.clear()
  }

  /** Waits for the batch in flight. */
  async #arrived(): Promise<void> {
    await this.#sending
    this.#sending = null
  }

  /** Sends what is buffered and waits for it. */
  async flush(): Promise<void> {
    await this.#send()
    await this.#arrived()
  }

  /** A condition that holds for all facts that change. On a cluster, only the nodes of these advertisers are asked. */
  get #theirs(): string {
    return ofAdvertisers([...new Set([...this.#days.keys(), ...this.#former])])
  }

  /** Sends the rest, then counts and sums everything exactly, in total and by advertiser. */
  async end(): Promise<{ total: TakenSums; byAdvertiser: SumsByAdvertiser }> {
    await this.flush()
    // The planner has no statistics on the new facts yet, underestimates them, and would sort them to sum them.
    await this.#client.query(`set local enable_sort = off; set local work_mem = '64MB'`)
    const facts = `${this.#theirs} and delivery_file_id = ${this.#fileId}`
    if (this.#byShare) await priceFile(this.#client, facts)
    await collectChanges(this.#client, `delivery_facts where ${facts}`)
    const { rows } = await this.#client.query<TakenSums & { advertiser: number | null }>(`
      select advertiser_account_id as advertiser, coalesce(sum(facts), 0)::bigint as rows, coalesce(sum(imps), 0)::bigint as imps,
        ${known('clicks', `coalesce(sum(clicks), 0)::bigint`)} as clicks, ${known('cv_click', `coalesce(sum(cv_click), 0)::bigint`)} as conversions,
        trim_scale(coalesce(sum(gross), 0))::text as gross,
        ${known('media_cost', `trim_scale(coalesce(sum(media_cost), 0))::text`)} as media_cost
      from delivery_changes group by grouping sets ((), (advertiser_account_id))`)
    const byAdvertiser = new Map<number, TakenSums>()
    let total: TakenSums | undefined
    for (const { advertiser, ...sums } of rows) {
      if (advertiser === null) total = sums
      else byAdvertiser.set(advertiser, sums)
    }
    return { total: required(total, 'the sums of the whole file'), byAdvertiser }
  }

  /** How many lines are odd, including the second and later ones of duplicates, which are nevertheless taken. */
  get odd(): number {
    return this.#odd
  }

  /** Updates the roll-ups; `removed` is the table with removed facts. The advertisers must be locked. */
  async merge(removed?: string): Promise<void> {
    await updateRollUps(this.#client, removed)
    await this.#client.query(addAdvertisements)
    if (removed) await this.#client.query(reviseAdvertisements(removed, this.#theirs))
  }

  /**
   * Removes what an earlier run of the same file added (`former`), and for a source what it delivered on the days
   * of the lines of each advertiser. Returns the number of facts, which `merge` subtracts.
   */
  async remove(source: string | null, former: number | null): Promise<number> {
    const which: string[] = []
    if (former !== null) {
      this.#former = await advertisersOf(this.#client, former)
      which.push(`${ofAdvertisers(this.#former)} and delivery_file_id = ${former}`)
    }
    if (source !== null) {
      const alike = Map.groupBy(this.#days, ([, days]) => [...days].toSorted().map(quoteLiteral).join(', '))
      const days = [...alike].map(([list, of]) => `(${ofAdvertisers(of.map(([id]) => id))} and day in (${list}))`)
      which.push(`(${days.join(' or ')}) and delivery_file_id in
        (select id from delivery_files where source = ${quoteLiteral(source)} and id <> ${this.#fileId})`)
    }
    await removeFacts(this.#client, which.map((each) => `(${each})`).join(' or '))
    const { rows } = await this.#client.query<{ count: number }>(`select count(*) from ${removedFacts}`)
    return required(rows[0], 'the count of removed facts').count
  }

  /** Returns the reason why what was removed may not be, because corrections of other files take away from it; null if none does. */
  uncovered(): Promise<Reason | null> {
    return uncoveredCorrection(this.#client, removedFacts, this.#theirs)
  }
}
