import type { ReactNode } from 'react'

interface MissingDialogProps {
  readonly className: string | undefined
  readonly message: string
  readonly onClose: () => void
  /** The buttons. */
  readonly children: ReactNode
}

function opensModally(dialog: HTMLDialogElement | null): () => void {
  dialog?.showModal()
  // Gives the focus back to what opened it, before the dialog that comes in its place takes it.
  return () => dialog?.close()
}

/** Stands in for a dialog whose code did not arrive. It is the browser's own, because antd's may be what is missing. */
export function MissingDialog({ className, message, onClose, children }: MissingDialogProps): ReactNode {
  return (
    <dialog ref={opensModally} className={className} role="alertdialog" aria-label={message} onCancel={onClose}>
      <p>{message}</p>
      {children}
    </dialog>
  )
}
