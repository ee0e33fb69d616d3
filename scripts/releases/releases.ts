import { RequestError, type Releases, type Trial } from '@adsite/api'
import {
  releaseEvidence,
  shellTitle,
  type ReleaseAction,
  type ReleaseBuild,
  type ReleaseChange,
  type ReleaseTrial,
  type ReleaseUnit,
  type Text,
} from '@adsite/contract'
import {
  automaticActor,
  checkPreview,
  commandLine,
  commandsOf,
  endCanary,
  freeze,
  history,
  listPromoted,
  promote,
  readEffectivePointer,
  readLive,
  readPreviewToken,
  ReleaseError,
  repairAdvice,
  rollback,
  shellUnit,
  sourceResolver,
  unfreeze,
  unusableBuilds,
  waysBack,
  type Canary,
  type Live,
  type LogEntry,
  type PointerMoved,
  type Registry,
  type WaysBack,
} from '@adsite/release'
import { isInCanary } from '@adsite/remote/release-format'
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

/** The reason is the operator's to fill in. */
function wayBackOf({ alone, passedOver, together }: WaysBack): ReleaseUnit['way_back'] {
  const command = together && commandLine(commandsOf(together, channel))
  return { build: alone, passed_over: [...passedOver], command }
}

export interface ReleasesOptions {
  /** The site's own origins, for links of previews. */
  readonly sites?: readonly string[]
  /** Units that administrators only take back. */
  readonly protectedUnits?: readonly string[]
}

/** Implements the releases page's operations with the same functions as the command line. */
export function releasesOf(registry: Registry, { sites = [], protectedUnits = [] }: ReleasesOptions = {}): Releases {
  /**
   * Administrators take a protected unit back to builds that ran, but give nobody a new one: that takes a key or a token
   * of the unit.
   */
  async function refuseForward(unit: string, build: string | undefined): Promise<void> {
    if (!protectedUnits.includes(unit)) return
    const back = build !== undefined && (await registry.readPointer(channel, unit))?.pointer.lastKnownGood.includes(build)
    if (back) return
    throw new ReleaseError('unit_protected', {
      what: `${unit} was not changed on ${channel}`,
      why: `${unit} is protected (RELEASE_PROTECTED), and ${build ?? 'the build'} is none that it goes back to`,
      advice: `Use the command line with a key or a token of ${unit}`,
    })
  }

  const resolve = sourceResolver(registry)

  async function describe(unit: string, build: string): Promise<Pick<ReleaseUnit, 'title' | 'owner'>> {
    // A unit with an unreadable release must still be shown, because it may need a rollback.
    if (unit === shellUnit) {
      const shell = await registry.readShellRelease(build).catch(() => null)
      return { title: null, owner: shell?.manifest.owner ?? null }
    }
    const remote = await registry.readRemoteRelease(unit, build).catch(() => null)
    return { title: remote?.manifest.title ?? null, owner: remote?.manifest.owner ?? null }
  }

  async function readUnit(unit: string, live: Live): Promise<ReleaseUnit> {
    const nothing: ReleaseUnit = {
      unit,
      title: null,
      owner: null,
      can_try: false,
      is_protected: protectedUnits.includes(unit),
      rev: null,
      stable: null,
      canary: null,
      last_known_good: [],
      bad: [],
      way_back: null,
      frozen: false,
      changed: null,
      fault: null,
    }
    try {
      const current = await readEffectivePointer(registry, channel, unit)
      if (!current) return nothing
      const { rev, stable, canary, lastKnownGood, bad, frozen } = current.pointer
      const entry = await registry.readLogEntry(channel, unit, rev)
      const unusable = await unusableBuilds(registry, unit, current.pointer)
      return {
        unit,
        ...(await describe(unit, stable)),
        can_try: unit !== shellUnit,
        is_protected: protectedUnits.includes(unit),
        rev,
        stable,
        canary: trialOf(canary),
        last_known_good: lastKnownGood.filter((build) => !bad.includes(build)),
        bad: [...bad],
        way_back: wayBackOf(await waysBack(registry, channel, unit, { live })),
        frozen,
        changed: entry && changeOf(entry, true),
        unusable: unusable.map(({ build, fault }) => ({ build, why: fault })),
        fault: current.damage && `${current.damage}. ${repairAdvice(channel, unit)}`,
      }
    } catch (error) {
      if (error instanceof ReleaseError && error.code === 'registry_damaged') return { ...nothing, fault: error.message }
      throw error
    }
  }

  /** What the page calls a unit. */
  async function titleOf(unit: string): Promise<Text> {
    if (unit === shellUnit) return shellTitle
    const current = await readEffectivePointer(registry, channel, unit).catch(() => null)
    const described = current && (await describe(unit, current.pointer.stable))
    return described?.title ?? { ja: unit, en: unit }
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
      const moved = await work()
      if (moved.changed) return movedOf(moved)
      // A pipeline may repeat itself; a person who is told that it was done looks for it in the history.
      throw new ReleaseError('unchanged', {
        what: `${unit} was not changed on ${channel}`,
        why: `${unit} runs ${moved.build} on ${channel} already, for the same accounts`,
        advice: `See what runs with "release status ${unit}"`,
      })
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      throw apiRefusal(error, { action, unit: await titleOf(unit), winner: error.code === 'pointer_moved' ? await winnerOf(unit) : null })
    }
  }

  async function previewing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      throw apiRefusal(error, { action: 'preview', unit: null, winner: null })
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
        const live = await readLive(registry, channel)
        return Promise.all([...first, ...names.filter((name) => name !== shellUnit)].map((name) => readUnit(name, live)))
      }),

    trials: () =>
      reading(async () => {
        const units = await listPromoted(registry, channel)
        const trials = units.map(async (unit): Promise<[string, Trial][]> => {
          // A unit whose pointer cannot be read has no canary that anybody would get.
          const canary = (await readEffectivePointer(registry, channel, unit).catch(() => null))?.pointer.canary
          return canary ? [[unit, { build: canary.build, includes: (account) => isInCanary(canary, account) }]] : []
        })
        return new Map((await Promise.all(trials)).flat())
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
        const { entries, damaged } = await history(registry, { unit, channel })
        return {
          changes: entries.map((entry) => changeOf(entry, entry.tookEffect)),
          damaged: damaged.map(({ rev, key }) => ({ rev, object: key })),
        }
      }),

    readPreviewLink: (token) => previewing(async () => readPreviewToken(await registry.keys(), token, { sites, now: new Date() })),

    checkPreview: (builds) => previewing(() => checkPreview(registry, channel, builds)),

    resolve: (frames) => reading(() => resolve(frames)),

    rollback: (unit, { rev, who, build, reason, now }) =>
      changing('rollback', unit, async () => {
        if (build !== undefined) await refuseForward(unit, build)
        return rollback(registry, { unit, channel, who, build, reason, now, decidedOn: rev })
      }),

    canary: (unit, { rev, who, build, reason = null, percent, accounts }) =>
      changing('canary', unit, async () => {
        await refuseForward(unit, undefined)
        return promote(registry, { unit, channel, who, build, why: reason, canary: { percent, accounts }, decidedOn: rev })
      }),

    endCanary: (unit, { rev, who, reason = null }) =>
      changing('end_canary', unit, () => endCanary(registry, { unit, channel, who, why: reason, decidedOn: rev })),

    promote: (unit, { rev, who, build, reason = null }) =>
      changing('promote', unit, async () => {
        await refuseForward(unit, undefined)
        return promote(registry, { unit, channel, who, build, why: reason, decidedOn: rev })
      }),

    freeze: (unit, { rev, who, reason }) =>
      changing('freeze', unit, () => freeze(registry, { unit, channel, who, reason, decidedOn: rev })),

    unfreeze: (unit, { rev, who, reason }) =>
      changing('unfreeze', unit, () => unfreeze(registry, { unit, channel, who, reason, decidedOn: rev })),
  }
}
