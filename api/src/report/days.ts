export { addDays, dayCount, periodBefore, type Period } from '@adsite/contract'

const dayLength = 86_400_000

export const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
/** Days between two days, excluding the last. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayLength
