import { japanDay, japanOffset } from '@adsite/contract'

/** Midnight in Japan, `back` days before today. */
export function midnight(back: number): Date {
  const today = Math.floor((Date.now() + japanOffset) / 86_400_000)
  return new Date((today - back) * 86_400_000 - japanOffset)
}

/** The day in Japan `back` days before today. */
export const day = (back: number): string => japanDay(midnight(back))
