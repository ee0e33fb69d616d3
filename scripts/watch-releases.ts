import { readLoads, type Database } from '@adsite/api'
import { ReleaseError, shellUnit, watchUnit, type Registry } from '@adsite/release'
import type { Logger } from 'pino'

const channel = 'stable'

/** Checks every remote once, and rolls back what fails (docs/decisions/0009). */
export async function watchReleases(registry: Registry, db: Database, logger: Logger): Promise<void> {
  const units = (await registry.listLive(channel)).filter((unit) => unit !== shellUnit)
  for (const unit of units) {
    try {
      const watched = await watchUnit(registry, { unit, channel, readLoads: (name, since) => readLoads(db, name, since) })
      if (watched.kind === 'rolled_back') logger.warn(watched.moved, 'a build was rolled back by itself')
      if (watched.kind === 'ask') logger.warn({ unit, why: watched.why, ...watched.comparison }, 'a build fails: somebody has to decide')
    } catch (error) {
      // Somebody has just decided manually, or the registry reports the problem.
      logger.warn({ unit, err: error instanceof ReleaseError ? error.message : error }, 'a unit was not watched')
    }
  }
}

/** Checks the releases periodically, until the returned function is called. */
export function startWatching(registry: Registry, db: Database, logger: Logger, seconds: number): () => void {
  const timer = setInterval(() => {
    watchReleases(registry, db, logger).catch((error: unknown) => logger.warn({ err: error }, 'watching the releases failed'))
  }, seconds * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
