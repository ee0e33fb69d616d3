/** JST, in which business days are counted; Japan has no daylight saving time. */
const jst = 9 * 3_600_000
const dayLength = 86_400_000

/** The day in Japan at an instant, `YYYY-MM-DD`. */
export function jstDay(at: Date): string {
  return new Date(at.getTime() + jst).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength)
}

/** 0 is Sunday. */
export function weekday(day: string): number {
  return new Date(day).getUTCDay()
}

/** The instant at which a day starts in Japan. */
export function startOf(day: string): string {
  return `${day}T00:00:00+09:00`
}
