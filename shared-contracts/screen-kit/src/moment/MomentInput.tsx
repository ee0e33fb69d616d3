import { japanDay, parseDay, parseInstant, type Field } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { mdiCalendar } from '@mdi/js'
import { Input, type InputRef } from 'antd'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { isComposing } from '../base/composing.ts'
import { Icon } from '../element/Icon.tsx'
import kit from '../base/kit.module.css'
import styles from './moment.module.css'
import { useKitText } from '../base/texts.ts'
import { lazyPart } from '../on-demand/lazy-part.tsx'
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

/** Most dates are typed, and forms are opened more often than calendars. */
const MomentPanel = lazyPart(() => import('./MomentPanel.tsx'))

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

  const example = language === 'ja' ? 'YYYY/MM/DD' : 'MM/DD/YYYY'
  return (
    <span
      ref={box}
      className={kit.control}
      onFocus={() => void MomentPanel.preload()}
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
        <MomentPanel
          box={box}
          label={label}
          day={dayIn(field, value)}
          clock={parts?.clock}
          end={field.end === true}
          today={today}
          max={max}
          onChoose={choose}
          onClock={(clock) => take(`${parts?.day} ${clock}`)}
          onClose={close}
          onLeave={() => setOpen(false)}
        />
      ) : null}
    </span>
  )
}
