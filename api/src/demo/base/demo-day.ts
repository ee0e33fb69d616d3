const dayLength = 86_400_000

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
