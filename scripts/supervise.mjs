// Keeps a process running that works unattended. Plain JavaScript, like everything that `npm start` begins with.
import { setTimeout as wait } from 'node:timers/promises'

/** Pauses before another start (milliseconds): longer each time, and short again once it has run for a while. */
const pauses = [200, 1000, 2000, 5000, 10_000, 30_000]
const settled = 60_000

/** How a process says (IPC) that it has come up. */
export const upMessage = 'up'

/**
 * Starts a process, and again whenever it ends without having been told to. `start` spawns it, with an IPC channel.
 * One that never came up is not tried again: it has said why. Answers its exit code.
 */
export async function supervise(start, { isEnding, say }) {
  let everUp = false
  for (let failures = 0; ;) {
    const started = Date.now()
    const child = start()
    child.on('message', (message) => {
      everUp ||= message === upMessage
    })
    const [code, signal] = await new Promise((resolve) => child.once('close', (...how) => resolve(how)))
    if (isEnding() || !everUp) return code ?? 1
    if (Date.now() - started > settled) failures = 0
    const pause = pauses[Math.min(failures, pauses.length - 1)]
    failures += 1
    say(`The site ended (${signal ?? `status ${code}`}): it is started again in ${pause / 1000} s.`)
    await wait(pause)
    if (isEnding()) return 1
  }
}
