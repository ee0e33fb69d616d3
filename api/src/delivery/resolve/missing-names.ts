import type { ClientBase } from 'pg'
import { insertRecord, type CreatedEntity } from './insert-record.ts'
import { importName } from './name-lookups.ts'
import type { AdvertiserOptions } from './name-resolver.ts'

/** Creates records of an advertiser that a file names and the database lacks (`pnpm ingest --create-missing`). */
export class MissingNames {
  readonly #client: ClientBase
  readonly #options: AdvertiserOptions
  readonly #campaigns: number[] = []
  readonly #ads: number[] = []
  #group: number | null = null
  constructor(client: ClientBase, options: AdvertiserOptions) {
    this.#client = client
    this.#options = options
  }

  #insert(entity: CreatedEntity, values: Readonly<Record<string, unknown>>): Promise<number> {
    return insertRecord(this.#client, this.#options.userId, entity, values)
  }

  /** Created with the smallest budget and paused, because past delivery must not start anything. */
  async campaign(name: string, day: string): Promise<number> {
    const id = await this.#insert('campaign', {
      advertiser_account_id: this.#options.advertiserId,
      name,
      goal: 'TRAFFIC',
      start_at: `${day}T00:00:00+09:00`,
      end_at: `${day}T23:59:59+09:00`,
      lifetime_budget: '1',
      user_status: 'PAUSED',
    })
    this.#campaigns.push(id)
    return id
  }

  async ad(campaignId: number, name: string, day: string): Promise<number> {
    const id = await this.#insert('ad', {
      advertiser_account_id: this.#options.advertiserId,
      campaign_id: campaignId,
      name,
      unit_price: '0',
      budget: '0',
      start_at: `${day}T00:00:00+09:00`,
      end_at: `${day}T23:59:59+09:00`,
      landing_url: '',
      user_status: 'PAUSED',
    })
    this.#ads.push(id)
    return id
  }

  /** Creatives from files go into a group of their own, because nobody has sorted them yet. */
  async #creativeGroup(): Promise<number> {
    if (this.#group !== null) return this.#group
    const advertiser_account_id = this.#options.advertiserId
    const { rows } = await this.#client.query<{ id: number }>(
      `select id from creative_groups where advertiser_account_id = $1 and name = $2 and deleted_at is null order by id limit 1`,
      [advertiser_account_id, importName],
    )
    this.#group = rows[0]?.id ?? (await this.#insert('creative_group', { advertiser_account_id, name: importName }))
    return this.#group
  }

  /** A banner's name contains its size: `160 x 600`. */
  async creative(name: string): Promise<number> {
    const [, width, height] = /(?<!\d)(\d{1,4})\s*[x×*]\s*(\d{1,4})(?!\d)/iu.exec(name) ?? []
    return this.#insert('creative', {
      advertiser_account_id: this.#options.advertiserId,
      creative_group_id: await this.#creativeGroup(),
      name,
      width: width ? Number(width) : null,
      height: height ? Number(height) : null,
    })
  }

  async setPeriods(): Promise<void> {
    for (const [table, column, ids] of [
      ['campaigns', 'campaign_id', this.#campaigns],
      ['ads', 'ad_id', this.#ads],
    ] as const) {
      if (ids.length === 0) continue
      await this.#client.query(
        `update ${table} t set start_at = days.first::timestamp at time zone 'Asia/Tokyo',
           end_at = (days.last + 1)::timestamp at time zone 'Asia/Tokyo'
         from (select ${column} as id, min(day) as first, max(day) as last from delivery_changes group by 1) days
         where t.advertiser_account_id = $1 and t.id = days.id and t.id = any($2)`,
        [this.#options.advertiserId, ids],
      )
    }
  }
}
