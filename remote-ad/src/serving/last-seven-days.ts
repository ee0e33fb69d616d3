const dayLength = 86_400_000
/** Japan has no daylight saving time, so its day is UTC plus nine hours in any browser time zone. */
const jstOffset = 9 * 3_600_000

/** The last seven full days in Japan, as a period for the delivery results. */
export function lastSevenDays(now: Date): { from: string; to: string } {
  const day = (ago: number) => new Date(now.getTime() + jstOffset - ago * dayLength).toISOString().slice(0, 10)
  return { from: day(7), to: day(1) }
}
