import { changesInForce } from '../registry/changes-in-force.ts'
import type { Registry } from '../registry/registry.ts'
import type { LogEntry, Pointer } from '../registry/schemas.ts'

/** How long a rollback may be the one that somebody else is about to do as well (seconds). */
const repeatSeconds = 60

/**
 * The change of the last minute that took a build of the unit back, or ended its canary; null if there is none, or if
 * something was promoted or tried since: a rollback is about that.
 */
export async function lastTakenBack(
  registry: Registry,
  channel: string,
  unit: string,
  pointer: Pointer,
): Promise<{ readonly entry: LogEntry; readonly seconds: number } | null> {
  const now = await registry.storage.now()
  for await (const entry of changesInForce(registry, channel, unit, pointer)) {
    if (!entry) continue
    if (entry.action === 'promote' || entry.action === 'canary') return null
    const seconds = Math.round((now.getTime() - Date.parse(entry.at)) / 1000)
    if (seconds >= repeatSeconds) return null
    if (entry.action === 'rollback' || entry.action === 'end_canary') return { entry, seconds: Math.max(seconds, 0) }
  }
  return null
}

/** The change that made the pointer's build the stable one; null if its log entry, or one since, cannot be read. */
export async function becameStable(registry: Registry, channel: string, unit: string, pointer: Pointer): Promise<LogEntry | null> {
  for await (const entry of changesInForce(registry, channel, unit, pointer)) {
    if (!entry || entry.from?.stable !== entry.to.stable) return entry
  }
  return null
}
