import { Modal, type ModalProps } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'

/** Gives the focus back to what had it when this came, where it would else be lost. */
function FocusReturn(): null {
  // Read before the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return null
}

/** antd's dialog, which itself gives the focus back only when `open` becomes false: this one does so when it is taken out of the page, too. */
export function Dialog(props: ModalProps): ReactNode {
  return (
    <>
      <Modal {...props} />
      {props.open === true && <FocusReturn />}
    </>
  )
}
