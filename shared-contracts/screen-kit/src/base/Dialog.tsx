import { Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { takesLostFocus } from '../focus/takes-lost-focus.ts'

/** Gives the focus back to what had it when this came, where it would else be lost. */
function FocusReturn(): null {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    opener.current = document.activeElement
  }, [])
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
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
