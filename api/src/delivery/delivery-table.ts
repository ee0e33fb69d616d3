import { hash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { copyInto, copyLine } from '../db/copy-rows.ts'
import { figureNames, type DeliveryLine } from './delivery-line.ts'
import { addAdvertisements, reviseAdvertisements } from './advertisements.ts'
import type { ResolvedNames } from './name-resolver.ts'
import { updateRollUps, type DeliveryRows } from './roll-ups.ts'

const keyColumns = [
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
] as const
const columns = ['line', 'identity', 'odd', ...keyColumns, ...figureNames]
const factColumns = [...keyColumns, ...figureNames].join(', ')

/** About as much text as goes to the database at once. */
const batchLength = 1_000_000

export interface TakenSums {
  readonly rows: number
  readonly odd: number
  readonly imps: number
  readonly clicks: number
  readonly conversions: number
  readonly gross: string
  readonly media_cost: string
}

/** The good lines of one file on their way into the facts, in a table that ends with the transaction. */
export class DeliveryTable {
  readonly #client: ClientBase
  #rows: string[] = []
  #length = 0
  #sending: Promise<void> | null = null
  readonly #months = new Set<string>()
  constructor(client: ClientBase) {
    this.#client = client
  }

  async create(): Promise<void> {
    const figures = figureNames.map((name) => `${name} ${name === 'gross' || name === 'media_cost' ? 'numeric(18,6)' : 'bigint'} not null`)
    await this.#client.query(`create temp table delivery_lines (
      line bigint not null, identity uuid not null, odd boolean not null,
      day date not null, hour smallint, campaign_id bigint not null, ad_id bigint, creative_id bigint, frame_id bigint, space_id bigint,
      publisher_group_id bigint, device text, prefecture text, ${figures.join(', ')}
    ) on commit drop`)
  }

  /** First days of the months that the lines fall into. */
  get months(): readonly string[] {
    return [...this.#months]
  }

  async add(lineNumber: number, identity: string, line: DeliveryLine, names: ResolvedNames): Promise<void> {
    const { frame } = names
    const row = [
      lineNumber,
      hash('sha256', identity).slice(0, 32),
      line.odd,
      line.day,
      line.hour,
      names.campaign_id,
      names.ad_id,
      names.creative_id,
      frame?.id ?? null,
      frame?.space_id ?? null,
      frame?.publisher_group_id ?? null,
      line.device,
      line.prefecture,
      ...figureNames.map((name) => line.figures[name]),
    ]
    const text = copyLine(row)
    this.#rows.push(text)
    this.#length += text.length
    this.#months.add(`${line.day.slice(0, 7)}-01`)
    if (this.#length >= batchLength) await this.#send()
  }

  /** While one batch goes to the database, the next one is read. What is asked on the connection meanwhile waits for it. */
  async #send(): Promise<void> {
    await this.#arrived()
    const rows = this.#rows
    this.#rows = []
    this.#length = 0
    this.#sending = copyInto(this.#client, 'delivery_lines', columns, rows)
    // An error is thrown where the batch is awaited.
    this.#sending.catch(() => {})
  }

  /** Waits for the batch that is on its way. */
  async #arrived(): Promise<void> {
    await this.#sending
    this.#sending = null
  }

  /** Sends what is left, and waits for it. */
  async end(): Promise<void> {
    await this.#send()
    await this.#arrived()
  }

  /** Counts and exact sums; the second and later of duplicate lines are odd (and taken all the same). */
  async sums(): Promise<TakenSums> {
    const { rows } = await this.#client.query<TakenSums>(`
      select count(*) as rows, coalesce(sum(imps), 0)::bigint as imps, coalesce(sum(clicks), 0)::bigint as clicks,
        coalesce(sum(cv_click), 0)::bigint as conversions,
        trim_scale(coalesce(sum(gross), 0))::text as gross, trim_scale(coalesce(sum(media_cost), 0))::text as media_cost,
        count(*) - (select count(*) from (select from delivery_lines group by identity
          having min(line) = min(line) filter (where not odd)) first_and_fine) as odd
      from delivery_lines`)
    return rows[0]!
  }

  /** Adds the lines to the facts and to the roll-ups. The partitions must stand, and the advertiser be locked. */
  async merge(advertiserId: number, fileId: number, removed: DeliveryRows | undefined): Promise<void> {
    // Sums of a big file fit into the memory that sorting gets; temporary tables have no statistics of their own.
    await this.#client.query(`set local work_mem = '64MB'`)
    await this.#client.query('analyze delivery_lines')
    await this.#client.query(
      `insert into delivery_facts (advertiser_account_id, delivery_file_id, ${factColumns})
       select $1, $2, ${factColumns} from delivery_lines`,
      [advertiserId, fileId],
    )
    await updateRollUps(this.#client, { rows: 'delivery_lines', advertiser: `${advertiserId}::bigint` }, removed)
    await this.#client.query(addAdvertisements('delivery_lines', '$1'), [advertiserId])
    if (removed) await this.#client.query(reviseAdvertisements(removed.rows))
  }

  /**
   * Takes away what earlier files of a source brought for the days of the lines; answers where it is now, and how
   * many facts it was.
   */
  async removeDays(advertiserId: number, source: string): Promise<{ removed: DeliveryRows; count: number }> {
    await this.#client.query('create temp table delivery_removed (like delivery_facts) on commit drop')
    const { rowCount } = await this.#client.query(
      `with gone as (
         delete from delivery_facts where advertiser_account_id = $1 and day = any (select distinct day from delivery_lines)
           and delivery_file_id = any (select id from delivery_files where advertiser_account_id = $1 and source = $2)
         returning *)
       insert into delivery_removed select * from gone`,
      [advertiserId, source],
    )
    await this.#client.query('analyze delivery_removed')
    return { removed: { rows: 'delivery_removed', advertiser: 'advertiser_account_id' }, count: rowCount ?? 0 }
  }
}
