import type { Release } from '@adsite/remote/release-format'
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
  readonly bytes: number
}

/**
 * Removes unused builds: those that no pointer of any channel names as stable, canary or rollback target, that
 * the log of the last days does not name, and that are older than that.
 */
export async function prune(registry: Registry, { unit, days, dryRun }: PruneOptions): Promise<PrunedBuild[]> {
  if (unit !== undefined) checkName('unit', unit)
  const units = unit === undefined ? await registry.listUnits() : [unit]
  const since = new Date(Date.now() - days * dayMs).toISOString()
  const pruned: PrunedBuild[] = []
  for (const name of units) {
    const needed = await neededBuilds(registry, name, since)
    for (const build of await registry.listBuilds(name)) {
      if (needed.has(build)) continue
      const release = name === shellUnit ? await registry.readShellRelease(build) : await registry.readRemoteRelease(name, build)
      if (!release || release.created_at >= since) continue
      if (!dryRun && !(await removeBuild(registry, release, since))) continue
      pruned.push({ unit: name, build, bytes: Object.values(release.files).reduce((sum, { size }) => sum + size, 0) })
    }
  }
  return pruned
}

async function neededBuilds(registry: Registry, unit: string, since: string): Promise<Set<string>> {
  const needed = new Set<string>()
  const need = (pointer: Pointer | null | undefined) => {
    if (!pointer) return
    for (const build of [pointer.stable, ...(pointer.canary ? [pointer.canary.build] : []), ...pointer.lastKnownGood]) needed.add(build)
  }
  for (const channel of await registry.listChannels()) {
    need((await registry.readPointer(channel, unit))?.pointer)
    for (const rev of (await registry.listLog(channel, unit)).toReversed()) {
      const entry = await registry.readLogEntry(channel, unit, rev)
      if (!entry) continue
      if (entry.at < since) break
      need(entry.from)
      need(entry.to)
    }
  }
  return needed
}

/** Deletes release.json first, after which the build cannot be promoted. If somebody promoted it meanwhile, it is restored. */
async function removeBuild(registry: Registry, release: Release, since: string): Promise<boolean> {
  const { storage } = registry
  const { unit, build } = release
  const key = layout.release(unit, build)
  const stored = await storage.read(key)
  await storage.remove(key)
  if ((await neededBuilds(registry, unit, since)).has(build)) {
    if (stored) await storage.create(key, stored.body)
    return false
  }
  for (const path of Object.keys(release.files)) {
    for (const ending of ['', ...Object.values(compressedEndings)]) await storage.remove(`${layout.file(unit, build, path)}${ending}`)
  }
  return true
}
