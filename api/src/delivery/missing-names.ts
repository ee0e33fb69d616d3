import type { ClientBase } from 'pg'
import { insertNamedCompany, insertRecord, logImport } from './insert-record.ts'
import { framesOfSource, importName } from './name-lookups.ts'
import type { ResolvedFrame, ResolverOptions } from './name-resolver.ts'

const importLock = 'delivery import media'

/** Creates what a file names and the database lacks (`pnpm ingest --create-missing`). */
export class MissingNames {
  readonly #client: ClientBase
  readonly #options: ResolverOptions
  readonly #campaigns: number[] = []
  readonly #ads: number[] = []
  #group: number | null = null
  #medium: { id: number; publisher_group_id: number } | null = null
  constructor(client: ClientBase, options: ResolverOptions) {
    this.#client = client
    this.#options = options
  }

  #insert(table: string, values: Readonly<Record<string, unknown>>): Promise<number> {
    return insertRecord(this.#client, this.#options.userId, table, values)
  }

  #log(entity: string, id: number): Promise<void> {
    return logImport(this.#client, this.#options.userId, entity, id)
  }

  /** The smallest budget there is, and paused: delivery that is over must not start anything. */
  async campaign(name: string, day: string): Promise<number> {
    const id = await this.#insert('campaigns', {
      advertiser_account_id: this.#options.advertiserId,
      name,
      goal: 'TRAFFIC',
      start_at: `${day}T00:00:00+09:00`,
      end_at: `${day}T23:59:59+09:00`,
      lifetime_budget: '1',
      user_status: 'PAUSED',
    })
    await this.#log('campaign', id)
    this.#campaigns.push(id)
    return id
  }

  async ad(campaignId: number, name: string, day: string): Promise<number> {
    const id = await this.#insert('ads', {
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

  /** Nobody has sorted these creatives yet: they are in a group of their own. */
  async #creativeGroup(): Promise<number> {
    const advertiser_account_id = this.#options.advertiserId
    const known = `select id from creative_groups where advertiser_account_id = $1 and name = $2 and deleted_at is null`
    this.#group ??=
      (await this.#first(known, [advertiser_account_id, importName])) ??
      (await this.#insert('creative_groups', { advertiser_account_id, name: importName }))
    return this.#group
  }

  /** A banner's size stands in its name: `160 x 600`. */
  async creative(name: string): Promise<number> {
    const [, width, height] = /(?<!\d)(\d{1,4})\s*[x×*]\s*(\d{1,4})(?!\d)/iu.exec(name) ?? []
    return this.#insert('creatives', {
      advertiser_account_id: this.#options.advertiserId,
      creative_group_id: await this.#creativeGroup(),
      name,
      width: width ? Number(width) : null,
      height: height ? Number(height) : null,
    })
  }

  /** One space with one frame for each slot, below a medium named like the source. */
  async frame(name: string): Promise<ResolvedFrame> {
    this.#medium ??= await this.#mediumOfSource()
    // Another file of the source, for another advertiser, may have brought it while this one waited for its turn.
    const known = await framesOfSource(this.#client, this.#options.source, [name])
    if (known.has(name)) return known.get(name)!
    const { id: medium_id, publisher_group_id } = this.#medium
    const space_id = await this.#insert('spaces', { publisher_group_id, medium_id, name, position: 'IN_ARTICLE' })
    await this.#log('space', space_id)
    // A slot takes banners of several sizes: 0 × 0 says that it has none of its own.
    const id = await this.#insert('frames', { publisher_group_id, space_id, name, code: name, width: 0, height: 0, status: 'RUNNING' })
    return { id, space_id, publisher_group_id }
  }

  async #first(query: string, values: unknown[]): Promise<number | null> {
    const { rows } = await this.#client.query<{ id: number }>(`${query} order by id limit 1`, values)
    return rows[0]?.id ?? null
  }

  async #mediumOfSource(): Promise<{ id: number; publisher_group_id: number }> {
    const { source } = this.#options
    // Media are shared by advertisers: files that are taken at the same time must not make them twice.
    await this.#client.query('select pg_advisory_xact_lock(hashtext($1))', [importLock])
    const company_id =
      (await this.#first('select id from companies where name = $1', [importName])) ??
      (await insertNamedCompany(this.#client, this.#options.userId, importName))
    const account_id =
      (await this.#first(`select id from accounts where company_id = $1 and kind = 'pg'`, [company_id])) ??
      (await this.#insert('accounts', { kind: 'pg', company_id, name: importName }))
    const publisher_group_id =
      (await this.#first('select id from publisher_groups where account_id = $1', [account_id])) ??
      (await this.#insert('publisher_groups', { account_id, name: importName }))
    const publisher_id =
      (await this.#first('select id from publishers where publisher_group_id = $1', [publisher_group_id])) ??
      (await this.#insert('publishers', { publisher_group_id, name: importName }))
    const id =
      (await this.#first('select id from media where publisher_group_id = $1 and domain = $2', [publisher_group_id, source])) ??
      (await this.#insert('media', { publisher_group_id, publisher_id, name: source, domain: source }))
    return { id, publisher_group_id }
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
