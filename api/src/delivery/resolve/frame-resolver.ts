import { required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { isName } from '../parse/call.ts'
import { only, unknown, type Known } from './known.ts'
import { MissingFrames } from './missing-frames.ts'
import { framesMeant, framesOfSource, ownFrames } from './name-lookups.ts'

export interface ResolvedFrame {
  readonly id: number
  readonly space_id: number
  readonly publisher_group_id: number
}

export interface ResolverOptions {
  readonly source: string
  readonly createMissing: boolean
  readonly userId: number | null
}

/**
 * Resolves frames, which belong to media and not to advertisers. A name stands for the frame that an
 * administrator assigned to it for this source, or for one that the source itself brought. It never stands for
 * one of our frames just because it looks alike, since that would pay the wrong publisher; ours are referred to
 * by code or id.
 */
export class FrameResolver {
  readonly #client: ClientBase
  readonly #options: ResolverOptions
  readonly #missing: MissingFrames
  readonly #frames = new Map<string, Known<ResolvedFrame>>()
  constructor(client: ClientBase, options: ResolverOptions) {
    this.#client = client
    this.#options = options
    this.#missing = new MissingFrames(client, options)
  }

  /** Looks up the frames that no earlier line referred to. */
  async lookUp(lines: readonly { readonly frame: string | null }[]): Promise<void> {
    const calls = new Set<string>()
    for (const { frame } of lines) if (frame !== null && !this.#frames.has(frame)) calls.add(frame)
    const names = [...calls].filter(isName)
    const others = [...calls].filter((call) => !isName(call))
    const known = names.length > 0 ? await this.#known(names) : new Map<string, never>()
    const own = others.length > 0 ? await ownFrames(this.#client, others) : new Map<string, never>()
    for (const call of calls)
      this.#frames.set(call, known.get(call) ?? only('frame', call, own.get(call)) ?? unknown('frame', call, this.#options.createMissing))
  }

  /** An assignment by an administrator takes precedence over the frame that an earlier file brought under the name. */
  async #known(names: readonly string[]): Promise<Map<string, ResolvedFrame>> {
    const { source } = this.#options
    return new Map([...(await framesOfSource(this.#client, source, names)), ...(await framesMeant(this.#client, source, names))])
  }

  /** Returns the result of the lookup. */
  resolve(call: string): Known<ResolvedFrame> {
    return required(this.#frames.get(call), 'the frame of a line that was looked up')
  }

  async create(name: string): Promise<void> {
    this.#frames.set(name, await this.#missing.frame(name))
  }
}
