import type { ReleaseBuild, ReleaseChange, ReleaseMoved, ReleaseUnit } from '@adsite/contract'

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

export interface Reasoned extends ReleaseDecision {
  readonly reason: string
}

/**
 * Interface between the releases page and the registry, implemented by the composing server. Calls reject with a
 * RequestError: `not_found` for an unknown unit, `conflict` after a concurrent change, `action_blocked` with
 * reason and advice, `unavailable` when the registry cannot be reached.
 */
export interface Releases {
  /** Every unit with a build or a pointer, the shell first. */
  units(): Promise<ReleaseUnit[]>
  /** Newest first. */
  builds(unit: string): Promise<ReleaseBuild[]>
  /** The whole history, newest first. */
  history(unit: string): Promise<ReleaseChange[]>
  rollback(unit: string, options: Reasoned & { readonly build?: string | undefined }): Promise<ReleaseMoved>
  canary(unit: string, options: BuildChoice & { readonly percent: number; readonly accounts: readonly number[] }): Promise<ReleaseMoved>
  promote(unit: string, options: BuildChoice): Promise<ReleaseMoved>
  freeze(unit: string, options: Reasoned): Promise<ReleaseMoved>
  unfreeze(unit: string, options: Reasoned): Promise<ReleaseMoved>
}
