import { setTimeout } from 'node:timers/promises'

const minute = 60_000
/** Long enough for the calls of a test on a slow machine (milliseconds). */
const needed = 15_000

/** Waits for the next minute of the clock if this one is about to end: a share of a minute begins anew with each. */
export async function insideOneMinute(): Promise<void> {
  const left = minute - (Date.now() % minute)
  if (left < needed) await setTimeout(left)
}
