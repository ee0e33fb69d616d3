import { japanDay, parseDay, parseInstant, type Field } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { mdiCalendar } from '@mdi/js'
import { Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { isComposing } from '../base/composing.ts'
import { Icon } from '../element/Icon.tsx'
import kit from '../base/kit.module.css'
import styles from './moment.module.css'
import { useKitText } from '../base/texts.ts'
import { Calendar } from './Calendar.tsx'
import { dayIn, momentText, partsOf } from './moment-text.ts'

interface MomentInputProps {
  readonly field: Pick<Field, 'kind' | 'end'>
  /** Label of the calendar, and of the input itself if there is no `id`. */
  readonly label: string
  /** A day or an instant; unparsable input as typed; null: empty. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Called on blur and Enter, when the input is final. */
  readonly onBlur?: () => void
  /** The last day the calendar offers. */
  readonly max?: string
  readonly id?: string
  readonly focusRef?: Ref<{ focus: () => void }>
  readonly status?: 'error'
  readonly 'aria-required'?: boolean
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** Minimum distance between the panel and the window's edge (px). */
const edge = 8
const halfHours = Array.from({ length: 48 }, (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`)

/** Places the calendar below its input, or above if there is no space, within the window. */
function place(panel: HTMLElement, box: HTMLElement): void {
  const { left, top, bottom } = box.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = bottom + 4
  const above = top - 4 - height
  panel.style.left = `${Math.max(edge, Math.min(left, document.documentElement.clientWidth - width - edge))}px`
  panel.style.top = `${below + height > window.innerHeight - edge && above >= edge ? above : below}px`
}

/**
 * Input for a day, optionally with a time, typed or picked from a calendar. Accepts all usual notations
 * (`parseDay`, `parseInstant`); unparsable input stays, so that the form can report it. Times are in JST.
 */
export function MomentInput({ field, label, value, onChange, onBlur, max, focusRef, ...others }: MomentInputProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const [typing, setTyping] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLElement>(null)
  const input = useRef<InputRef>(null)
  const withTime = field.kind === 'datetime'
  const today = japanDay()
  const parts = withTime && value !== null && dayIn(field, value) !== null ? partsOf(field, value) : null

  useImperativeHandle(focusRef, () => ({ focus: () => input.current?.focus() }))

  function take(typed: string): void {
    const read = withTime ? parseInstant(typed, { end: field.end === true, today }) : parseDay(typed, { today })
    onChange(typed.trim() === '' ? null : (read ?? typed))
  }

  function settle(): void {
    setTyping(null)
    onBlur?.()
  }

  function close(): void {
    setOpen(false)
    input.current?.focus()
  }

  function choose(day: string): void {
    take(parts ? `${day} ${parts.clock}` : day)
    setTyping(null)
    close()
  }

  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Keeps a surrounding dialog open.
    event.stopPropagation()
    close()
  })
  const leave = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && box.current?.contains(target))) setOpen(false)
  })

  useEffect(() => {
    const [shown, beside] = [panel.current, box.current]
    if (!open || !shown || !beside) return undefined
    // The top layer avoids clipping; jsdom does not support it.
    if ('showPopover' in shown) shown.showPopover()
    const follow = (): void => place(shown, beside)
    follow()
    shown.querySelector<HTMLElement>('table [tabindex="0"]')?.focus()
    window.addEventListener('resize', follow)
    document.addEventListener('scroll', follow, true)
    document.addEventListener('keydown', escape, true)
    document.addEventListener('focusin', leave)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('keydown', escape, true)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('pointerdown', leave)
      window.removeEventListener('resize', follow)
      document.removeEventListener('scroll', follow, true)
    }
  }, [open])

  const example = language === 'ja' ? 'YYYY/MM/DD' : 'MM/DD/YYYY'
  return (
    <span
      ref={box}
      className={kit.control}
      onBlur={({ target, relatedTarget }) => {
        // Tab moves from the text to the calendar button: typed input is final then, but an empty input is not reported as
        // missing yet.
        if (!box.current?.contains(relatedTarget) || (target === input.current?.input && value !== null)) settle()
      }}
    >
      <Input
        ref={input}
        value={typing ?? momentText(field, value, language)}
        placeholder={withTime ? `${example} HH:mm` : example}
        autoComplete="off"
        onChange={(event) => {
          setTyping(event.target.value)
          take(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
          if (event.key !== 'Enter' || (!isComposing(event) && typing === null)) return
          // The first Enter shows how the input was parsed; the next one submits.
          event.preventDefault()
          if (!isComposing(event)) settle()
        }}
        suffix={
          <button
            type="button"
            className={styles.momentButton}
            aria-label={text('open_calendar', { label })}
            aria-expanded={open}
            onClick={(event) => {
              // antd focuses the text on clicks on its suffix.
              event.stopPropagation()
              if (open) close()
              else setOpen(true)
            }}
          >
            <Icon path={mdiCalendar} />
          </button>
        }
        {...(others.id === undefined ? { 'aria-label': label } : {})}
        {...others}
      />
      {open ? (
        <section ref={panel} popover="manual" aria-label={text('calendar', { label })} className={styles.momentPanel}>
          <Calendar chosen={dayIn(field, value)} today={today} max={max} onChoose={choose} />
          {withTime && parts ? (
            <label className={styles.momentTime}>
              {text('time')}
              <select value={parts.clock} onChange={({ target }) => take(`${parts.day} ${target.value}`)}>
                {[...new Set([...halfHours, ...(field.end ? ['24:00'] : []), parts.clock])].toSorted().map((clock) => (
                  <option key={clock}>{clock}</option>
                ))}
              </select>
            </label>
          ) : null}
        </section>
      ) : null}
    </span>
  )
}
