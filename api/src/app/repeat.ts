import type { Logger } from 'pino'
import type { WorkMetrics } from '../metrics/measure-work.ts'

export interface Repeated {
  /** Its name in log and metrics. */
  readonly name: string
  readonly seconds: number
  /** A rejection is logged, and the work is tried again; `failed` means the same for an error that is already logged. */
  run(): Promise<'failed' | void>
}

/** Repeats work, one run after the other; returns a function that stops after the current run. */
export function repeat({ name, seconds, run }: Repeated, logger: Logger, seen: WorkMetrics): () => Promise<void> {
  async function once(): Promise<void> {
    try {
      seen.ran(name, (await run()) ?? 'done')
    } catch (error) {
      seen.ran(name, 'failed')
      logger.warn({ err: error }, `${name} failed`)
    }
  }
  let running: Promise<void> | undefined
  seen.began(name, seconds)
  const timer = setInterval(() => {
    running ??= once().finally(() => {
      running = undefined
    })
  }, seconds * 1000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
