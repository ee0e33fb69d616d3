import { join } from 'node:path'
import { history, promote, publish, type Registry } from '@adsite/release'

/** Why the log says that a build was promoted by starting the site. */
const why = 'npm start'
const channel = 'stable'

/** The units and where their builds lie; the shell first, since remotes are checked against it. */
const units = { shell: 'shell', ad: 'remote-ad', md: 'remote-md', op: 'remote-op' } as const

export interface ReleasedUnit {
  readonly unit: string
  /** What was built from the sources. */
  readonly build: string
  /** What runs now. */
  readonly running: string
  readonly promoted: boolean
}

/** The build that a start of the site promoted last; null when none has. */
async function lastStarted(registry: Registry, unit: string): Promise<string | null> {
  if ((await registry.listLog(channel, unit)).length === 0) return null
  return (await history(registry, { unit, channel })).entries.find((entry) => entry.why === why)?.to.build ?? null
}

/**
 * Publishes what was built and promotes it, once for each build: a build that a start has promoted
 * before is left as operations put it, so that a restart never undoes a rollback (docs/decisions/0003).
 * @throws ReleaseRefused
 */
export async function releaseBuilt(registry: Registry, root: string): Promise<ReleasedUnit[]> {
  const released: ReleasedUnit[] = []
  for (const [unit, folder] of Object.entries(units)) {
    const from = join(root, folder, 'dist')
    const { build } = await publish(registry, { unit, from, channel, commit: null, buildCommand: 'npm start' })
    const promoted = (await lastStarted(registry, unit)) !== build
    if (promoted) await promote(registry, { unit, build, channel, who: process.env.RELEASE_USER ?? 'npm start', why })
    const running = (await registry.readPointer(channel, unit))?.pointer.stable ?? build
    released.push({ unit, build, running, promoted })
  }
  return released
}
