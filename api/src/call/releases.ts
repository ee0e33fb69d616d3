import type {
  DamagedReleaseChange,
  FailureFrame,
  PreviewBuilds,
  PreviewedBuild,
  ReleaseBuild,
  ReleaseChange,
  ReleaseMoved,
  ReleaseUnit,
  ResolvedFrame,
} from '@adsite/contract'

/** A decision about a unit's pointer: the state it was based on, and who made it. */
export interface ReleaseDecision {
  /** Revision that the decision was based on; refused if the pointer has moved since. undefined if there was no pointer. */
  readonly rev?: number | undefined
  /** Recorded in the registry's log. */
  readonly who: string
}

export interface BuildChoice extends ReleaseDecision {
  readonly build: string
  readonly reason?: string | undefined
}

/** A canary as the registry knows it: what a page says of its account proves nothing. */
export interface Trial {
  readonly build: string
  readonly includes: (account: number) => boolean
}

/** What a link of a preview allows. */
export interface PreviewLink {
  readonly builds: PreviewBuilds
  readonly until: string
  /** Accounts that may open it, besides administrators. */
  readonly accounts: readonly number[]
}

export interface Reasoned extends ReleaseDecision {
  readonly reason: string
}

/** The whole history of a unit, each newest first. */
export interface ReleaseHistory {
  readonly changes: readonly ReleaseChange[]
  readonly damaged: readonly DamagedReleaseChange[]
}

/**
 * Interface between the releases page and the registry, implemented by the composing server. Calls reject with a
 * RequestError: `not_found` for an unknown unit, `conflict` after a concurrent change, `action_blocked` with
 * reason and advice, `unavailable` when the registry cannot be reached.
 */
export interface Releases {
  /** Every unit with a build or a pointer, the shell first. */
  units(): Promise<ReleaseUnit[]>
  /** The canaries that run, by unit. */
  trials(): Promise<ReadonlyMap<string, Trial>>
  /** Newest first. */
  builds(unit: string): Promise<ReleaseBuild[]>
  history(unit: string): Promise<ReleaseHistory>
  /** What the token of a link allows; refuses one that is not genuine, for another site, or over (`action_blocked`). */
  readPreviewLink(token: string): Promise<PreviewLink>
  /** The builds of a preview; refuses those that could not run (`action_blocked`). */
  checkPreview(builds: PreviewBuilds): Promise<PreviewedBuild[]>
  /** The places of a stack in the sources, as far as there are source maps. */
  resolve(frames: readonly FailureFrame[]): Promise<ResolvedFrame[]>
  /** `now`: open pages swap at once, except where something is unsaved. */
  rollback(
    unit: string,
    options: Reasoned & { readonly build?: string | undefined; readonly now?: true | undefined },
  ): Promise<ReleaseMoved>
  canary(unit: string, options: BuildChoice & { readonly percent: number; readonly accounts: readonly number[] }): Promise<ReleaseMoved>
  endCanary(unit: string, options: ReleaseDecision & { readonly reason?: string | undefined }): Promise<ReleaseMoved>
  promote(unit: string, options: BuildChoice): Promise<ReleaseMoved>
  freeze(unit: string, options: Reasoned): Promise<ReleaseMoved>
  unfreeze(unit: string, options: Reasoned): Promise<ReleaseMoved>
}
