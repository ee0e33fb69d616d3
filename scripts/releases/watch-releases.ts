import { readLoads, type Database } from '@adsite/api'
import { ReleaseError, watchUnit, type Asked, type Registry } from '@adsite/release'
import type { Logger } from 'pino'

const channel = 'stable'

/**
 * Returns a function that checks every unit once, and rolls back remotes that fail (docs/decisions/0009). It asks once for
 * what a person has to decide, and again when the unit or the reason has changed.
 */
export function releaseWatch(registry: Registry, db: Database, logger: Logger): () => Promise<void> {
  /** Unit → what was asked last. */
  const asked = new Map<string, string>()

  function ask(unit: string, { why, rev, refusal, comparison }: Asked): void {
    const question = `${rev} ${why}`
    if (asked.get(unit) === question) return
    asked.set(unit, question)
    logger.warn({ unit, why, ...(refusal !== null && { refusal }), ...comparison }, 'a build fails: somebody has to decide')
  }

  return async () => {
    const units = await registry.listLive(channel)
    for (const unit of units) {
      try {
        const watched = await watchUnit(registry, { unit, channel, readLoads: (name, wanted) => readLoads(db, name, wanted) })
        if (watched.kind === 'rolled_back') logger.warn(watched.moved, 'a build was rolled back by itself')
        if (watched.kind === 'ask') ask(unit, watched)
      } catch (error) {
        // Somebody has just decided manually, or the registry reports the problem.
        logger.warn({ unit, err: error instanceof ReleaseError ? error.message : error }, 'a unit was not watched')
      }
    }
  }
}

/** Checks the releases periodically, until the returned function is called. */
export function startWatching(registry: Registry, db: Database, logger: Logger, seconds: number): () => void {
  const look = releaseWatch(registry, db, logger)
  const timer = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ err: error }, 'watching the releases failed'))
  }, seconds * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
