import { choiceLabel, chosenHours, weekdays, type Weekday } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useAdText } from '../base/texts.ts'
import {
  columnOf,
  days,
  everyCell,
  hours,
  isChosen,
  moved,
  presetNames,
  presets,
  rowOf,
  withCells,
  type Cell,
  type Hours,
} from './hours.ts'
import styles from './targeting.module.css'

interface HoursGridProps {
  readonly value: Hours
  readonly onChange: (value: Hours) => void
}

/**
 * A week as a grid of seven days by 24 hours. Cells are painted with the mouse, or selected with the arrow keys
 * and toggled with Space; a header toggles its whole row or column.
 */
export function HoursGrid({ value, onChange }: HoursGridProps): ReactNode {
  const t = useAdText()
  const localize = useLocalize()
  const table = useRef<HTMLTableElement>(null)
  /** Whether the current stroke sets or clears cells; null while the button is up. */
  const stroke = useRef<boolean | null>(null)
  /** Type of the last pointer: a mouse paints on pointer down, all other input on click. */
  const pointer = useRef('')
  // A ref, because a stroke may cross several cells between two renders.
  const painted = useRef(value)
  useEffect(() => {
    painted.current = value
  }, [value])
  const [current, setCurrent] = useState<Cell>({ day: 'MON', hour: 9 })
  const dayName = (day: Weekday) => localize(choiceLabel(weekdays, day) ?? { ja: day, en: day })

  function paint(cells: readonly Cell[], on: boolean): void {
    painted.current = withCells(painted.current, cells, on)
    onChange(painted.current)
  }

  function begin(cell: Cell): void {
    stroke.current = !isChosen(painted.current, cell)
    paint([cell], stroke.current)
    setCurrent(cell)
  }

  function toggle(cells: readonly Cell[]): void {
    paint(cells, !cells.every((cell) => isChosen(painted.current, cell)))
  }

  function walk(event: KeyboardEvent): void {
    const next = moved(current, event.key)
    if (!next) return
    event.preventDefault()
    setCurrent(next)
    if (event.shiftKey) paint([next], isChosen(painted.current, current))
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.day} ${next.hour}"]`)?.focus()
  }

  return (
    <>
      <div className={styles.tools}>
        {presetNames.map((name) => (
          <Button key={name} size="small" onClick={() => onChange(presets[name]())}>
            {t(name)}
          </Button>
        ))}
        <output>{t('hours_chosen', { count: chosenHours(value) })}</output>
      </div>
      <div className={styles.scroll}>
        <table className={styles.grid} ref={table} aria-label={t('hours')}>
          <thead>
            <tr>
              <th>
                <button type="button" aria-label={t('preset_all')} onClick={() => toggle(everyCell)} tabIndex={-1} />
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  <button type="button" aria-label={t('whole_hour', { hour })} onClick={() => toggle(columnOf(hour))} tabIndex={-1}>
                    {hour}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">
                  <button type="button" aria-label={t('whole_day', { day: dayName(day) })} onClick={() => toggle(rowOf(day))}>
                    {dayName(day)}
                  </button>
                </th>
                {hours.map((hour) => {
                  const cell = { day, hour }
                  return (
                    <td key={hour}>
                      <button
                        type="button"
                        data-cell={`${day} ${hour}`}
                        aria-label={t('hour_cell', { day: dayName(day), hour })}
                        aria-pressed={isChosen(value, cell)}
                        tabIndex={current.day === day && current.hour === hour ? 0 : -1}
                        onPointerDown={(event) => {
                          // Touch scrolls; a tap arrives as a click.
                          pointer.current = event.pointerType
                          if (event.pointerType === 'mouse' && event.button === 0) begin(cell)
                        }}
                        onPointerEnter={({ buttons }) => {
                          if (stroke.current !== null && buttons === 1) paint([cell], stroke.current)
                        }}
                        onClick={({ detail }) => {
                          // Clicks triggered by a key have detail 0.
                          if (detail === 0 || pointer.current !== 'mouse') toggle([cell])
                        }}
                        onFocus={() => setCurrent(cell)}
                        onKeyDown={walk}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
