import { japanOffset } from './japan-offset.ts'
import { lastDay } from './parse-moment.ts'

/** An instant in Japan's time, in the form both languages use: `2026/04/01 09:00`. */
export function japanTime(instant: string): string {
  return new Date(Date.parse(instant) + japanOffset).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ')
}

/** The end of a period; the end of a day is written as that day. */
export function japanEnd(instant: string): string {
  return lastDay(instant)?.replaceAll('-', '/') ?? japanTime(instant)
}
