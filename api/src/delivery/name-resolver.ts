import { searchForm } from '@adsite/contract'
import type { ClientBase } from 'pg'
import type { DeliveryLine } from './delivery-line.ts'
import { importName, MissingNames } from './missing-names.ts'
import { reason, type Reason } from './refusal.ts'

export interface ResolvedFrame {
  readonly id: number
  readonly space_id: number
  readonly publisher_group_id: number
}

/** What the names of a line stand for. */
export interface ResolvedNames {
  readonly campaign_id: number
  readonly ad_id: number | null
  readonly creative_id: number | null
  readonly frame: ResolvedFrame | null
}

export interface ResolverOptions {
  readonly advertiserId: number
  readonly source: string
  readonly createMissing: boolean
  readonly userId: number | null
}

const isId = (name: string) => /^[1-9]\d{0,14}$/u.test(name)

/** One match, or why there is none. A record that bears the name goes before one that has it as its id. */
function only<T extends { id: number; named: boolean }>(field: string, value: string, rows: readonly T[]): T | Reason | null {
  const named = rows.filter((row) => row.named)
  const candidates = named.length > 0 ? named : rows
  if (candidates.length > 1) return reason('ambiguous_name', { field, value })
  return candidates[0] ?? null
}

/**
 * Turns names into ids, one query for each distinct name of a file; creates what is missing if asked to.
 * Works inside the ingest's transaction: what it creates is gone again when the file is refused.
 */
export class NameResolver {
  readonly #client: ClientBase
  readonly #options: ResolverOptions
  readonly #missing: MissingNames
  readonly #campaigns = new Map<string, number | Reason>()
  readonly #ads = new Map<string, number | Reason | null>()
  readonly #creatives = new Map<string, number | Reason>()
  readonly #frames = new Map<string, ResolvedFrame | Reason>()
  constructor(client: ClientBase, options: ResolverOptions) {
    this.#client = client
    this.#options = options
    this.#missing = new MissingNames(client, options)
  }

  /** Campaigns and ads that were created get the period that the file's days cover; call it once all lines are in. */
  async finish(): Promise<void> {
    await this.#missing.setPeriods()
  }

  async resolve(line: DeliveryLine, adIsMapped: boolean): Promise<ResolvedNames | Reason> {
    const campaign = await this.#campaign(line)
    if (typeof campaign !== 'number') return campaign
    const creative = await this.#creative(line.names.creative)
    if (creative !== null && typeof creative !== 'number') return creative
    const ad = await this.#ad(campaign, line, adIsMapped)
    if (ad !== null && typeof ad !== 'number') return ad
    const frame = await this.#frame(line.names.frame)
    if (frame !== null && 'key' in frame) return frame
    return { campaign_id: campaign, ad_id: ad, creative_id: creative, frame }
  }

  async #matches(table: 'campaigns' | 'creatives', name: string): Promise<{ id: number; named: boolean }[]> {
    const { rows } = await this.#client.query<{ id: number; named: boolean }>(
      `select id, name = $2 as named from ${table}
       where advertiser_account_id = $1 and deleted_at is null and (name = $2 or id = $3) limit 3`,
      [this.#options.advertiserId, name, isId(name) ? Number(name) : null],
    )
    return rows
  }

  async #campaign({ campaign: name, day }: DeliveryLine): Promise<number | Reason> {
    const known = this.#campaigns.get(name)
    if (known !== undefined) return known
    const found = only('campaign', name, await this.#matches('campaigns', name))
    const answer =
      found === null
        ? this.#options.createMissing
          ? await this.#missing.campaign(name, day)
          : reason('unknown_name', { field: 'campaign', value: name })
        : 'named' in found
          ? found.id
          : found
    this.#campaigns.set(name, answer)
    return answer
  }

  async #creative(name: string | null): Promise<number | Reason | null> {
    if (name === null) return null
    const known = this.#creatives.get(name)
    if (known !== undefined) return known
    const found = only('creative', name, await this.#matches('creatives', name))
    const answer =
      found === null
        ? this.#options.createMissing
          ? await this.#missing.creative(name)
          : reason('unknown_name', { field: 'creative', value: name })
        : 'named' in found
          ? found.id
          : found
    this.#creatives.set(name, answer)
    return answer
  }

  /** Without a column for ads, the ad is the one named like the creative, else the campaign's only one, else unknown. */
  async #ad(campaignId: number, line: DeliveryLine, mapped: boolean): Promise<number | Reason | null> {
    const name = mapped ? line.names.ad : (line.names.creative ?? line.campaign)
    if (name === null) return null
    const key = `${campaignId} ${name}`
    const known = this.#ads.get(key)
    if (known !== undefined) return known
    const { rows } = await this.#client.query<{ id: number; named: boolean }>(
      `select id, name = $3 as named from ads
       where advertiser_account_id = $1 and campaign_id = $2 and deleted_at is null and (name = $3 or id = $4 or $5) limit 3`,
      [this.#options.advertiserId, campaignId, name, isId(name) ? Number(name) : null, !mapped && !this.#options.createMissing],
    )
    const found = only('ad', name, rows)
    let answer: number | Reason | null
    if (found !== null && 'named' in found) answer = found.id
    else if (found !== null) answer = mapped ? found : null
    else if (this.#options.createMissing) answer = await this.#missing.ad(campaignId, name, line.day)
    else answer = mapped ? reason('unknown_name', { field: 'ad', value: name }) : null
    this.#ads.set(key, answer)
    return answer
  }

  /** Frames belong to media, not to the advertiser: those that this source brought go first, those that others brought do not count. */
  async #frame(name: string | null): Promise<ResolvedFrame | Reason | null> {
    if (name === null) return null
    const known = this.#frames.get(name)
    if (known !== undefined) return known
    const own = await this.#missing.frameOfSource(name)
    const found = own ?? only('frame', name, await this.#framesNamed(name))
    const answer =
      found ?? (this.#options.createMissing ? await this.#missing.frame(name) : reason('unknown_name', { field: 'frame', value: name }))
    this.#frames.set(name, answer)
    return answer
  }

  async #framesNamed(name: string): Promise<(ResolvedFrame & { named: boolean })[]> {
    const { rows } = await this.#client.query<ResolvedFrame & { named: boolean }>(
      `select id, space_id, publisher_group_id, name = $1 or code = $1 as named from frames
       where deleted_at is null and (name_norm = $2 and name = $1 or code = $1 or id = $3)
         and publisher_group_id not in (select g.id from publisher_groups g join accounts a on a.id = g.account_id where a.name = $4)
       limit 3`,
      [name, searchForm(name), isId(name) ? Number(name) : null, importName],
    )
    return rows
  }
}
