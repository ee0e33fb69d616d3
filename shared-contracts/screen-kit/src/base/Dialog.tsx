import { Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
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

/** Keeps the focus in the dialog when a press takes its own button out, as one that leads to the next step does. */
function FocusHold(): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current) takesLostFocus(place.current?.closest<HTMLElement>('[role="dialog"]') ?? null)
    isShown.current = true
  })
  return <span ref={place} hidden />
}

/** antd's dialog, which itself gives the focus back only when `open` becomes false: this one does so when it is taken out of the page, too. */
export function Dialog(props: ModalProps): ReactNode {
  return (
    <>
      {/* First, so that it looks before the dialog takes the focus. */}
      {props.open === true && <FocusReturn />}
      <Modal {...props}>
        {props.children}
        {props.open === true && <FocusHold />}
      </Modal>
    </>
  )
}
