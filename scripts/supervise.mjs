// Restarts a process that works unattended. Plain JavaScript, like everything that `npm start` begins with.
import { setTimeout as wait } from 'node:timers/promises'

/** Delays before a restart (milliseconds); they grow, and reset once the process has run for a while. */
const pauses = [200, 1000, 2000, 5000, 10_000, 30_000]
const settled = 60_000

/** The IPC message by which a process reports that it is up. */
export const upMessage = 'up'

/**
 * Starts a process, and restarts it whenever it ends unasked. `start` spawns it with an IPC channel. A process
 * that never came up is not restarted, because it has printed the reason. Returns its exit code.
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
