import { useLanguage } from '@adsite/i18n'
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import kit from '../base/kit.module.css'
import styles from './moment.module.css'
import { useKitText } from '../base/texts.ts'

const dayLength = 86_400_000
const inDays = (day: string, count: number): string => new Date(Date.parse(day) + count * dayLength).toISOString().slice(0, 10)

/** The same day of another month, or that month's last day if it is shorter. */
function inMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The six weeks, starting on Sunday, that cover a month. Always six, so that the buttons below do not move. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const start = -new Date(first).getUTCDay()
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, column) => inDays(first, start + week * 7 + column)))
}

/** The day each key moves to. */
const moves: Readonly<Record<string, (day: string, wide: boolean) => string>> = {
  ArrowLeft: (day) => inDays(day, -1),
  ArrowRight: (day) => inDays(day, 1),
  ArrowUp: (day) => inDays(day, -7),
  ArrowDown: (day) => inDays(day, 7),
  Home: (day) => inDays(day, -new Date(day).getUTCDay()),
  End: (day) => inDays(day, 6 - new Date(day).getUTCDay()),
  PageUp: (day, wide) => inMonths(day, wide ? -12 : -1),
  PageDown: (day, wide) => inMonths(day, wide ? 12 : 1),
}

interface CalendarProps {
  readonly chosen: string | null
  readonly today: string
  /** The last selectable day. */
  readonly max?: string | undefined
  readonly onChoose: (day: string) => void
}

/** A month calendar with the usual keys (arrows, Home, End, Page Up and Page Down, with Shift for years). */
export function Calendar({ chosen, today, max, onChoose }: CalendarProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const [at, setAt] = useState(chosen ?? today)
  // Keyboard navigation moves the focus to the day; the month buttons keep it.
  const follows = useRef(false)
  const write = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(day))

  function move(event: KeyboardEvent): void {
    const next = moves[event.key]?.(at, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    follows.current = true
    setAt(next)
  }

  function focus(button: HTMLButtonElement | null): void {
    if (!button || !follows.current) return
    follows.current = false
    button.focus()
  }

  return (
    <div className={styles.calendar}>
      <div className={styles.calendarHead}>
        <button type="button" className={kit.squareButton} aria-label={text('month_before')} onClick={() => setAt(inMonths(at, -1))}>
          <Icon path={mdiChevronLeft} />
        </button>
        <span aria-live="polite">{write({ year: 'numeric', month: 'long' }, at)}</span>
        <button type="button" className={kit.squareButton} aria-label={text('month_after')} onClick={() => setAt(inMonths(at, 1))}>
          <Icon path={mdiChevronRight} />
        </button>
      </div>
      <table>
        <thead>
          <tr>
            {['2023-01-01', '2023-01-02', '2023-01-03', '2023-01-04', '2023-01-05', '2023-01-06', '2023-01-07'].map((sunday) => (
              <th key={sunday} scope="col" abbr={write({ weekday: 'long' }, sunday)}>
                {write({ weekday: language === 'ja' ? 'narrow' : 'short' }, sunday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    ref={day === at ? focus : null}
                    type="button"
                    className={kit.squareButton}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={write({ dateStyle: 'full' }, day)}
                    aria-pressed={day === chosen}
                    aria-disabled={max !== undefined && day > max}
                    {...(day === today ? { 'aria-current': 'date' as const } : {})}
                    data-outside={day.slice(0, 7) !== at.slice(0, 7)}
                    onKeyDown={move}
                    onClick={() => {
                      if (max === undefined || day <= max) onChoose(day)
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
