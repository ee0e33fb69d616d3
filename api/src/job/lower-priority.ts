import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** As `nice` counts: a third of the share of a process without one. */
const niceness = 5

/** Every thread of this process: Linux gives each a priority of its own, elsewhere they share the one of the process (0). */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

/** From now on whoever waits for a page goes before this process. */
export function lowerPriority(): void {
  for (const thread of threads()) setPriority(thread, niceness)
}
