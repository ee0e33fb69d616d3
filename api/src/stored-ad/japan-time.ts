import { lastDay } from '@adsite/contract'

/** An instant on the clocks of Japan, as both languages read it: `2026/04/01 09:00`. */
export function japanTime(instant: Date): string {
  return new Date(instant.getTime() + 9 * 3_600_000).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ')
}

/** Where a period ends: a whole day as that day. */
export function japanEnd(instant: Date): string {
  return lastDay(instant.toISOString())?.replaceAll('-', '/') ?? japanTime(instant)
}
