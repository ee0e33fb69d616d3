import { Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { takesLostFocus } from '../focus/takes-lost-focus.ts'
import styles from './dialog.module.css'

/** The element and all that it stands in, from the inside out. */
function withAncestors(element: Element | null): Element[] {
  return element ? [element, ...withAncestors(element.parentElement)] : []
}

/** Gives the focus back to what had it when this came, where it would else be lost; if that is gone, to the heading above its place. */
function FocusReturn(): null {
  const opener = useRef<readonly Element[]>([])
  useLayoutEffect(() => {
    opener.current = withAncestors(document.activeElement)
  }, [])
  useEffect(
    () => () => {
      const [before] = opener.current
      if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return
      if (before.isConnected) return before.focus({ preventScroll: true })
      const headings = opener.current.filter(({ isConnected }) => isConnected).map((place) => place.querySelector<HTMLElement>('h1, h2'))
      // Later, since a list may know better what comes next.
      queueMicrotask(() => takesLostFocus(headings.find(Boolean) ?? null))
    },
    [],
  )
  return null
}

const fields = ':is(input, textarea):enabled:not([type=hidden], [type=file], [type=radio]:not(:checked), [hidden] *)'

/** The dialog of an element within, and the field to begin with: that with `data-first`, or the first that can be filled in. */
function placesIn(element: HTMLElement | null): { dialog: HTMLElement | null; field: HTMLElement | null } {
  const dialog = element?.closest<HTMLElement>('[role="dialog"]') ?? null
  return { dialog, field: dialog?.querySelector<HTMLElement>('[data-first]') ?? dialog?.querySelector<HTMLElement>(fields) ?? null }
}

interface FocusHoldProps {
  readonly place: RefObject<HTMLSpanElement | null>
  readonly onDrawn: () => void
}

/** Keeps the focus in the dialog, in its first field if it has one, when a press takes its own button out, as one that leads to the next step does. */
function FocusHold({ place, onDrawn }: FocusHoldProps): ReactNode {
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current) {
      const { dialog, field } = placesIn(place.current)
      takesLostFocus(field ?? dialog)
      onDrawn()
    }
    isShown.current = true
  })
  return <span ref={place} hidden />
}

/**
 * antd's dialog, which itself gives the focus back only when `open` becomes false: this one does so when it is taken out of
 * the page, too. The focus begins in its first field, or in that with `data-first`, also where that is still
 * loading. Its title and its buttons stay in the window while what is between them scrolls.
 */
export function Dialog(props: Omit<ModalProps, 'afterOpenChange' | 'rootClassName'>): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  /** Open, without a field to begin with so far. */
  const awaitsField = useRef(false)

  function begin(): void {
    const { dialog, field } = placesIn(place.current)
    awaitsField.current = field === null
    const focused = document.activeElement
    // antd focuses the button that closes it. Whoever opened the dialog may be elsewhere already.
    if (focused === dialog || focused?.matches('.ant-modal-close')) field?.focus({ preventScroll: true })
  }

  return (
    <>
      {/* First, so that it looks before the dialog takes the focus. */}
      {props.open === true && <FocusReturn />}
      <Modal
        {...props}
        rootClassName={styles.dialog}
        afterOpenChange={(open) => {
          if (open) begin()
        }}
      >
        {props.children}
        {props.open === true && <FocusHold place={place} onDrawn={() => awaitsField.current && begin()} />}
      </Modal>
    </>
  )
}
