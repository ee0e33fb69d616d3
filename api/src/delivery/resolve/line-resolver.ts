import { required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import type { DeliveryLine } from '../parse/delivery-line.ts'
import { FrameResolver, type ResolvedFrame, type ResolverOptions } from './frame-resolver.ts'
import { absent, only, unknown } from './known.ts'
import { NameResolver, type AdvertiserNames } from './name-resolver.ts'
import type { Reason } from '../error/delivery-error.ts'
import { advertiserMatches, createAdvertiser } from './resolve-advertiser.ts'

/** The ids that the names of a line stand for. */
export interface ResolvedNames extends AdvertiserNames {
  readonly advertiser_id: number
  readonly frame: ResolvedFrame | null
}

interface FileOptions extends ResolverOptions {
  readonly adIsMapped: boolean
}

/**
 * Resolves the references of lines to ids: campaigns, ads and creatives within the line's advertiser, frames
 * within the source. Lines are looked up in batches, then resolved; missing records are created if asked for.
 */
export class LineResolver {
  readonly #client: ClientBase
  readonly #options: FileOptions
  readonly #frames: FrameResolver
  /** Keyed by the lines' reference to an advertiser; null for lines that name none. */
  readonly #advertisers = new Map<string | null, NameResolver | Reason>()
  /** Two references may name the same advertiser, whose names are resolved once. */
  readonly #byId = new Map<number, NameResolver>()

  /** `advertiserId`: the advertiser of lines that name none; null if every line names one. */
  constructor(client: ClientBase, advertiserId: number | null, options: FileOptions) {
    this.#client = client
    this.#options = options
    this.#frames = new FrameResolver(client, options)
    if (advertiserId !== null) this.#advertisers.set(null, this.#namesOf(advertiserId))
  }

  /** The advertisers of the lines so far. */
  get advertiserIds(): number[] {
    return [...this.#byId.keys()]
  }

  #namesOf(advertiserId: number): NameResolver {
    const names = this.#byId.get(advertiserId) ?? new NameResolver(this.#client, { ...this.#options, advertiserId })
    this.#byId.set(advertiserId, names)
    return names
  }

  async finish(): Promise<void> {
    for (const names of this.#byId.values()) await names.finish()
  }

  /** The names of the advertiser that a line refers to, or why it has none. */
  #namesFor(call: string | null): NameResolver | Reason {
    return required(this.#advertisers.get(call), 'the advertiser of a line that was looked up')
  }

  async #lookUpAdvertisers(calls: readonly string[]): Promise<void> {
    const { createMissing, userId } = this.#options
    const matches = await advertiserMatches(this.#client, calls)
    for (const call of calls) {
      const found = only('advertiser', call, matches.get(call)) ?? unknown('advertiser', call, createMissing)
      if (found !== absent && 'key' in found) this.#advertisers.set(call, found)
      else this.#advertisers.set(call, this.#namesOf(found === absent ? await createAdvertiser(this.#client, call, userId) : found.id))
    }
  }

  async lookUp(lines: readonly DeliveryLine[]): Promise<void> {
    const byAdvertiser = Map.groupBy(lines, ({ advertiser }) => advertiser)
    const calls = [...byAdvertiser.keys()].flatMap((call) => (call === null || this.#advertisers.has(call) ? [] : [call]))
    if (calls.length > 0) await this.#lookUpAdvertisers(calls)
    for (const [call, own] of byAdvertiser) {
      const names = this.#namesFor(call)
      if (!('key' in names)) await names.lookUp(own)
    }
    await this.#frames.lookUp(lines)
  }

  /** Returns the ids of a line that was looked up, or null if something has to be created first (`create`). */
  resolve(line: DeliveryLine): ResolvedNames | Reason | null {
    const names = this.#namesFor(line.advertiser)
    if ('key' in names) return names
    const own = names.resolve(line)
    if (own === null || 'key' in own) return own
    const frame = line.frame === null ? null : this.#frames.resolve(line.frame)
    if (frame === absent) return null
    if (frame !== null && 'key' in frame) return frame
    const { campaign_id, ad_id, creative_id } = own
    return { advertiser_id: names.advertiserId, campaign_id, ad_id, creative_id, frame }
  }

  /** Creates what the line's names lack, up to the first refusal, and resolves it. */
  async create(line: DeliveryLine): Promise<ResolvedNames | Reason> {
    const names = this.#namesFor(line.advertiser)
    if ('key' in names) return names
    for (;;) {
      const resolved = this.resolve(line)
      if (resolved !== null) return resolved
      if (names.resolve(line) === null) await names.create(line)
      else await this.#frames.create(required(line.frame, 'the frame of a line that lacks nothing else'))
    }
  }
}
