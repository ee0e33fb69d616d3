import { required } from '@adsite/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { history, promote, publish, readEffectivePointer, ReleaseError, type Registry } from '@adsite/release'
import { areasOf } from './remotes.ts'

/** Reason in the log for builds promoted by starting the site. */
const why = 'npm start'
const channel = 'stable'

/** The units and the folders of their builds; the shell first, because remotes are checked against it. */
const unitsOf = (root: string) => [['shell', 'shell'], ...areasOf(root).map((area) => [area, `remote-${area}`])] as const

export interface ReleasedUnit {
  readonly unit: string
  /** The build made from the sources. */
  readonly build: string
  /** The live build. */
  readonly running: string
  readonly promoted: boolean
  /** Why it was not promoted, if another build stays live. */
  readonly refused: string | null
}

/** The build that the last start of the site promoted; null if there is none. */
async function lastStarted(registry: Registry, unit: string): Promise<string | null> {
  if ((await registry.listLog(channel, unit)).length === 0) return null
  return (await history(registry, { unit, channel })).entries.find((entry) => entry.why === why)?.to.stable ?? null
}

/** The id of the build in a directory; null if there is none. */
async function readBuild(from: string): Promise<string | null> {
  const text = await readFile(join(from, 'manifest.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const { build }: { build: string } = JSON.parse(text)
  return build
}

/** Publishes and promotes a build; returns the reason if that was refused. */
async function release(registry: Registry, unit: string, from: string): Promise<ReleaseError | null> {
  try {
    const { build } = await publish(registry, { unit, from, channel, commit: null, buildCommand: 'npm start' })
    await promote(registry, { unit, build, channel, who: process.env.RELEASE_USER ?? 'npm start', why })
    return null
  } catch (error) {
    if (error instanceof ReleaseError) return error
    throw error
  }
}

/**
 * Publishes and promotes what was built, once per build: a build that an earlier start promoted is left as
 * operators set it, so that a restart never undoes a rollback (docs/decisions/0003). A refused build (the unit
 * is frozen, or it is incompatible with what is live) changes nothing.
 * @throws ReleaseError
 */
export async function releaseBuilt(registry: Registry, root: string): Promise<ReleasedUnit[]> {
  const released: ReleasedUnit[] = []
  for (const [unit, folder] of unitsOf(root)) {
    const from = join(root, folder, 'dist')
    const built = await readBuild(from)
    const due = built === null || (await lastStarted(registry, unit)) !== built
    const refused = due ? await release(registry, unit, from) : null
    const running = (await readEffectivePointer(registry, channel, unit))?.pointer.stable
    if (refused && running === undefined) throw refused
    const build = required(built ?? running, `a build of ${unit}, since its release was not refused`)
    released.push({ unit, build, running: running ?? build, promoted: due && !refused, refused: refused?.message ?? null })
  }
  return released
}
