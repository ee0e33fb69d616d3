import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A `nice` value: about a third of the share of a process with the default. */
const niceness = 5

/** The threads of this process, because Linux sets priorities per thread; elsewhere 0 stands for the whole process. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

/** Gives way to processes that serve pages. */
export function lowerPriority(): void {
  for (const thread of threads()) setPriority(thread, niceness)
}
