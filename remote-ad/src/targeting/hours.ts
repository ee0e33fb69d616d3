import { hoursOfDay, weekdays, type Targeting, type Weekday } from '@adsite/contract'

export type Hours = NonNullable<Targeting['hours']>
export interface Cell {
  readonly day: Weekday
  readonly hour: number
}

export const days = weekdays.keys
export const hours = Array.from({ length: hoursOfDay }, (_, hour) => hour)

export function isChosen(chosen: Hours, { day, hour }: Cell): boolean {
  return chosen[day]?.includes(hour) ?? false
}

/** Switches cells of the week on or off; keeps hours sorted and omits empty days. */
export function withCells(chosen: Hours, cells: readonly Cell[], on: boolean): Hours {
  const kept: Hours = {}
  for (const day of days) {
    const named = cells.filter((cell) => cell.day === day).map(({ hour }) => hour)
    const before = chosen[day] ?? []
    const list = on ? hours.filter((hour) => before.includes(hour) || named.includes(hour)) : before.filter((hour) => !named.includes(hour))
    if (list.length > 0) kept[day] = list
  }
  return kept
}

export const rowOf = (day: Weekday): Cell[] => hours.map((hour) => ({ day, hour }))
export const columnOf = (hour: number): Cell[] => days.map((day) => ({ day, hour }))
export const everyCell: readonly Cell[] = days.flatMap(rowOf)

const span = (which: readonly Weekday[], from: number, to: number): Hours =>
  Object.fromEntries(which.map((day) => [day, hours.filter((hour) => hour >= from && hour < to)]))

export const presetNames = ['preset_all', 'preset_business', 'preset_evening', 'preset_weekend', 'preset_none'] as const
export const presets: Readonly<Record<(typeof presetNames)[number], () => Hours>> = {
  preset_all: () => span(days, 0, 24),
  preset_business: () => span(days.slice(0, 5), 9, 18),
  preset_evening: () => span(days, 18, 24),
  preset_weekend: () => span(days.slice(5), 0, 24),
  preset_none: () => ({}),
}

/** The cell that an arrow key, Home or End moves to; null for other keys. */
export function moved({ day, hour }: Cell, key: string): Cell | null {
  const row = days.indexOf(day)
  const within = (value: number, length: number) => Math.min(length - 1, Math.max(0, value))
  const dayAt = (at: number) => days[within(at, days.length)] ?? day
  switch (key) {
    case 'ArrowLeft':
      return { day, hour: within(hour - 1, hoursOfDay) }
    case 'ArrowRight':
      return { day, hour: within(hour + 1, hoursOfDay) }
    case 'ArrowUp':
      return { day: dayAt(row - 1), hour }
    case 'ArrowDown':
      return { day: dayAt(row + 1), hour }
    case 'Home':
      return { day, hour: 0 }
    case 'End':
      return { day, hour: hoursOfDay - 1 }
    default:
      return null
  }
}
