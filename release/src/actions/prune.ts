import type { Release } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { lostPointer } from '../registry/effective-pointer.ts'
import { checkName, compressedEndings, layout, shellUnit } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'

const dayMs = 86_400_000

export interface PruneOptions {
  /** Default: every unit. */
  readonly unit?: string | undefined
  /** Builds used or published within this many days are kept, for pages opened then. */
  readonly days: number
  /** Only reports what would be removed. */
  readonly dryRun: boolean
}

export interface PrunedBuild {
  readonly unit: string
  readonly build: string
  /** 0 for what was never published completely. */
  readonly bytes: number
}

export interface LeftAlone {
  readonly unit: string
  readonly build: string | null
  readonly why: string
}

export interface Pruned {
  readonly removed: readonly PrunedBuild[]
  /** What cannot be read, and why: it is left for somebody to look at. Without a build it is the whole unit. */
  readonly left: readonly LeftAlone[]
}

/** How long a publish may take: younger folders without a release may still be written (milliseconds). */
const publishing = dayMs

/**
 * Removes unused builds: those that no pointer of any channel names as stable, canary or rollback target, that
 * the log of the last days does not name, and that are older than that. Also removes what interrupted publishes have
 * left for more than a day. A build that is damaged, tampered with or signed by a key that is not accepted any more is
 * left and reported.
 * @throws ReleaseError
 */
export async function prune(registry: Registry, { unit, days, dryRun }: PruneOptions): Promise<Pruned> {
  if (unit !== undefined) checkName('unit', unit)
  const known = await registry.listUnits()
  if (unit !== undefined && !known.includes(unit)) {
    throw new ReleaseError('unit_unknown', {
      what: 'Nothing was removed',
      why: `there are no builds of ${unit} in ${registry.storage.location}`,
      advice: known.length > 0 ? `Units with builds: ${known.join(', ')}` : 'Name the right --registry',
    })
  }
  const units = unit === undefined ? known : [unit]
  const now = (await registry.storage.now()).getTime()
  const since = new Date(now - days * dayMs).toISOString()
  const removed: PrunedBuild[] = []
  const left: LeftAlone[] = []
  const leave = (name: string, build: string | null, error: unknown) => {
    if (!(error instanceof ReleaseError) || error.code === 'storage_read_only') throw error
    left.push({ unit: name, build, why: error.why })
  }
  for (const name of units) {
    const needed = await neededBuilds(registry, name, since).catch((error: unknown) => leave(name, null, error))
    // Without its pointer and log nobody knows which builds of the unit are needed.
    if (!needed) continue
    for (const build of await registry.listBuildFolders(name)) {
      if (needed.has(build)) continue
      try {
        const release = name === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(name, build)
        if (release) {
          if (release.created_at >= since || (!dryRun && !(await removeBuild(registry, release, since)))) continue
          removed.push({ unit: name, build, bytes: Object.values(release.files).reduce((sum, { size }) => sum + size, 0) })
        } else if (await isAbandoned(registry, name, build, now)) {
          if (!dryRun) await removeFolder(registry, name, build)
          removed.push({ unit: name, build, bytes: 0 })
        }
      } catch (error) {
        leave(name, build, error)
      }
    }
  }
  return { removed, left }
}

/** True for the files of a publish that has ended without a release.json. */
async function isAbandoned(registry: Registry, unit: string, build: string, now: number): Promise<boolean> {
  const times = await Promise.all((await listFiles(registry, unit, build)).map((key) => registry.storage.modified(key)))
  return times.every((time) => time !== null && now - time.getTime() > publishing)
}

async function listFiles(registry: Registry, unit: string, build: string): Promise<string[]> {
  const walk = async (folder: string): Promise<string[]> => {
    const names = await registry.storage.list(folder)
    if (names.length === 0) return [folder]
    return (await Promise.all(names.map((name) => walk(`${folder}/${name}`)))).flat()
  }
  return walk(`${layout.builds(unit)}/${build}`)
}

async function removeFolder(registry: Registry, unit: string, build: string): Promise<void> {
  for (const key of await listFiles(registry, unit, build)) await registry.storage.remove(key)
}

/** @throws ReleaseError `registry_damaged` if nobody knows, because a pointer or a recent log entry cannot be read */
async function neededBuilds(registry: Registry, unit: string, since: string): Promise<Set<string>> {
  const what = `The builds of ${unit} were left alone`
  const needed = new Set<string>()
  const need = (pointer: Pointer | null | undefined) => {
    if (!pointer) return
    for (const build of [pointer.stable, ...(pointer.canary ? [pointer.canary.build] : []), ...pointer.lastKnownGood]) needed.add(build)
  }
  for (const channel of await registry.listChannels()) {
    const current = await registry.readPointer(channel, unit)
    const revisions = await registry.listLog(channel, unit)
    const newest = revisions.at(-1)
    // Without its pointer it is served from the log, however old the entry. A unit that was never promoted has neither.
    if (!current && newest !== undefined) throw lostPointer(channel, unit, newest, what)
    need(current?.pointer)
    for (const rev of revisions.toReversed()) {
      const entry = await registry.readLogEntry(channel, unit, rev)
      if (!entry) {
        const why = `${layout.logEntry(channel, unit, rev)} is damaged`
        throw new ReleaseError('registry_damaged', { what, why, advice: 'Restore it from a backup or from another copy of the registry' })
      }
      if (entry.at < since) break
      need(entry.from)
      need(entry.to)
    }
  }
  return needed
}

/**
 * Deletes release.json first, after which the build cannot be promoted. It is restored if somebody promoted the build
 * meanwhile, or if that cannot be read.
 */
async function removeBuild(registry: Registry, release: Release, since: string): Promise<boolean> {
  const { storage } = registry
  const { unit, build } = release
  const key = layout.release(unit, build)
  const stored = await storage.read(key)
  await storage.remove(key)
  let unneeded = false
  try {
    unneeded = !(await neededBuilds(registry, unit, since)).has(build)
  } finally {
    if (!unneeded && stored) await storage.create(key, stored.body)
  }
  if (!unneeded) return false
  for (const path of Object.keys(release.files)) {
    for (const ending of ['', ...Object.values(compressedEndings)]) await storage.remove(`${layout.file(unit, build, path)}${ending}`)
    await storage.remove(layout.sourceMap(unit, build, path))
  }
  return true
}
