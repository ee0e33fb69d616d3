import { readLoads, type Database, type Housekeeping, type Incident, type Repeated } from '@adsite/api'
import { releaseEvidence } from '@adsite/contract'
import {
  automaticRollbacks,
  commandLine,
  listPromoted,
  readServed,
  ReleaseError,
  watchUnit,
  type Asked,
  type EffectivePointer,
  type LogEntry,
  type Registry,
} from '@adsite/release'
import type { Logger } from 'pino'
import * as v from 'valibot'

const channel = 'stable'

/** A unit that is served from its log. */
function damageOf(unit: string, { pointer, damage }: EffectivePointer): Incident {
  const details = { target: null, comparison: null, why: damage, command: commandLine([['repair', unit]]) }
  return { unit, build: pointer.stable, outcome: 'degraded', since: pointer.rev, details }
}

/** A rollback that is due and needs a person. */
function questionOf(unit: string, { why, comparison, since, refusal, command }: Asked): Incident {
  return { unit, build: comparison.tried.build, outcome: why, since, details: { target: null, comparison, why: refusal, command } }
}

/** A rollback that the site has made. */
function rollbackOf(unit: string, { rev, from, to, evidence }: LogEntry): Incident {
  const build = from?.canary?.build ?? from?.stable ?? ''
  const parsed = v.safeParse(releaseEvidence, evidence)
  const command = commandLine([['promote', unit, build]])
  const details = { target: to.stable, comparison: parsed.success ? parsed.output : null, why: null, command }
  return { unit, build, outcome: 'rolled_back', since: rev, details }
}

/**
 * Returns a function that checks every unit once, rolls back remotes that fail (docs/decisions/0009), and tells the
 * operators what was rolled back, what they have to decide and what is served from the log. Each is told once, by
 * whichever process is the first (docs/decisions/0027).
 */
export function releaseWatch(registry: Registry, db: Database, tell: Housekeeping['tellOperators'], logger: Logger): Repeated['run'] {
  async function look(unit: string): Promise<void> {
    const current = await readServed(registry, channel, unit)
    if (current?.damage) {
      if (await tell(damageOf(unit, current))) logger.warn({ unit, why: current.damage }, 'a unit is served from its log')
      return
    }
    const watched = await watchUnit(registry, { unit, channel, readLoads: (name, wanted) => readLoads(db, name, wanted) })
    if (watched.kind === 'rolled_back') logger.warn(watched.moved, 'a build was rolled back by itself')
    if (watched.kind === 'ask' && (await tell(questionOf(unit, watched)))) {
      logger.warn({ unit, ...watched }, 'a build fails: somebody has to decide')
    }
    // From the log: whoever rolled back may have died before telling.
    for (const entry of await automaticRollbacks(registry, { unit, channel })) await tell(rollbackOf(unit, entry))
  }

  return async () => {
    let outcome: 'failed' | undefined
    for (const unit of await listPromoted(registry, channel)) {
      try {
        await look(unit)
      } catch (error) {
        // Somebody has just decided manually, or the registry reports the problem.
        outcome = 'failed'
        logger.warn({ unit, err: error instanceof ReleaseError ? error.message : error }, 'a unit was not watched')
      }
    }
    return outcome
  }
}
