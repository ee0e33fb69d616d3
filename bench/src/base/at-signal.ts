import { constants } from 'node:os'

/** What has to be ended, the latest first. */
const endings: (() => Promise<unknown>)[] = []

/** Has `end` called where a signal ends the bench: what it has started would run on. Returns what takes that back. */
export function atSignal(end: () => Promise<unknown>): () => void {
  endings.unshift(end)
  return () => void endings.splice(endings.indexOf(end), 1)
}

/** Ends what is running, then the process, as a signal that nobody listens to would. */
export function endAtSignals(): void {
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Ctrl-C arrives twice, from the terminal and from npm; the second one must not cut the ending short.
    process.on(signal, async () => {
      if (ending) return
      ending = true
      // What is being measured goes on meanwhile, and loses its connections.
      process.on('uncaughtException', () => {})
      for (const end of endings) await end().catch(() => {})
      process.exit(128 + constants.signals[signal])
    })
  }
}
