import { afterAll } from 'vitest'

// A page that a test leaves behind goes on: it asks the registry again, polls, and reports. A timer that fires after
// Vitest has removed the window of the test would meet no `document`, and fail the run.
const { setInterval, setTimeout } = globalThis
const started = new Set<NodeJS.Timeout>()

/** Starts timers as `start` does, and remembers them. */
const remembering = <F extends typeof setInterval | typeof setTimeout>(start: F): F =>
  new Proxy(start, {
    apply: (_, self: unknown, args) => {
      const timer: NodeJS.Timeout = Reflect.apply(start, self, args)
      started.add(timer)
      return timer
    },
  })

globalThis.setInterval = remembering(setInterval)
globalThis.setTimeout = remembering(setTimeout)

afterAll(() => {
  Object.assign(globalThis, { setInterval, setTimeout })
  for (const timer of started) clearTimeout(timer)
})
