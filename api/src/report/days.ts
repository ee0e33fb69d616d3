/** Days `YYYY-MM-DD`, inclusive. */
export interface Period {
  readonly from: string
  readonly to: string
}

const dayLength = 86_400_000

export const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
export const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * dayLength)
/** Days between two days, excluding the last. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayLength
export const dayCount = ({ from, to }: Period) => daysBetween(from, to) + 1

/** The former period (contract, `PreviousPeriod`). */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -dayCount(period)), to: addDays(period.from, -1) }
}
