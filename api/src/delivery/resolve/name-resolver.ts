import { required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import type { DeliveryLine } from '../parse/delivery-line.ts'
import { MissingNames } from './missing-names.ts'
import { isName } from '../parse/call.ts'
import type { ResolverOptions } from './frame-resolver.ts'
import { absent, only, unknown, type Known } from './known.ts'
import { adMatches, recordMatches, type AdWanted } from './name-lookups.ts'
import type { Reason } from '../error/delivery-error.ts'

/** The ids that the names of a line stand for, below its advertiser. */
export interface AdvertiserNames {
  readonly campaign_id: number
  readonly ad_id: number | null
  readonly creative_id: number | null
}

export interface AdvertiserOptions extends ResolverOptions {
  readonly advertiserId: number
  /** The file has a column for ads. */
  readonly adIsMapped: boolean
}

interface KnownCampaign {
  readonly id: number
  readonly ads: Map<string, Known<number | null>>
}

/**
 * Resolves the names of one advertiser's records to ids, and creates missing ones if asked to. `lookUp` queries
 * all new names of a batch at once, so that a file costs a few statements per batch with new names, and
 * `resolve` costs none. Runs inside the ingest's transaction, so that what it creates is rolled back when the
 * file is refused.
 */
export class NameResolver {
  readonly #client: ClientBase
  readonly #options: AdvertiserOptions
  readonly #missing: MissingNames
  readonly #campaigns = new Map<string, Known<KnownCampaign>>()
  readonly #creatives = new Map<string, Known<number>>()
  constructor(client: ClientBase, options: AdvertiserOptions) {
    this.#client = client
    this.#options = options
    this.#missing = new MissingNames(client, options)
  }

  get advertiserId(): number {
    return this.#options.advertiserId
  }

  /** Sets the period of created campaigns and ads to the days of the file. Must be called after its changes are summed. */
  async finish(): Promise<void> {
    await this.#missing.setPeriods()
  }

  /** Looks up the names that no earlier line had. */
  async lookUp(lines: readonly DeliveryLine[]): Promise<void> {
    const campaigns = new Set<string>()
    const creatives = new Set<string>()
    for (const { campaign, creative } of lines) {
      if (!this.#campaigns.has(campaign)) campaigns.add(campaign)
      if (creative !== null && !this.#creatives.has(creative)) creatives.add(creative)
    }
    if (campaigns.size > 0) await this.#lookUpCampaigns([...campaigns])
    if (creatives.size > 0) await this.#lookUpCreatives([...creatives])
    await this.#lookUpAds(lines)
  }

  /** Returns the ids of a line whose names were looked up, or null if something has to be created first (`create`). */
  resolve(line: DeliveryLine): AdvertiserNames | Reason | null {
    const campaign = this.#campaignOf(line)
    if (campaign === absent) return null
    if ('key' in campaign) return campaign
    const creative =
      line.creative === null ? null : required(this.#creatives.get(line.creative), 'the creative of a line that was looked up')
    if (creative === absent) return null
    if (typeof creative === 'object' && creative !== null) return creative
    const name = this.#adName(line)
    const ad = name === null ? null : campaign.ads.get(name)
    // The ad was not looked up, because an earlier line has just created the campaign.
    if (ad === absent || (ad === undefined && name !== '')) return null
    if (typeof ad === 'object' && ad !== null) return ad
    return { campaign_id: campaign.id, ad_id: ad ?? null, creative_id: creative }
  }

  /** Creates the first missing name of a line. */
  async create(line: DeliveryLine): Promise<void> {
    const campaign = this.#campaignOf(line)
    if (campaign === absent) {
      const id = await this.#missing.campaign(line.campaign, line.day)
      this.#campaigns.set(line.campaign, { id, ads: new Map() })
      return
    }
    // Nothing is created below a name that was refused.
    if ('key' in campaign) return
    if (line.creative !== null && this.#creatives.get(line.creative) === absent) {
      this.#creatives.set(line.creative, await this.#missing.creative(line.creative))
      return
    }
    const name = required(this.#adName(line), 'the ad of a line that lacks nothing else')
    const { id, ads } = campaign
    ads.set(name, isName(name) ? await this.#missing.ad(id, name, line.day) : this.#unknown('ad', name))
  }

  #campaignOf({ campaign }: DeliveryLine): Known<KnownCampaign> {
    return required(this.#campaigns.get(campaign), 'the campaign of a line that was looked up')
  }

  #unknown(field: string, call: string): Reason | typeof absent {
    return unknown(field, call, this.#options.createMissing)
  }

  async #lookUpCampaigns(names: readonly string[]): Promise<void> {
    const matches = await recordMatches(this.#client, 'campaigns', this.#options.advertiserId, names)
    for (const name of names) {
      const found = only('campaign', name, matches.get(name)) ?? this.#unknown('campaign', name)
      this.#campaigns.set(name, typeof found === 'object' && 'named' in found ? { id: found.id, ads: new Map() } : found)
    }
  }

  async #lookUpCreatives(names: readonly string[]): Promise<void> {
    const matches = await recordMatches(this.#client, 'creatives', this.#options.advertiserId, names)
    for (const name of names) {
      const found = only('creative', name, matches.get(name)) ?? this.#unknown('creative', name)
      this.#creatives.set(name, typeof found === 'object' && 'named' in found ? found.id : found)
    }
  }

  /** Without a column for ads, the ad is the one named like the creative, else the campaign's only ad, else unknown. */
  #adName({ ad, creative, campaign }: DeliveryLine): string | null {
    if (this.#options.adIsMapped) return ad
    return [creative, campaign].find((call) => call !== null && isName(call)) ?? ''
  }

  async #lookUpAds(lines: readonly DeliveryLine[]): Promise<void> {
    const { advertiserId, adIsMapped, createMissing } = this.#options
    const wanted = new Map<string, AdWanted & { readonly ads: KnownCampaign['ads'] }>()
    for (const line of lines) {
      const campaign = this.#campaignOf(line)
      const name = this.#adName(line)
      if (name === null || campaign === absent || 'key' in campaign || campaign.ads.has(name)) continue
      wanted.set(`${campaign.id} ${name}`, { campaignId: campaign.id, name, ads: campaign.ads })
    }
    if (wanted.size === 0) return
    const anyAd = !adIsMapped && !createMissing
    const matches = await adMatches(this.#client, advertiserId, [...wanted.values()], anyAd)
    for (const [key, { name, ads }] of wanted) {
      const found = only('ad', name, matches.get(key))
      if (found !== null && 'named' in found) ads.set(name, found.id)
      else if (adIsMapped) ads.set(name, found ?? this.#unknown('ad', name))
      else ads.set(name, found === null && name !== '' && createMissing ? absent : null)
    }
  }
}
