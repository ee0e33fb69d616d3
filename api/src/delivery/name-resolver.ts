import type { ClientBase } from 'pg'
import type { DeliveryLine } from './delivery-line.ts'
import { MissingNames } from './missing-names.ts'
import { isName, said } from './call.ts'
import { adMatches, framesOfSource, ownFrames, recordMatches, type AdWanted, type Match } from './name-lookups.ts'
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

/** The database has no record of this name; it is to be created when a line needs it. */
const absent = Symbol('absent')
type Known<T> = T | Reason | typeof absent

interface KnownCampaign {
  readonly id: number
  readonly ads: Map<string, Known<number | null>>
}

/** One match, or why there is none. A record that is called so goes before the others. */
function only<T extends Match>(field: string, value: string, rows: readonly T[] = []): T | Reason | null {
  const named = rows.filter((row) => row.named)
  const candidates = named.length > 0 ? named : rows
  if (candidates.length > 1) return reason('ambiguous_name', said(field, value))
  return candidates[0] ?? null
}

/**
 * Turns names into ids; creates what is missing if asked to. `lookUp` asks the database for all new names of some
 * lines at once, so a file costs a few statements for each piece of it that brings new names, and `resolve` none.
 * Works inside the ingest's transaction: what it creates is gone again when the file is refused.
 */
export class NameResolver {
  readonly #client: ClientBase
  readonly #options: ResolverOptions
  /** There is a column for ads. */
  readonly #adIsMapped: boolean
  readonly #missing: MissingNames
  readonly #campaigns = new Map<string, Known<KnownCampaign>>()
  readonly #creatives = new Map<string, Known<number>>()
  readonly #frames = new Map<string, Known<ResolvedFrame>>()
  constructor(client: ClientBase, options: ResolverOptions, adIsMapped: boolean) {
    this.#client = client
    this.#options = options
    this.#adIsMapped = adIsMapped
    this.#missing = new MissingNames(client, options)
  }

  /** Campaigns and ads that were created get the period that the file's days cover; call it once its changes are summed. */
  async finish(): Promise<void> {
    await this.#missing.setPeriods()
  }

  /** Asks for the names that no line had before. */
  async lookUp(lines: readonly DeliveryLine[]): Promise<void> {
    const campaigns = new Set<string>()
    const creatives = new Set<string>()
    const frames = new Set<string>()
    for (const { campaign, creative, frame } of lines) {
      if (!this.#campaigns.has(campaign)) campaigns.add(campaign)
      if (creative !== null && !this.#creatives.has(creative)) creatives.add(creative)
      if (frame !== null && !this.#frames.has(frame)) frames.add(frame)
    }
    if (campaigns.size > 0) await this.#lookUpCampaigns([...campaigns])
    if (creatives.size > 0) await this.#lookUpCreatives([...creatives])
    if (frames.size > 0) await this.#lookUpFrames([...frames])
    await this.#lookUpAds(lines)
  }

  /** The ids of a line whose names were looked up; null: something is to be created first (`create`). */
  resolve(line: DeliveryLine): ResolvedNames | Reason | null {
    const campaign = this.#campaigns.get(line.campaign)!
    if (campaign === absent) return null
    if ('key' in campaign) return campaign
    const creative = line.creative === null ? null : this.#creatives.get(line.creative)!
    if (creative === absent) return null
    if (typeof creative === 'object' && creative !== null) return creative
    const name = this.#adName(line)
    const ad = name === null ? null : campaign.ads.get(name)
    // Not even looked up: the campaign was created for a line shortly before.
    if (ad === absent || (ad === undefined && name !== '')) return null
    if (typeof ad === 'object' && ad !== null) return ad
    const frame = line.frame === null ? null : this.#frames.get(line.frame)!
    if (frame === absent) return null
    if (frame !== null && 'key' in frame) return frame
    return { campaign_id: campaign.id, ad_id: ad ?? null, creative_id: creative, frame }
  }

  /** Creates what is absent of a line's names, up to the first that refuses it, and resolves it. */
  async create(line: DeliveryLine): Promise<ResolvedNames | Reason> {
    for (;;) {
      const resolved = this.resolve(line)
      if (resolved !== null) return resolved
      await this.#createFirst(line)
    }
  }

  async #createFirst(line: DeliveryLine): Promise<void> {
    const campaign = this.#campaigns.get(line.campaign)!
    if (campaign === absent) {
      const id = await this.#missing.campaign(line.campaign, line.day)
      this.#campaigns.set(line.campaign, { id, ads: new Map() })
      return
    }
    if (line.creative !== null && this.#creatives.get(line.creative) === absent) {
      this.#creatives.set(line.creative, await this.#missing.creative(line.creative))
      return
    }
    const name = this.#adName(line)
    const { id, ads } = campaign as KnownCampaign
    if (name && (ads.get(name) ?? absent) === absent)
      ads.set(name, isName(name) ? await this.#missing.ad(id, name, line.day) : this.#unknown('ad', name))
    else this.#frames.set(line.frame!, await this.#missing.frame(line.frame!))
  }

  /** What a call without a record comes to; what is called by our id or code is never made. */
  #unknown(field: string, call: string): Reason | typeof absent {
    if (this.#options.createMissing && isName(call)) return absent
    return reason(field === 'frame' && isName(call) ? 'unknown_frame' : 'unknown_name', said(field, call))
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

  /**
   * Frames belong to media, not to the advertiser: a name means a frame that this source brought, however much it
   * looks like one of ours, whose publisher would be paid for it; ours are called by our code or id.
   */
  async #lookUpFrames(calls: readonly string[]): Promise<void> {
    const names = calls.filter(isName)
    const others = calls.filter((call) => !isName(call))
    const known = names.length > 0 ? await framesOfSource(this.#client, this.#options.source, names) : new Map<string, never>()
    const own = others.length > 0 ? await ownFrames(this.#client, others) : new Map<string, never>()
    for (const call of calls) this.#frames.set(call, known.get(call) ?? only('frame', call, own.get(call)) ?? this.#unknown('frame', call))
  }

  /** Without a column for ads, the ad is the one named like the creative, else the campaign's only one, else unknown. */
  #adName({ ad, creative, campaign }: DeliveryLine): string | null {
    if (this.#adIsMapped) return ad
    return [creative, campaign].find((call) => call !== null && isName(call)) ?? ''
  }

  async #lookUpAds(lines: readonly DeliveryLine[]): Promise<void> {
    const wanted = new Map<string, AdWanted & { readonly ads: KnownCampaign['ads'] }>()
    for (const line of lines) {
      const campaign = this.#campaigns.get(line.campaign)!
      const name = this.#adName(line)
      if (name === null || campaign === absent || 'key' in campaign || campaign.ads.has(name)) continue
      wanted.set(`${campaign.id} ${name}`, { campaignId: campaign.id, name, ads: campaign.ads })
    }
    if (wanted.size === 0) return
    const anyAd = !this.#adIsMapped && !this.#options.createMissing
    const matches = await adMatches(this.#client, this.#options.advertiserId, [...wanted.values()], anyAd)
    for (const [key, { name, ads }] of wanted) {
      const found = only('ad', name, matches.get(key))
      if (found !== null && 'named' in found) ads.set(name, found.id)
      else if (this.#adIsMapped) ads.set(name, found ?? this.#unknown('ad', name))
      else ads.set(name, found === null && name !== '' && this.#options.createMissing ? absent : null)
    }
  }
}
