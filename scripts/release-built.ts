import { join } from 'node:path'
import { history, promote, publish, type Registry } from '@adsite/release'

/** Why the log says that a build was promoted by starting the site. */
const why = 'npm start'
const channel = 'stable'

export interface ReleasedUnit {
  readonly unit: string
  readonly build: string
  readonly promoted: boolean
}

/**
 * Publishes what was built and promotes it, once for each build: a build that a start has promoted
 * before is left as operations put it, so that a restart never undoes a rollback.
 * @throws ReleaseRefused
 */
export async function releaseBuilt(registry: Registry, root: string, units: Readonly<Record<string, string>>): Promise<ReleasedUnit[]> {
  const released: ReleasedUnit[] = []
  for (const [unit, folder] of Object.entries(units)) {
    const from = join(root, folder, 'dist')
    const { build } = await publish(registry, { unit, from, channel, commit: null, buildCommand: 'npm start' })
    const { entries } = await history(registry, { unit, channel })
    const lastStart = entries.find((entry) => entry.why === why)
    const promoted = lastStart?.to.build !== build
    if (promoted) await promote(registry, { unit, build, channel, who: process.env.RELEASE_USER ?? 'npm start', why })
    released.push({ unit, build, promoted })
  }
  return released
}
