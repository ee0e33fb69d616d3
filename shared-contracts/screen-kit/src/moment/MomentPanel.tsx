import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'
import { useKitText } from '../base/texts.ts'
import { Calendar } from './Calendar.tsx'
import styles from './moment.module.css'

interface MomentPanelProps {
  /** The input with its button, which the panel stands beside. */
  readonly box: RefObject<HTMLElement | null>
  readonly label: string
  readonly day: string | null
  /** The chosen time; absent: none is asked for, or no day is chosen yet. */
  readonly clock: string | undefined
  /** The end of a period, which may be 24:00. */
  readonly end: boolean
  readonly today: string
  readonly max: string | undefined
  readonly onChoose: (day: string) => void
  readonly onClock: (clock: string) => void
  /** On Escape. */
  readonly onClose: () => void
  /** When something outside of the box is focused or pressed. */
  readonly onLeave: () => void
}

/** Minimum distance between the panel and the window's edge (px). */
const edge = 8
const halfHours = Array.from({ length: 48 }, (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`)

/** Places the panel below its input, or above if there is no space, within the window. */
function place(panel: HTMLElement, box: HTMLElement): void {
  const { left, top, bottom } = box.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = bottom + 4
  const above = top - 4 - height
  panel.style.left = `${Math.max(edge, Math.min(left, document.documentElement.clientWidth - width - edge))}px`
  panel.style.top = `${below + height > window.innerHeight - edge && above >= edge ? above : below}px`
}

/** The calendar of a `MomentInput`, with the choice of a time. */
export default function MomentPanel({
  box,
  label,
  day,
  clock,
  end,
  today,
  max,
  onChoose,
  onClock,
  onClose,
  onLeave,
}: MomentPanelProps): ReactNode {
  const text = useKitText()
  const panel = useRef<HTMLElement>(null)
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Keeps a surrounding dialog open.
    event.stopPropagation()
    onClose()
  })
  const leave = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && box.current?.contains(target))) onLeave()
  })

  useEffect(() => {
    const [shown, beside] = [panel.current, box.current]
    if (!shown || !beside) return undefined
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
  }, [box])

  return (
    <section ref={panel} popover="manual" aria-label={text('calendar', { label })} className={styles.momentPanel}>
      <Calendar chosen={day} today={today} max={max} onChoose={onChoose} />
      {clock === undefined ? null : (
        <label className={styles.momentTime}>
          {text('time')}
          <select value={clock} onChange={({ target }) => onClock(target.value)}>
            {[...new Set([...halfHours, ...(end ? ['24:00'] : []), clock])].toSorted().map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
    </section>
  )
}
