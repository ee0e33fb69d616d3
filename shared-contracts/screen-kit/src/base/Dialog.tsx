import { Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { takesLostFocus } from '../focus/takes-lost-focus.ts'

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

const fields = ':is(input, textarea, select):not(:disabled, [type=hidden], [type=file], [type=radio]:not(:checked)), [contenteditable=true]'

/** Puts the focus on the first field of a dialog that has just opened; antd puts it on the button that closes it. */
function focusFirstField(dialog: HTMLElement | null | undefined): void {
  const focused = document.activeElement
  // Whoever opened the dialog may be in one of its fields already.
  if (focused !== dialog && !focused?.matches('.ant-modal-close')) return
  dialog?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true })
}

/** Keeps the focus in the dialog when a press takes its own button out, as one that leads to the next step does. */
function FocusHold({ place }: { readonly place: RefObject<HTMLSpanElement | null> }): ReactNode {
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current) takesLostFocus(place.current?.closest<HTMLElement>('[role="dialog"]') ?? null)
    isShown.current = true
  })
  return <span ref={place} hidden />
}

/**
 * antd's dialog, which itself gives the focus back only when `open` becomes false: this one does so when it is taken out of
 * the page, too. The focus begins in its first field.
 */
export function Dialog(props: ModalProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  return (
    <>
      {/* First, so that it looks before the dialog takes the focus. */}
      {props.open === true && <FocusReturn />}
      <Modal
        {...props}
        afterOpenChange={(open) => {
          props.afterOpenChange?.(open)
          if (open) focusFirstField(place.current?.closest<HTMLElement>('[role="dialog"]'))
        }}
      >
        {props.children}
        {props.open === true && <FocusHold place={place} />}
      </Modal>
    </>
  )
}
