const dayLength = 86_400_000
/** Japan has no summer time, so its day is UTC's nine hours later, whatever the browser's zone. */
const jstOffset = 9 * 3_600_000

/** The last seven whole days in Japan, as the delivery results take a period. */
export function lastSevenDays(now: Date): { from: string; to: string } {
  const day = (ago: number) => new Date(now.getTime() + jstOffset - ago * dayLength).toISOString().slice(0, 10)
  return { from: day(7), to: day(1) }
}
