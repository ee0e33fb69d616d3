import { japanDay } from '@adsite/contract'

const dayLength = 86_400_000

/** The last seven full days in Japan, as a period for the delivery results. */
export function lastSevenDays(now: Date): { from: string; to: string } {
  const day = (ago: number) => japanDay(new Date(now.getTime() - ago * dayLength))
  return { from: day(7), to: day(1) }
}
