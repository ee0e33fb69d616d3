import type { ReleaseBuild, ReleaseChange, ReleaseMoved, ReleaseUnit } from '@adsite/contract'

/** A change of what runs of a unit: what it was decided on, and who answers for it. */
export interface ReleaseDecision {
  /** The revision that was looked at: a change that came in between is refused; undefined: there was none. */
  readonly rev?: number | undefined
  /** For the log of the registry. */
  readonly who: string
}

export interface BuildChoice extends ReleaseDecision {
  readonly build: string
  readonly reason?: string | undefined
}

export interface Reasoned extends ReleaseDecision {
  readonly reason: string
}

/**
 * What the composer binds the releases page to: the registry behind the site. Every call rejects with a
 * RequestError: `not_found` for a unit that there is none of, `conflict` when somebody else was faster,
 * `action_blocked` with what was refused, why and what to do, `unavailable` when the registry cannot be reached.
 */
export interface Releases {
  /** Every unit that has a build or a pointer, the shell first. */
  units(): Promise<ReleaseUnit[]>
  /** Newest first. */
  builds(unit: string): Promise<ReleaseBuild[]>
  /** Newest first; all of them. */
  history(unit: string): Promise<ReleaseChange[]>
  rollback(unit: string, options: Reasoned & { readonly build?: string | undefined }): Promise<ReleaseMoved>
  canary(unit: string, options: BuildChoice & { readonly percent: number; readonly accounts: readonly number[] }): Promise<ReleaseMoved>
  promote(unit: string, options: BuildChoice): Promise<ReleaseMoved>
  freeze(unit: string, options: Reasoned): Promise<ReleaseMoved>
  unfreeze(unit: string, options: Reasoned): Promise<ReleaseMoved>
}
