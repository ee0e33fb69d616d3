import { automaticActor, type LogEntry, type Pointer } from '../registry/schemas.ts'

/** How pages fared with one build, for accounts in the canary or for the others. The weight of each account is limited. */
export interface Loads {
  readonly build: string
  readonly canary: boolean
  /** Successful first screens. */
  readonly worked: number
  readonly failed: number
  /** Accounts that reported, and accounts that reported failures. */
  readonly accounts: number
  readonly failingAccounts: number
}

/** A build and the one that it is compared with (docs/decisions/0009). */
export interface Trial {
  readonly build: string
  readonly against: string
  /** The build is a canary, so both run at the same time for different accounts. */
  readonly canary: boolean
  /** What was told of the build before says nothing about it now. */
  readonly since: Date
  /** The same of the other one, which a stable build has replaced: most was told of it before. */
  readonly againstSince: Date
}

export interface Measured {
  readonly build: string
  readonly loads: number
  readonly failed: number
  /** 0 to 1. */
  readonly rate: number
  readonly accounts: number
  readonly failing_accounts: number
}

/** The figures behind a rollback, kept in the log. */
export interface Comparison {
  readonly tried: Measured
  readonly against: Measured
  /** Start of the trial of the build. */
  readonly since: string
}

export type Verdict =
  | { readonly kind: 'leave' }
  | { readonly kind: 'rollback'; readonly comparison: Comparison }
  /** A rollback is due but needs a person: the unit is frozen, or was rolled back recently. */
  | { readonly kind: 'ask'; readonly why: 'frozen' | 'second'; readonly comparison: Comparison }

const minute = 60_000
const hour = 60 * minute
/** Time that a build is watched after its promotion. */
export const day = 24 * hour

/** Minimum number of loads of each build for a decision. */
const minimumLoads = 10
/** Minimum number of accounts with failures, because beacons can be forged. */
const minimumAccounts = 3
/** Minimum difference of the failure rates. */
const margin = 0.2
/** The same for a canary with fewer accounts, all of which have to fail. */
const marginOfFew = 0.6
/** Time that the accounts of a canary have to report, before it is taken to have fewer. */
const patience = 30 * minute
/** Minimum time between automatic rollbacks of a unit. */
const pause = hour

/**
 * The builds of a unit to compare: its canary with the stable build, otherwise a stable build of the last day with its
 * predecessor. `unknown` if the entry that this depends on cannot be read.
 */
export function trialOf(pointer: Pointer, changes: readonly (LogEntry | null)[], now: Date): Trial | 'unknown' | null {
  const { canary, stable, lastKnownGood } = pointer
  if (canary) {
    const [changed] = changes
    if (!changed) return 'unknown'
    const since = new Date(Math.max(Date.parse(changed.at), now.getTime() - hour))
    return { build: canary.build, against: stable, canary: true, since, againstSince: since }
  }
  const [before] = lastKnownGood
  if (before === undefined) return null
  // An earlier promotion of the build must not pass for the one that cannot be read.
  const promoted = changes.find((change) => !change || (change.action === 'promote' && change.to.stable === stable))
  if (promoted === null) return 'unknown'
  const dayAgo = now.getTime() - day
  if (!promoted || Date.parse(promoted.at) < dayAgo) return null
  // Reports are counted by the minute. Without those of the promotion's own, each rollback would come up to a minute later.
  const since = new Date(Math.floor(Date.parse(promoted.at) / minute) * minute)
  return { build: stable, against: before, canary: false, since, againstSince: new Date(dayAgo) }
}

function measure(loads: readonly Loads[], build: string, counts: (loads: Loads) => boolean): Measured {
  const heard = loads.filter((one) => one.build === build && counts(one))
  const sum = (of: (loads: Loads) => number) => heard.reduce((total, one) => total + of(one), 0)
  const failed = sum((one) => one.failed)
  const all = failed + sum((one) => one.worked)
  const accounts = { accounts: sum((one) => one.accounts), failing_accounts: sum((one) => one.failingAccounts) }
  return { build, loads: all, failed, rate: all === 0 ? 0 : failed / all, ...accounts }
}

/** Minimum difference of the failure rates for a decision; infinite where too few accounts fail for any. */
function marginOf(trial: Trial, { accounts, failing_accounts: failing }: Measured, now: Date): number {
  if (failing >= minimumAccounts) return margin
  // A build for everybody is never judged by so few: one account could forge what it reports.
  const few = trial.canary && accounts < minimumAccounts && now.getTime() - trial.since.getTime() >= patience
  return few && failing === accounts ? marginOfFew : Infinity
}

/**
 * Decides whether the platform rolls a build back (spec/platform "Automatic rollback"): if it fails clearly more
 * often, for several accounts or for all of a small canary, than the build beside or before it. If both fail alike,
 * the cause is elsewhere.
 */
export function decideRollback(
  trial: Trial,
  loads: readonly Loads[],
  { frozen, changes, now }: { readonly frozen: boolean; readonly changes: readonly (LogEntry | null)[]; readonly now: Date },
): Verdict {
  // Canary accounts that fell back to the stable build say nothing about the others.
  const tried = measure(loads, trial.build, ({ canary }) => !trial.canary || canary)
  const against = measure(loads, trial.against, ({ canary }) => !trial.canary || !canary)
  const known = Math.min(tried.loads, against.loads) >= minimumLoads
  if (!known || tried.rate - against.rate <= marginOf(trial, tried, now)) return { kind: 'leave' }
  const comparison = { tried, against, since: trial.since.toISOString() }
  if (frozen) return { kind: 'ask', why: 'frozen', comparison }
  const rolledBack = changes.some(
    (change) => change?.action === 'rollback' && change.who === automaticActor && Date.parse(change.at) > now.getTime() - pause,
  )
  return rolledBack ? { kind: 'ask', why: 'second', comparison } : { kind: 'rollback', comparison }
}
