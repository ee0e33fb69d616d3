import { Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

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

/** antd's dialog, which itself gives the focus back only when `open` becomes false: this one does so when it is taken out of the page, too. */
export function Dialog(props: ModalProps): ReactNode {
  return (
    <>
      {/* First, so that it looks before the dialog takes the focus. */}
      {props.open === true && <FocusReturn />}
      <Modal {...props} />
    </>
  )
}
