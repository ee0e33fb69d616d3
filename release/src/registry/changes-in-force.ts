import type { Registry } from './registry.ts'
import type { LogEntry, Pointer } from './schemas.ts'

/**
 * The changes that led to a pointer, newest first; null in the place of an entry that is missing or damaged. Each entry
 * names its base, so changes whose writer lost a race or died are not among them. What an unreadable one was based on
 * nobody knows: it is taken to be the entry before it, as it nearly always is.
 */
export async function* changesInForce(
  registry: Registry,
  channel: string,
  unit: string,
  { rev }: Pick<Pointer, 'rev'>,
): AsyncGenerator<LogEntry | null> {
  for (let next = rev; ;) {
    const current = next
    const entry = await registry.readLogEntry(channel, unit, current)
    yield entry
    const base = entry ? entry.from?.rev : (await registry.listLog(channel, unit)).findLast((other) => other < current)
    // An entry that names itself or a later one as its base would lead in a circle.
    if (base === undefined || base >= current) return
    next = base
  }
}
