import { RequestError, type Releases } from '@adsite/api'
import {
  releaseEvidence,
  type ReleaseAction,
  type ReleaseBuild,
  type ReleaseChange,
  type ReleaseTrial,
  type ReleaseUnit,
} from '@adsite/contract'
import {
  automaticActor,
  freeze,
  history,
  listPromoted,
  promote,
  readEffectivePointer,
  ReleaseError,
  repairAdvice,
  rollback,
  shellUnit,
  unfreeze,
  type Canary,
  type LogEntry,
  type PointerMoved,
  type Registry,
} from '@adsite/release'
import * as v from 'valibot'
import { apiRefusal } from './api-refusal.ts'

const channel = 'stable'

/** The salt that selects the canary's accounts is internal. */
function trialOf(canary: Canary | null): ReleaseTrial | null {
  return canary && { build: canary.build, percent: canary.percent, accounts: [...canary.accounts] }
}

function changeOf(entry: LogEntry, tookEffect: boolean): ReleaseChange {
  const { rev, at, who, why, action, from, to } = entry
  const evidence = v.safeParse(releaseEvidence, entry.evidence)
  const tried = from?.canary?.build
  return {
    rev,
    at,
    who,
    why,
    action,
    automatic: who === automaticActor,
    took_effect: tookEffect,
    from: from?.stable ?? null,
    to: to.stable,
    canary: trialOf(to.canary),
    ended_canary: tried !== undefined && tried !== to.canary?.build ? tried : null,
    evidence: evidence.success ? evidence.output : null,
  }
}

function movedOf({ rev, build, canary, endedCanary }: PointerMoved) {
  return { rev, build, canary: trialOf(canary), ended_canary: endedCanary }
}

/** Implements the releases page's operations with the same functions as the command line. */
export function releasesOf(registry: Registry): Releases {
  async function titleOf(unit: string, build: string): Promise<ReleaseUnit['title']> {
    if (unit === shellUnit) return null
    // A unit with an unreadable release must still be shown, because it may need a rollback.
    return (await registry.readRemoteRelease(unit, build).catch(() => null))?.manifest.title ?? null
  }

  async function readUnit(unit: string): Promise<ReleaseUnit> {
    const nothing: ReleaseUnit = {
      unit,
      title: null,
      can_try: false,
      rev: null,
      stable: null,
      canary: null,
      last_known_good: [],
      bad: [],
      frozen: false,
      changed: null,
      fault: null,
    }
    try {
      const current = await readEffectivePointer(registry, channel, unit)
      if (!current) return nothing
      const { rev, stable, canary, lastKnownGood, bad, frozen } = current.pointer
      const entry = await registry.readLogEntry(channel, unit, rev)
      return {
        unit,
        title: await titleOf(unit, stable),
        can_try: unit !== shellUnit,
        rev,
        stable,
        canary: trialOf(canary),
        last_known_good: lastKnownGood.filter((build) => !bad.includes(build)),
        bad: [...bad],
        frozen,
        changed: entry && changeOf(entry, true),
        fault: current.damage && `${current.damage}. ${repairAdvice(channel, unit)}`,
      }
    } catch (error) {
      if (error instanceof ReleaseError && error.code === 'registry_damaged') return { ...nothing, fault: error.message }
      throw error
    }
  }

  /** A unit without pointer and builds does not exist. */
  async function reading<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      throw new RequestError(error.code === 'unit_unknown' || error.code === 'invalid_name' ? 'not_found' : 'unavailable')
    }
  }

  async function changing(action: ReleaseAction, unit: string, work: () => Promise<PointerMoved>) {
    try {
      return movedOf(await work())
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      throw apiRefusal(error, { action, unit, winner: error.code === 'pointer_moved' ? await winnerOf(unit) : null })
    }
  }

  async function winnerOf(unit: string) {
    const rev = (await registry.readPointer(channel, unit))?.pointer.rev
    const entry = rev === undefined ? null : await registry.readLogEntry(channel, unit, rev)
    return entry && { who: entry.who, rev: entry.rev }
  }

  async function buildOf(unit: string, build: string): Promise<ReleaseBuild | null> {
    const read = unit === shellUnit ? registry.readShellRelease(build) : registry.readRemoteRelease(unit, build)
    // Unsigned and damaged builds cannot be released; doctor names them.
    const release = await read.catch(() => null)
    return release && { build, published_at: release.created_at, commit: release.commit }
  }

  return {
    units: () =>
      reading(async () => {
        const names = [...new Set([...(await listPromoted(registry, channel)), ...(await registry.listUnits())])].toSorted()
        const first = names.filter((name) => name === shellUnit)
        return Promise.all([...first, ...names.filter((name) => name !== shellUnit)].map(readUnit))
      }),

    builds: (unit) =>
      reading(async () => {
        const names = await registry.listBuilds(unit)
        if (names.length === 0) throw new RequestError('not_found')
        const builds = (await Promise.all(names.map((build) => buildOf(unit, build)))).filter((build) => build !== null)
        return builds.toSorted((one, other) => (one.published_at < other.published_at ? 1 : -1))
      }),

    history: (unit) =>
      reading(async () => {
        const { entries } = await history(registry, { unit, channel })
        return entries.map((entry) => changeOf(entry, entry.tookEffect))
      }),

    rollback: (unit, { rev, who, build, reason }) =>
      changing('rollback', unit, () => rollback(registry, { unit, channel, who, build, reason, decidedOn: rev })),

    canary: (unit, { rev, who, build, reason = null, percent, accounts }) =>
      changing('canary', unit, () =>
        promote(registry, { unit, channel, who, build, why: reason, canary: { percent, accounts }, decidedOn: rev }),
      ),

    promote: (unit, { rev, who, build, reason = null }) =>
      changing('promote', unit, () => promote(registry, { unit, channel, who, build, why: reason, decidedOn: rev })),

    freeze: (unit, { rev, who, reason }) =>
      changing('freeze', unit, () => freeze(registry, { unit, channel, who, reason, decidedOn: rev })),

    unfreeze: (unit, { rev, who, reason }) =>
      changing('unfreeze', unit, () => unfreeze(registry, { unit, channel, who, reason, decidedOn: rev })),
  }
}
